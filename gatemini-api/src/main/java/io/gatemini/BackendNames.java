package io.gatemini;

import java.util.regex.Pattern;

/** The rule for backend names. */
final class BackendNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  private BackendNames() {}

  static String check(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigException(
          "\""
              + name
              + "\" is not a backend name; use 1 to 64 letters, digits, '-' and '_', beginning"
              + " with a letter or digit, for example \"github\"");
    }
    return name;
  }
}
