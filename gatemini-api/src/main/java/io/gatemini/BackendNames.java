package io.gatemini;

import java.util.regex.Pattern;

/** The rule for names of backends and of composite tools. */
final class BackendNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  private BackendNames() {}

  static String check(String name) {
    return check(name, "a backend name", "github");
  }

  static String checkTool(String name) {
    return check(name, "a name for a composite tool", "count_files");
  }

  private static String check(String name, String what, String example) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigException(
          "\""
              + name
              + "\" is not "
              + what
              + "; use 1 to 64 letters, digits, '-' and '_', beginning with a letter or digit, for"
              + " example \""
              + example
              + "\"");
    }
    return name;
  }
}
