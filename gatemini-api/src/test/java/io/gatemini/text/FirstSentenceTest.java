package io.gatemini.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.testing.Table;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FirstSentenceTest {
  @Table(
      """
      Reads a file. Then closes it. | Reads a file.
      Reads a file | Reads a file
      Reads a file. | Reads a file.
      Takes a name, e.g. Bob, and greets. Twice. | Takes a name, e.g. Bob, and greets.
      Takes a size (i.e. Bytes). Not more. | Takes a size (i.e. Bytes).
      Folders, files etc. are listed. All. | Folders, files etc. are listed.
      Lists folders, files etc. Needs a path. | Lists folders, files etc.
      Speaks HTTP/1.1 and v2.0.3 too. Fast. | Speaks HTTP/1.1 and v2.0.3 too.
      Needs version 2.5. Not 3.0. | Needs version 2.5.
      Rounds 3.14 to 3. Nothing else. | Rounds 3.14 to 3.
      1. Open it. 2. Close it. | 1. Open it.
      Spaced out, e. g. like this. Yes. | Spaced out, e. g. like this.
      Multiplies a by b. Returns the product. | Multiplies a by b.
      Waits... then goes. Gone. | Waits... then goes.
      Opens index.html. Renders it. | Opens index.html.
      """)
  void endsAtTheFirstFullStopThatEndsASentence(String text, String sentence) {
    assertThat(FirstSentence.of(text)).isEqualTo(sentence);
  }

  @Test
  void endsAtAFullStopBeforeALineFeed() {
    assertThat(FirstSentence.of("Reads a file.\nThen closes. It.")).isEqualTo("Reads a file.");
  }

  @Test
  void endsAtAnEmptyLine() {
    assertThat(FirstSentence.of("Reads a file\n\nArgs:\n  path: where. It is."))
        .isEqualTo("Reads a file");
    assertThat(FirstSentence.of("Reads a\nfile. Yes.")).isEqualTo("Reads a\nfile.");
  }

  @Test
  void endsAtAnIdeographicFullStop() {
    assertThat(FirstSentence.of("\u8bfb\u53d6\u6587\u4ef6\u3002\u7136\u540e"))
        .isEqualTo("\u8bfb\u53d6\u6587\u4ef6\u3002");
  }

  /** Functional specification, 1.8. */
  @Test
  void cuts250LettersTo203Characters() {
    assertThat(FirstSentence.of("a".repeat(250))).isEqualTo("a".repeat(200) + "...");
  }

  @Test
  void capsEveryWayToEnd() {
    String long5000 = "a".repeat(5_000);

    assertThat(FirstSentence.of(long5000 + ". Next")).hasSize(203);
    assertThat(FirstSentence.of(long5000 + ".\nNext")).hasSize(203);
    assertThat(FirstSentence.of(long5000 + ".")).hasSize(203);
    assertThat(FirstSentence.of(long5000 + "\n\n")).hasSize(203);
    assertThat(FirstSentence.of("a".repeat(199) + ". Next")).hasSize(200).endsWith(".");
  }

  @Test
  void cutsBetweenCodePoints() {
    assertThat(FirstSentence.of("\ud83d\ude00".repeat(5), 3))
        .isEqualTo("\ud83d\ude00".repeat(3) + "...");
  }

  @Test
  void refusesALimitThatIsNotPositive() {
    assertThatThrownBy(() -> FirstSentence.of("a", 0)).hasMessageContaining("0");
  }

  @Property
  void isABoundedBeginningOfAnyText(
      @ForAll String text, @ForAll @IntRange(min = 1, max = 50) int limit) {
    String sentence = FirstSentence.of(text, limit);

    boolean whole = text.strip().startsWith(sentence);
    assertThat(sentence.codePointCount(0, sentence.length())).isLessThanOrEqualTo(limit + 3);
    if (!whole) {
      assertThat(sentence).endsWith("...");
      String kept = sentence.substring(0, sentence.length() - 3);
      assertThat(text.strip()).startsWith(kept);
      assertThat(kept.codePointCount(0, kept.length())).isEqualTo(limit);
    }
  }
}
