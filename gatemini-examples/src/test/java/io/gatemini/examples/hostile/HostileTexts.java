package io.gatemini.examples.hostile;

import java.util.Base64;
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
  /** Each is repeated: characters of each class, paths, lines of a document, nearly a syntax. */
  public static final String[] UNITS =
      ("A¦7¦ ¦\t¦_¦-¦.¦/¦\\¦\"¦'¦`¦$¦#¦=¦|¦{¦[¦(¦<¦*¦,¦:¦;¦@¦\n¦é¦中¦\u0301¦\u200d¦\u001b¦\ud83d"
              + "¦a/¦usr/lib-x.y/¦a\\b\\¦\ud83d\ude00¦e\u0301\u0323¦\u001b[31mred\u001b[0m ¦\u001b]0;"
              + "¦a b\n¦- a\n¦# Head\n¦Head\n===\n¦```\n¦| a | b |\n|---|---|\n¦ x:\n  "
              + "¦{\"a\": [1, \"b\\\"¦http://a.b/?c=¦a.b-c@¦E.g. so etc. ¦a.b (¦a . ¦;/*¦export { a as b, "
              + "¦[a ¦{{ a ¦${a:-¦<title ¦a=\"\\\", b ¦ and  then  ¦aB1"
              + "¦a¦0¦a.¦a-¦\\u¦<a>(¦{\"a\":¦%¦a b ¦a,¦1.¦a:¦a=¦(a¦a@¦A1¦&amp;¦*/¦//")
          .split("¦", -1);

  /** The end of a run, so that hardly a pattern matches to the end. */
  private static final String NEARLY = " end";

  private HostileTexts() {}

  /** All texts of a size in characters, by what they repeat. */
  public static Map<String, String> ofSize(int size) {
    Map<String, String> texts = new LinkedHashMap<>();
    int run = size - NEARLY.length();
    for (String unit : UNITS) {
      texts.put(unit, unit.repeat(run / unit.length()) + NEARLY);
    }
    texts.put("base64", base64(run, 1) + NEARLY);
    return texts;
  }

  /** The names of all texts. */
  public static Stream<String> names() {
    return Stream.concat(Stream.of(UNITS), Stream.of("base64"));
  }

  /** Random bytes as one line of base64, without an end. */
  public static String base64(int size, long seed) {
    byte[] bytes = new byte[size * 3 / 4];
    new Random(seed).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
