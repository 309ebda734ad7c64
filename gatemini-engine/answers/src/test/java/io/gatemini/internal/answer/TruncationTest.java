package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.text.Utf8Size;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class TruncationTest {
  @Test
  void leavesATextThatFitsExactly() {
    String text = "a".repeat(100);

    Truncation cut = Truncation.of(text, 100);

    assertThat(cut.text()).isSameAs(text);
    assertThat(cut.omittedBytes()).isZero();
  }

  /** Specification 4.3: 20 lines of 10 bytes at 100 keep the first 6 and the last 4. */
  @Test
  void keepsSixtyPercentOfTheLinesInFrontAndFortyBehind() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append(String.format("line-%04d\n", i));
    }
    int reserve = Truncation.markerReserve(text.toString());

    // The specification leaves the marker out of its bound; here it is inside.
    Truncation cut = Truncation.of(text.toString(), 100 + reserve);

    assertThat(cut.text())
        .startsWith("line-0000\n")
        .contains(
            """
            line-0005
            [... 10 lines, 0.1KB omitted; first 6 and last 4 lines shown ...]
            line-0016
            """)
        .endsWith("line-0019\n");
    assertThat(cut.omittedBytes()).isEqualTo(100);
  }

  /** Specification 4.3: one line of 1000 characters at 200 keeps 120 and 80. */
  @Test
  void cutsInsideALineThatIsTooLong() {
    String text = "x".repeat(500) + "y".repeat(500);
    int reserve = Truncation.markerReserve(text);

    Truncation cut = Truncation.of(text, 200 + reserve);

    assertThat(cut.text())
        .isEqualTo("x".repeat(120) + "\n[... 0.8KB omitted ...]\n" + "y".repeat(80));
  }

  @Test
  void neverReturnsAnOversizedFirstLineWhole() {
    String text = "x".repeat(5_000) + "\nshort";

    Truncation cut = Truncation.of(text, 300);

    assertThat(Utf8Size.of(cut.text())).isLessThanOrEqualTo(300);
    assertThat(cut.text()).endsWith("short");
  }

  @Test
  void doesNotSplitACharacter() {
    String text = "😀".repeat(300);

    Truncation cut = Truncation.of(text, 203);

    assertThat(cut.text().replaceAll("[😀]|\n|\\[\\.\\.\\. .*omitted \\.\\.\\.]", "")).isEmpty();
  }

  @Test
  void keepsTheHeadAloneWhereAskedTo() {
    Truncation lines = Truncation.headOf("one line of many\n".repeat(100), 100);
    Truncation line = Truncation.headOf("😀".repeat(300), 103);

    assertThat(lines.text()).isEqualTo("one line of many\n".repeat(4) + "[... 1.6KB omitted ...]");
    assertThat(lines.omittedBytes()).isEqualTo(96 * 17);
    assertThat(line.text()).isEqualTo("😀".repeat(19) + "\n[... 1.1KB omitted ...]");
  }

  /** The middle is counted, not copied: 50 MB cost what head and tail are. */
  @Test
  void allocatesForWhatItKeepsAndNotForWhatItLeavesOut() {
    String text = "a line of some length, as logs have them\n".repeat((50 << 20) / 41);
    Truncation.of(text, 200_000);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    Truncation cut = Truncation.of(text, 200_000);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 * 200_000);
    assertThat(cut.omittedBytes()).isGreaterThan(text.length() - 200_000);
  }

  @Property(tries = 1_000)
  void staysWithinAnyBoundOverAnyCharacters(
      @ForAll("pieces") String text, @ForAll @IntRange(max = 400) int max) {
    for (Truncation cut : List.of(Truncation.of(text, max), Truncation.headOf(text, max))) {
      if (Utf8Size.of(text) <= max) {
        assertThat(cut.text()).isEqualTo(text);
      } else {
        byte[] utf8 = cut.text().getBytes(StandardCharsets.UTF_8);
        assertThat(utf8.length).isLessThanOrEqualTo(max);
        assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(cut.text());
        assertThat(cut.omittedBytes()).isPositive();
      }
    }
  }

  @Property(tries = 300)
  void countsWhatItLeavesOut(@ForAll("lines") String text, @ForAll @IntRange(min = 120) int max) {
    Truncation cut = Truncation.of(text, max);

    long kept = Utf8Size.of(cut.text().replaceAll("\n?\\[\\.\\.\\. .* \\.\\.\\.]\n", ""));
    // The text does not show whether the line feed before the marker was there before.
    if (cut.omittedBytes() > 0) {
      assertThat(kept + cut.omittedBytes()).isBetween(Utf8Size.of(text) - 1, Utf8Size.of(text));
    }
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            ("a¦é¦中¦😀¦\ud83d¦\ude00¦\n¦\r\n¦\r¦some words ¦line\r\n¦" + "x".repeat(60))
                .split("¦", -1))
        .list()
        .ofMaxSize(120)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 500)
  void staysWithinTheBoundAndWellFormed(
      @ForAll @StringLength(max = 2_000) String text, @ForAll @IntRange(max = 1_500) int max) {
    Truncation cut = Truncation.of(text, max);

    if (Utf8Size.of(text) <= max) {
      assertThat(cut.text()).isEqualTo(text);
    } else {
      byte[] utf8 = cut.text().getBytes(StandardCharsets.UTF_8);
      assertThat(utf8.length).isLessThanOrEqualTo(max);
      assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(cut.text());
    }
  }

  @Property(tries = 300)
  void staysWithinTheBoundOverLines(
      @ForAll("lines") String text, @ForAll @IntRange(min = 80, max = 1_500) int max) {
    Truncation cut = Truncation.of(text, max);

    assertThat(Utf8Size.of(cut.text())).isLessThanOrEqualTo(Math.max(max, 0));
  }

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.strings()
        .withChars("aé😀 ")
        .ofMaxLength(60)
        .list()
        .ofMinSize(10)
        .ofMaxSize(200)
        .map(lines -> String.join("\n", lines));
  }

  @Property
  void countsTheBytesThatEncodingGives(@ForAll String text) {
    assertThat(Utf8Size.of(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
  }
}
