package io.gatemini.sandbox.internal.js;

import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the line of a program in the stack that JavaScript writes for an error: that of the first
 * frame in a function made by the constructor of functions, as GraalJS and V8 name them.
 */
final class StackLines {
  private static final Pattern FRAME =
      Pattern.compile(
          "(?:<function>|eval at compile \\(gatemini/prelude\\.js[^)]*\\), <anonymous>):(\\d{1,9}):");

  /** Far more than the frames that an engine writes. */
  private static final int MAX_CHARACTERS = 20_000;

  private StackLines() {}

  /**
   * The line of a stack.
   *
   * @param authorLine the line that the author wrote, for a line of what was compiled; 0 for none
   */
  static OptionalInt first(String stack, IntUnaryOperator authorLine) {
    Matcher frame = FRAME.matcher(stack.substring(0, Math.min(stack.length(), MAX_CHARACTERS)));
    while (frame.find()) {
      int line = authorLine.applyAsInt(Integer.parseInt(frame.group(1)));
      if (line > 0) {
        return OptionalInt.of(line);
      }
    }
    return OptionalInt.empty();
  }
}
