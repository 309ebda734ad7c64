package io.gatemini.examples.fuzz;

import io.gatemini.examples.hostile.HostileTexts;

/** Texts that break what was written for friendly ones. */
final class HostileText {
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
    String unit = chance.of(HostileTexts.UNITS);
    return (chance.oneIn(8)
            ? HostileTexts.base64(length, chance.bits())
            : unit.repeat(Math.max(1, length / unit.length())))
        + end;
  }
}
