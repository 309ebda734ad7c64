package io.gatemini.examples.plugin.tiered;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
  /** Golden values of the specification, 2.8. */
  @ParameterizedTest
  @CsvSource({
    "websrch, search, 3",
    "serch, search, 1",
    "tavly, tavily, 1",
    "tme, time, 1",
    "curent, current, 1",
    "same, same, 0",
    "'', abc, 3",
    "serach, search, 2",
  })
  void countsInsertionsDeletionsAndReplacements(String a, String b, int distance) {
    assertThat(EditDistance.within(3, a.getBytes(UTF_8), b.getBytes(UTF_8))).isEqualTo(distance);
  }

  @Property
  void agreesWithTheWholeMatrixUpToTheBound(
      @ForAll("words") String a, @ForAll("words") String b, @ForAll @IntRange(max = 4) int bound) {
    int distance = levenshtein(a, b);

    int within = EditDistance.within(bound, a.getBytes(UTF_8), b.getBytes(UTF_8));

    if (distance <= bound) {
      assertThat(within).isEqualTo(distance);
    } else {
      assertThat(within).isGreaterThan(bound);
    }
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings().withChars("abc").ofMaxLength(9);
  }

  private static int levenshtein(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
        } else {
          int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
