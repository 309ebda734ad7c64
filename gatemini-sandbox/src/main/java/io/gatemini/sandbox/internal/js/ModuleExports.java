package io.gatemini.sandbox.internal.js;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a function's body of a module that exports what is to be run: {@code export default}, a
 * function {@code main}, or the only name. Only the word {@code export} is taken away where the
 * language's own parser has found it, so every line stays where it is.
 */
final class ModuleExports {
  private static final String DEFAULT = "__default";
  private static final Pattern NAMED_DEFAULT =
      Pattern.compile(
          "(export\\s+default\\s+)(?:async\\s+function|function|class)\\b[\\s*]*([\\w$]+)");
  private static final Pattern FUNCTION_DEFAULT =
      Pattern.compile("(export\\s+default\\s+)(?:async\\s+)?function\\b[\\s*]*\\(");
  private static final Pattern DEFAULT_VALUE = Pattern.compile("export\\s+default\\b");
  private static final Pattern DECLARATION =
      Pattern.compile(
          "(export\\s+)(?:async\\s+function|function|class|const|let|var)\\b[\\s*]*([\\w$]*)");
  private static final Pattern LIST = Pattern.compile("export\\s*\\{([^{}]*)\\}(?!\\s*from\\b)");
  private static final Pattern LISTED =
      Pattern.compile("\\s*([\\w$]+)(?:\\s+as\\s+([\\w$]+))?\\s*");

  private String text;
  private final Set<String> exported = new HashSet<>();
  private @Nullable String defaultEntry;

  ModuleExports(String code) {
    text = code;
  }

  /** The rest of the module. */
  String text() {
    return text;
  }

  /** The name of what is to be run; {@code null} where the names that are exported decide none. */
  @Nullable String entry() {
    return defaultEntry != null
        ? defaultEntry
        : exported.contains("main")
            ? "main"
            : exported.size() == 1 ? exported.iterator().next() : null;
  }

  /** Whether the exports decide nothing: there are none, or the program returns beside them. */
  boolean isBeside() {
    int begin = text.length() - text.stripLeading().length();
    String indent = text.substring(text.lastIndexOf('\n', begin) + 1, begin);
    return defaultEntry == null
        && (exported.isEmpty() || ("\n" + text).contains("\n" + indent + "return"));
  }

  /**
   * Takes away the export that stands at a position.
   *
   * @param line from 1
   * @param column from 0
   * @return whether there was one that means something in a single module
   */
  boolean remove(int line, int column) {
    int at = offset(text, line, column);
    if (at < 0 || !text.startsWith("export", at)) {
      return false;
    }
    Matcher named = at(NAMED_DEFAULT, at);
    if (named != null) {
      defaultEntry = named.group(2);
      blank(at, named.end(1), "");
      return true;
    }
    Matcher function = at(FUNCTION_DEFAULT, at);
    if (function != null) {
      defaultEntry = DEFAULT;
      int bracket = function.end() - 1;
      text = text.substring(0, bracket) + " " + DEFAULT + text.substring(bracket);
      blank(at, function.end(1), "");
      return true;
    }
    Matcher value = at(DEFAULT_VALUE, at);
    if (value != null) {
      defaultEntry = DEFAULT;
      blank(at, value.end(), "var " + DEFAULT + " = ");
      return true;
    }
    Matcher declaration = at(DECLARATION, at);
    if (declaration != null) {
      exported.add(declaration.group(2));
      blank(at, declaration.end(1), "");
      return true;
    }
    Matcher list = at(LIST, at);
    if (list != null && takeListed(list.group(1))) {
      blank(at, list.end(), ";");
      return true;
    }
    return false;
  }

  private boolean takeListed(String names) {
    for (String name : names.split(",", -1)) {
      if (name.isBlank()) {
        continue;
      }
      Matcher listed = LISTED.matcher(name);
      if (!listed.matches()) {
        return false;
      }
      String as = listed.group(2) == null ? listed.group(1) : listed.group(2);
      if (as.equals("default")) {
        defaultEntry = listed.group(1);
      } else if (as.equals("main") && defaultEntry == null) {
        defaultEntry = listed.group(1);
      } else {
        exported.add(listed.group(1));
      }
    }
    return true;
  }

  private @Nullable Matcher at(Pattern pattern, int at) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? matcher : null;
  }

  /** Puts something in the place of a part, and the line breaks of the part behind it. */
  private void blank(int from, int to, String instead) {
    String breaks =
        "\n".repeat((int) text.substring(from, to).chars().filter(c -> c == '\n').count());
    text = text.substring(0, from) + instead + breaks + text.substring(to);
  }

  /** Where a position in a text is; -1 where it has no such line. */
  static int offset(String text, int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = text.indexOf('\n', start) + 1;
      if (start == 0) {
        return -1;
      }
    }
    return start + column;
  }
}
