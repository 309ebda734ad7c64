package io.gatemini.sandbox;

/**
 * What a text may be to reach a native parser, which recurses on the calling thread's stack: an
 * overflow there ends the process, and a loop there cannot be stopped.
 */
final class TypeScriptBounds {
  /**
   * At 3.3 KB a level, the most that was seen, a text of this length cannot get deep enough on a
   * stack of {@link #STACK_BYTES}.
   */
  static final int MAX_LENGTH = 20_000;

  static final long STACK_BYTES = 256L * 1024 * 1024;

  /** Indentation makes the output quadratic in the depth of brackets. */
  private static final int MAX_BRACKETS = 200;

  /** Labels and operators that nest without brackets, between two separators. */
  private static final int MAX_OPERATORS = 500;

  /** What a class extends is read twice, so the time doubles with each class in there. */
  private static final int MAX_CLASSES = 16;

  private TypeScriptBounds() {}

  static boolean hold(String source) {
    return source.length() <= MAX_LENGTH && !isTooDeep(source) && !hasManyClasses(source);
  }

  private static boolean isTooDeep(String source) {
    int brackets = 0;
    int operators = 0;
    for (int i = 0; i < source.length(); i++) {
      switch (source.charAt(i)) {
        case '(', '[' -> brackets++;
        case ')', ']' -> brackets--;
        case '{' -> {
          brackets++;
          operators = 0;
        }
        case '}' -> {
          brackets--;
          operators = 0;
        }
        case ';', ',' -> operators = 0;
        case ':', '?', '!', '~', '=', '<', '|', '&' -> operators++;
        default -> {}
      }
      if (brackets > MAX_BRACKETS || operators > MAX_OPERATORS) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasManyClasses(String source) {
    int classes = 0;
    for (int at = source.indexOf("class"); at >= 0; at = source.indexOf("class", at + 1)) {
      classes++;
    }
    return classes > MAX_CLASSES;
  }
}
