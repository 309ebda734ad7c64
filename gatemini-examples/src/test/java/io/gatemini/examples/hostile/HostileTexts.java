package io.gatemini.examples.hostile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Texts that take long wherever a reader goes back over what it has read: long runs of each class
 * of characters, nestings, and ends that nearly match. Always the same. They are here, in the
 * module that sees all others, because test code is not shared between modules; what reads them is
 * tested here, too, in the packages of the readers.
 */
public final class HostileTexts {
  /** What stands behind a run, so that hardly a pattern matches to the end. */
  private static final String NEARLY = " end";

  private final Map<String, String> units = new LinkedHashMap<>();

  private HostileTexts() {
    for (String run :
        new String[] {
          "A", "7", " ", "\t", "_", "-", ".", "/", "\\", "\"", "'", "`", "$", "#", "=", "|", "{",
          "[", "(", "<", "*", ",", ":", ";", "@", "\n", "é", "中", "\u0301", "\u200d", "\u001b",
          "\ud83d"
        }) {
      units.put("run of " + name(run), run);
    }
    units.put("path", "a/");
    units.put("path of words", "usr/lib-x.y/");
    units.put("back path", "a\\b\\");
    units.put("emoji", "\ud83d\ude00");
    units.put("letters with marks", "e\u0301\u0323");
    units.put("escape sequences", "\u001b[31mred\u001b[0m ");
    units.put("escape without end", "\u001b]0;");
    units.put("short lines", "a b\n");
    units.put("items", "- a\n");
    units.put("headings", "# Head\n");
    units.put("underlined", "Head\n===\n");
    units.put("fences", "```\n");
    units.put("table", "| a | b |\n|---|---|\n");
    units.put("indented", " x:\n  ");
    units.put("nearly JSON", "{\"a\": [1, \"b\\\"");
    units.put("nearly an address", "http://a.b/?c=");
    units.put("nearly mail", "a.b-c@");
    units.put("sentences", "E.g. so etc. ");
    units.put("calls", "a.b (");
    units.put("spaced members", "a . ");
    units.put("comments", ";/*");
    units.put("exports", "export { a as b, ");
    units.put("open groups", "[a ");
    units.put("holes", "{{ a ");
    units.put("expansions", "${a:-");
    units.put("tags", "<title ");
    units.put("parameters", "a=\"\\\", b ");
    units.put("and then", " and  then  ");
    units.put("camel case", "aB1");
  }

  /** All texts of a size in characters, by name. */
  public static Map<String, String> ofSize(int size) {
    Map<String, String> texts = new LinkedHashMap<>();
    new HostileTexts()
        .units.forEach((name, unit) -> texts.put(name, filled(unit, size - NEARLY.length())));
    texts.put("base64", base64(size - NEARLY.length()) + NEARLY);
    return texts;
  }

  /** The names of all texts. */
  public static Stream<String> names() {
    return ofSize(100).keySet().stream();
  }

  /** Random bytes as one line of base64, without an end. */
  public static String base64(int size) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Random random = new Random(1);
    StringBuilder text = new StringBuilder(size);
    for (int i = 0; i < size; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static String filled(String unit, int size) {
    return unit.repeat(size / unit.length()) + NEARLY;
  }

  private static String name(String run) {
    return run.isBlank() || run.charAt(0) > '~' || run.charAt(0) < ' '
        ? "U+" + Integer.toHexString(run.charAt(0))
        : run;
  }
}
