package io.gatemini.internal.settings;

import io.gatemini.internal.process.Environment;
import java.util.regex.Pattern;

/**
 * Puts environment variables into values.
 *
 * <ul>
 *   <li><code>${NAME}</code> is the variable; that it is not set is an error.
 *   <li><code>${NAME:-text}</code> is the text where the variable is not set or empty.
 *   <li><code>${env:NAME}</code>, as editors write it, is <code>${NAME}</code>.
 *   <li><code>$${</code> is a literal <code>${</code>.
 * </ul>
 *
 * A <code>$</code> that no brace follows stays as it is, so that passwords survive. A variable's
 * value is not expanded again.
 */
record Variables(Environment.Lookup environment) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * Expands a value.
   *
   * @throws IllegalArgumentException saying which variable is wrong and what to write
   */
  String expand(String value) {
    int open = value.indexOf("${");
    if (open < 0) {
      return value;
    }
    StringBuilder expanded = new StringBuilder();
    int from = 0;
    for (; open >= 0; open = value.indexOf("${", from)) {
      if (open > from && value.charAt(open - 1) == '$') {
        expanded.append(value, from, open - 1).append("${");
        from = open + 2;
        continue;
      }
      int close = value.indexOf('}', open);
      if (close < 0) {
        throw new IllegalArgumentException("\"${\" is not closed; write \"$${\" for a literal one");
      }
      expanded.append(value, from, open).append(variable(value.substring(open + 2, close)));
      from = close + 1;
    }
    return expanded.append(value, from, value.length()).toString();
  }

  private String variable(String expression) {
    int separator = expression.indexOf(":-");
    String name = separator < 0 ? expression : expression.substring(0, separator);
    if (name.startsWith("env:")) {
      name = name.substring("env:".length());
    }
    if (name.startsWith("input:")) {
      throw new MissingValueException(
          "\"${"
              + expression
              + "}\" is an input of VS Code, which the gateway does not know; write a variable of the"
              + " environment in its place");
    }
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "\"${"
              + expression
              + "}\" names no environment variable; write ${NAME}, or \"$${\" for a literal"
              + " \"${\"");
    }
    String found = environment.get(name);
    if (separator >= 0) {
      return found == null || found.isEmpty() ? expression.substring(separator + 2) : found;
    }
    if (found == null) {
      throw new MissingValueException(
          "the environment variable "
              + name
              + " is not set; set it, or write a default: ${"
              + name
              + ":-value}");
    }
    return found;
  }

  private static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}
