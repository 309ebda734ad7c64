package io.gatemini.sandbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Tells the texts that are surely no single expression, by reading them once. Most programs are
 * known by their first word; where the text cannot be divided into tokens without a parser (a slash
 * that divides or begins a regular expression, say), the answer is that it is not sure.
 */
final class StatementScan {
  /** Outside of brackets, these are in an expression only as the name of a member. */
  private static final Set<String> STATEMENT_WORDS =
      Set.of(
          "break",
          "const",
          "continue",
          "do",
          "export",
          "for",
          "if",
          "return",
          "switch",
          "throw",
          "try",
          "var",
          "while");

  /** Behind one of these stands an operand, so that a slash begins a regular expression. */
  private static final String BEFORE_OPERAND = "(,=:[!&|?;{";

  private final String code;
  private int at;

  /** What stands before the cursor, blanks and comments left out; 0 at the beginning. */
  private char previous;

  /** Brackets that are open. */
  private int depth;

  /** The depths at which the placeholders of the open template strings began. */
  private final Deque<Integer> placeholders = new ArrayDeque<>();

  private boolean isEnded;

  private enum Step {
    GO_ON,
    NO_EXPRESSION,
    UNSURE
  }

  private StatementScan(String code) {
    this.code = code;
  }

  /** Whether a text is surely not one expression, whatever else it is. */
  static boolean isNoExpression(String code) {
    return new StatementScan(code).scan();
  }

  private boolean scan() {
    Step step = Step.GO_ON;
    while (step == Step.GO_ON && at < code.length()) {
      step = step();
    }
    return step == Step.NO_EXPRESSION;
  }

  private Step step() {
    char c = code.charAt(at);
    if (c == ' ' || c == '\t' || isLineEnd(c)) {
      at++;
      return Step.GO_ON;
    }
    if (c == '/' && (code.startsWith("//", at) || code.startsWith("/*", at))) {
      return comment();
    }
    if (code.startsWith("<!--", at) || code.startsWith("-->", at)) {
      return Step.UNSURE; // a comment where the language is that of web pages
    }
    if (isEnded && depth == 0 && c != ';') {
      return isToken(c) ? Step.NO_EXPRESSION : Step.UNSURE;
    }
    Step step = token(c);
    previous = code.charAt(at - 1);
    return step;
  }

  /** Goes over one token, or as much of one as decides. */
  private Step token(char c) {
    if (isWordPart(c)) {
      return word();
    }
    at++;
    switch (c) {
      case ';' -> isEnded |= depth == 0;
      case '(', '[', '{' -> depth++;
      case ')', ']' -> depth--;
      case '}' -> {
        if (!placeholders.isEmpty() && placeholders.peek() == depth) {
          placeholders.pop();
          depth--;
          return string('`');
        }
        depth--;
      }
      case '"', '\'', '`' -> {
        return string(c);
      }
      case '/' -> {
        return previous != 0 && BEFORE_OPERAND.indexOf(previous) >= 0 ? regex() : Step.UNSURE;
      }
      default -> {
        return isToken(c) ? Step.GO_ON : Step.UNSURE;
      }
    }
    return depth < 0 ? Step.UNSURE : Step.GO_ON;
  }

  private Step word() {
    int from = at;
    while (at < code.length() && isWordPart(code.charAt(at))) {
      at++;
    }
    return depth == 0 && previous != '.' && STATEMENT_WORDS.contains(code.substring(from, at))
        ? Step.NO_EXPRESSION
        : Step.GO_ON;
  }

  /** Goes on in a string, up to its end or to a placeholder in it. */
  private Step string(char quote) {
    while (at < code.length()) {
      char c = code.charAt(at++);
      if (c == quote) {
        return Step.GO_ON;
      }
      if (c == '\\') {
        at = Math.min(at + 1, code.length());
      } else if (quote != '`' && (c == '\n' || c == '\r')) {
        return Step.UNSURE;
      } else if (quote == '`' && c == '$' && at < code.length() && code.charAt(at) == '{') {
        at++;
        placeholders.push(++depth);
        return Step.GO_ON;
      }
    }
    return Step.UNSURE;
  }

  private Step regex() {
    boolean inClass = false;
    while (at < code.length()) {
      char c = code.charAt(at++);
      if (isLineEnd(c)) {
        return Step.UNSURE;
      }
      if (c == '/' && !inClass) {
        return Step.GO_ON;
      }
      if (c == '\\') {
        at = Math.min(at + 1, code.length());
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      }
    }
    return Step.UNSURE;
  }

  private Step comment() {
    if (code.charAt(at + 1) == '*') {
      int end = code.indexOf("*/", at + 2);
      at = end + 2;
      return end < 0 ? Step.UNSURE : Step.GO_ON;
    }
    while (at < code.length() && !isLineEnd(code.charAt(at))) {
      at++;
    }
    return Step.GO_ON;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  private static boolean isWordPart(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$';
  }

  /** Whether a character outside of strings and comments is one that this class knows. */
  private static boolean isToken(char c) {
    return c > ' ' && c < 127 && c != '\\';
  }
}
