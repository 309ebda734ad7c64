package io.gatemini.sandbox.internal.run;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program in a text that a model wrote around it: thoughts, elements of XML, sentences and
 * Markdown fences. Asked only for a text that is no program itself. Stateless.
 */
public final class ProgramText {
  private static final Pattern THOUGHT =
      Pattern.compile("(?s)\\A\\s*+<(think\\w*+|reasoning)>.*?</\\1>");
  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?s)\\A\\s*+<(\\w++)[^<>]*+>(?:\\s*+<!\\[CDATA\\[)?(.*?)(?:\\]\\]>\\s*+)?</\\1>\\s*+\\z");
  private static final Pattern FENCE =
      Pattern.compile("(?ms)^[ \\t]*+```([\\w+#-]*+)[ \\t]*+\\R(.*?)(?:^[ \\t]*+```[ \\t]*+$|\\z)");
  private static final Pattern SHEBANG = Pattern.compile("\\A#![^\\n]*+");

  /** The languages of fences that show something else. */
  private static final Set<String> OTHERS =
      Set.of("json", "bash", "sh", "shell", "text", "txt", "console", "output", "diff", "yaml");

  /** Each costs a look at the whole text. */
  private static final int MAX_ELEMENTS = 4;

  private ProgramText() {}

  /** The program, each line where it was; the text itself where nothing is around it. */
  public static String inside(String text) {
    Matcher before = THOUGHT.matcher(text);
    String rest = before.find() ? only(text, before.end(), text.length()) : text;
    Matcher element = ELEMENT.matcher(rest);
    for (int i = 0; i < MAX_ELEMENTS && element.matches(); i++) {
      rest = only(rest, element.start(2), element.end(2));
      element = ELEMENT.matcher(rest);
    }
    StringBuilder code = new StringBuilder();
    int at = 0;
    for (Matcher fence = FENCE.matcher(rest); fence.find(); ) {
      if (!OTHERS.contains(fence.group(1))) {
        code.append(only(rest.substring(at), fence.start(2) - at, fence.end(2) - at));
        at = fence.end(2);
      }
    }
    return at > 0 ? code.toString() : SHEBANG.matcher(rest).replaceFirst("");
  }

  /** A part, behind as many empty lines as there are lines before it. */
  private static String only(String text, int from, int to) {
    long lines = text.substring(0, from).chars().filter(c -> c == '\n').count();
    return "\n".repeat((int) lines) + text.substring(from, to);
  }
}
