package io.gatemini.sandbox.internal.typescript;

import java.util.Set;

/**
 * What a text may be to reach a native parser, which recurses on the calling thread's stack: an
 * overflow there ends the process, and a loop there cannot be stopped.
 */
public final class TypeScriptBounds {
  /**
   * At 3.3 KB a level, the most that was seen, a text of this length cannot get deep enough on a
   * stack of {@link #STACK_BYTES}.
   */
  public static final int MAX_LENGTH = 20_000;

  static final long STACK_BYTES = 256L * 1024 * 1024;

  /** Indentation makes the output quadratic in the depth of brackets. */
  private static final int MAX_BRACKETS = 200;

  /** Labels and operators that nest without brackets, between two separators. */
  private static final int MAX_OPERATORS = 500;

  /** What a class extends is read twice, so the time doubles with each class in there. */
  private static final int MAX_CLASSES = 16;

  /**
   * What stands in brackets behind a type assertion is read twice, once as the parameters of a
   * generic function: the time doubles with each in there, 2 ms at this many.
   */
  private static final int MAX_ASSERTIONS = 10;

  private static final int LONGEST_PREFIX = 11;

  /** Words behind which an expression begins. */
  private static final Set<String> PREFIXES =
      Set.of(
          "await",
          "case",
          "default",
          "delete",
          "do",
          "else",
          "extends",
          "in",
          "instanceof",
          "new",
          "of",
          "return",
          "throw",
          "typeof",
          "void",
          "yield");

  private TypeScriptBounds() {}

  public static boolean hold(String source) {
    return source.length() <= MAX_LENGTH
        && !isTooDeep(source)
        && !hasManyClasses(source)
        && !isAmbiguous(source);
  }

  /** Strings and comments count as well: few have so much of this. */
  private static boolean isAmbiguous(String source) {
    int[] before = new int[MAX_BRACKETS + 1];
    int depth = 0;
    int assertions = 0;
    for (int i = 0; i < source.length(); i++) {
      switch (source.charAt(i)) {
        case '(', '[', '{' -> {
          if (depth == before.length) {
            return true;
          }
          before[depth++] = assertions;
        }
        case ')', ']', '}' -> {
          depth = Math.max(0, depth - 1);
          assertions = before[depth];
        }
        case ',', ';' -> assertions = depth == 0 ? 0 : before[depth - 1];
        case '<' -> {
          if (beginsExpression(source, i) && ++assertions > MAX_ASSERTIONS) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  /** Whether what stands before an index is no operand. */
  private static boolean beginsExpression(String source, int index) {
    int end = index;
    while (end > 0 && Character.isWhitespace(source.charAt(end - 1))) {
      end--;
    }
    if (end == 0) {
      return true;
    }
    char last = source.charAt(end - 1);
    if (!Character.isJavaIdentifierPart(last)) {
      return ")]}'\"`".indexOf(last) < 0;
    }
    int start = end;
    while (start > 0
        && end - start < LONGEST_PREFIX
        && Character.isJavaIdentifierPart(source.charAt(start - 1))) {
      start--;
    }
    return PREFIXES.contains(source.substring(start, end));
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
