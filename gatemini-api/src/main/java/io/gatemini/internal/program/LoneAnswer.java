package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.program.code.RawSlices;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.Comparator;

/**
 * Whether a program ended with what its only call gave it. Then it was a lone call, however it was
 * written, and is answered like one: with the whole result, of which the program saw a part.
 */
final class LoneAnswer {
  /** A larger value is compared as it is written, without its tree. */
  private static final int MAX_TREE_BYTES = 1 << 20;

  /** An engine has one kind of number: 1.0 comes back as 1. */
  private static final Comparator<JsonNode> NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? Double.compare(one.doubleValue(), other.doubleValue())
              : one.equals(other) ? 0 : 1;

  private LoneAnswer() {}

  /** Whether the program ended with this result, or with the error that it is. */
  static boolean is(ToolResult result, Outcome outcome) {
    if (outcome.status() == Status.ERROR) {
      String text = result.text();
      return result.isError()
          && outcome.message().endsWith(": " + text)
          && !ScriptAnswers.CLAIMED_HINT.matcher(text).find();
    }
    return outcome.status() == Status.OK
        && !result.isError()
        && isSame(ToolAnswers.valueOf(result), outcome.value());
  }

  private static boolean isSame(RawJson seen, RawJson value) {
    if (RawSlices.isSame(seen, value)) {
      return true;
    }
    // Escapes, numbers and the order of members are as an engine writes them.
    return seen.length() <= MAX_TREE_BYTES
        && value.length() <= MAX_TREE_BYTES
        && !RawSlices.isDeep(seen)
        && !RawSlices.isDeep(value)
        && seen.tree().equals(NUMBERS, value.tree());
  }
}
