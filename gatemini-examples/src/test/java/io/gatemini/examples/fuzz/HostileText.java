package io.gatemini.examples.fuzz;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Texts that break what was written for friendly ones: by chance, or long runs that take long
 * wherever a reader goes back over what it has read. They are here, in the module that sees all
 * others, because test code is not shared between modules; what reads them is tested here, too, in
 * the packages of the readers.
 */
final class HostileText {
  /** Each is repeated: characters of each class, paths, lines of a document, nearly a syntax. */
  private static final String[] UNITS =
      ("A¦7¦ ¦\t¦_¦-¦.¦/¦\\¦\"¦'¦`¦$¦#¦=¦|¦{¦[¦(¦<¦*¦,¦:¦;¦@¦\n¦é¦中¦\u0301¦\u200d¦\u001b¦\ud83d"
              + "¦a/¦usr/lib-x.y/¦a\\b\\¦\ud83d\ude00¦e\u0301\u0323¦\u001b[31mred\u001b[0m ¦\u001b]0;"
              + "¦a b\n¦- a\n¦# Head\n¦Head\n===\n¦```\n¦| a | b |\n|---|---|\n¦ x:\n  "
              + "¦{\"a\": [1, \"b\\\"¦http://a.b/?c=¦a.b-c@¦E.g. so etc. ¦a.b (¦a . ¦;/*¦export { a as b, "
              + "¦[a ¦{{ a ¦${a:-¦<title ¦a=\"\\\", b ¦ and  then  ¦aB1"
              + "¦a¦0¦a.¦a-¦\\u¦<a>(¦{\"a\":¦%¦a b ¦a,¦1.¦a:¦a=¦(a¦a@¦A1¦&amp;¦*/¦//")
          .split("¦", -1);

  /** The end of a run, so that hardly a pattern matches to the end. */
  private static final String NEARLY = " end";

  private static final String[] WORDS =
      ("read¦a¦file¦send¦the¦mail¦list¦echo¦good¦issue¦date¦naïve¦檔案¦поиск¦😀¦e\u0301¦\u202Eright"
              + "¦ﷺ¦İ¦ß¦\u0000¦\uD800¦\uDC00x¦\u2028")
          .split("¦", -1);
  private static final String[] TRAPS =
      ("__proto__¦constructor¦toString¦hasOwnProperty¦prototype¦null¦undefined¦NaN¦-0¦1e999"
              + "¦../../etc/passwd¦{{text}}¦${HOME}¦%s%n%x¦<script>¦```¦\r\n¦\n¦'; --¦\"¦\\¦\\u0000"
              + "¦(a+)+$¦[¦(?<x>¦*¦gatemini://¦://¦a.b.c.d¦.¦..¦/¦?¦#¦&¦=¦%¦%zz¦%C3%28¦ ¦\t¦\u001b[31m"
              + "¦await good.echo({})¦{\"tool\":\"good.echo\"}¦results.get¦\uFEFF¦\u200B¦-¦--¦@¦$"
              + "¦await¦class")
          .split("¦", -1);

  private HostileText() {}

  /** Mostly short; one in a few hundred is of a size that hurts. */
  static String of(Chance chance) {
    if (chance.oneIn(400)) {
      return run(chance, chance.of(100_000, 300_000, 1_000_000, 3_000_000));
    }
    return chance.oneIn(25) ? run(chance, chance.between(100, 20_000)) : small(chance);
  }

  /** Never long. */
  static String small(Chance chance) {
    return switch (chance.below(6)) {
      case 0 -> "";
      case 1 -> chance.of(TRAPS);
      case 2 -> chance.of(TRAPS) + chance.of(WORDS) + chance.of(TRAPS);
      case 3 -> run(chance, chance.between(1, 60));
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = chance.between(1, 6); i > 0; i--) {
          text.append(chance.of(WORDS)).append(chance.oneIn(5) ? "" : " ");
        }
        yield text.toString();
      }
    };
  }

  /** A long run of one thing with an end that nearly matches. */
  static String run(Chance chance, int length) {
    String end = chance.of("", " end", "!", "\"", "\n", "=", ")", "\u0000", "x".repeat(3));
    String unit = chance.of(UNITS);
    return (chance.oneIn(8)
            ? base64(length, chance.bits())
            : unit.repeat(Math.max(1, length / unit.length())))
        + end;
  }

  /** All texts of a size in characters, by what they repeat. */
  static Map<String, String> ofSize(int size) {
    Map<String, String> texts = new LinkedHashMap<>();
    int run = size - NEARLY.length();
    for (String unit : UNITS) {
      texts.put(unit, unit.repeat(run / unit.length()) + NEARLY);
    }
    texts.put("base64", base64(run, 1) + NEARLY);
    return texts;
  }

  /** Random bytes as one line of base64, without an end. */
  static String base64(int size, long seed) {
    byte[] bytes = new byte[size * 3 / 4];
    new Random(seed).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
