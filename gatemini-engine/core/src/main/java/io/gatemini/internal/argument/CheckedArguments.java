package io.gatemini.internal.argument;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.util.List;

/**
 * Arguments after a look at their schema.
 *
 * @param arguments as they may be sent; where nothing was repaired, the very ones that were given
 * @param repairs what was changed, each in the middle of a sentence
 * @param problems what is wrong with them, each in the middle of a sentence; empty where they are
 *     right
 * @param corrected the arguments with something right wherever they are wrong, for an example
 */
public record CheckedArguments(
    RawJson arguments, List<String> repairs, List<String> problems, JsonNode corrected) {
  public CheckedArguments {
    repairs = List.copyOf(repairs);
    problems = List.copyOf(problems);
  }

  static CheckedArguments right(RawJson arguments) {
    return new CheckedArguments(arguments, List.of(), List.of(), RawJson.emptyObject().tree());
  }

  /** Whether nothing is wrong, or everything could be repaired. */
  public boolean isRight() {
    return problems.isEmpty();
  }

  /** All that is wrong, in the middle of a sentence. */
  public String problem() {
    return String.join("; ", problems);
  }
}
