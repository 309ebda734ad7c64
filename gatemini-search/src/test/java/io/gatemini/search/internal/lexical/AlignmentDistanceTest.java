package io.gatemini.search.internal.lexical;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Pairs;
import io.gatemini.text.EditDistance;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlignmentDistanceTest {
  @ParameterizedTest
  @CsvSource({
    "serch, search, 1",
    "search, serach, 1",
    "websrch, websearch, 2",
    "kitten, sitting, 3",
    "ca, abc, 3",
    "a, '', 1",
    "größe, grösse, 2",
    "погода, пагода, 1",
    "same, same, 0",
  })
  void countsEdits(String word, String other, int edits) {
    assertThat(AlignmentDistance.from(word).to(other)).isEqualTo(edits);
  }

  @Property(tries = 5_000)
  void agreesWithTheTable(@ForAll("words") String word, @ForAll("words") String other) {
    assertThat(AlignmentDistance.from(word).to(other)).isEqualTo(byTable(word, other));
  }

  @Property(tries = 500)
  void agreesWithTheTableForTheLongestWords(
      @ForAll("longest") String word, @ForAll("words") String other) {
    assertThat(AlignmentDistance.from(word).to(other)).isEqualTo(byTable(word, other));
    assertThat(AlignmentDistance.from(other).to(word)).isEqualTo(byTable(word, other));
  }

  /** Few letters, so that they meet; some beyond ASCII, some of two units. */
  @Provide
  Arbitrary<String> words() {
    return Arbitraries.oneOf(
        letters().ofMinLength(1).ofMaxLength(9), letters().ofMinLength(1).ofMaxLength(64));
  }

  @Provide
  Arbitrary<String> longest() {
    return letters().ofLength(AlignmentDistance.LONGEST);
  }

  private static StringArbitrary letters() {
    return Arbitraries.strings()
        .withChars('a', 'b', 'c', 'é', 'б', '天', '\uD83D', '\u007F', '\u0080');
  }

  @Pairs("1 -> 1 | 4 -> 1 | 5 -> 2 | 12 -> 2 | 13 -> 3 | 64 -> 3")
  void allowsMoreEditsInLongerWords(int length, int limit) {
    assertThat(EditDistance.limit(length)).isEqualTo(limit);
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThrown(IllegalArgumentException.class, () -> AlignmentDistance.from(""));
    assertThrown(IllegalArgumentException.class, () -> AlignmentDistance.from("a".repeat(65)))
        .hasMessageContaining("65");
  }

  private static int byTable(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
          continue;
        }
        int differs = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(table[i - 1][j], table[i][j - 1]) + 1;
        least = Math.min(least, table[i - 1][j - 1] + differs);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, table[i - 2][j - 2] + 1);
        }
        table[i][j] = least;
      }
    }
    return table[a.length()][b.length()];
  }
}
