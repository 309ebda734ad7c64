package io.gatemini.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTextTest {
  /** Family, flag, heart on fire, keycap, person with a skin tone and a trade. */
  private static final List<String> EMOJI =
      List.of(
          "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66",
          "\uD83C\uDDE9\uD83C\uDDEA",
          "\u2764\uFE0F\u200D\uD83D\uDD25",
          "1\uFE0F\u20E3",
          "\uD83D\uDC69\uD83C\uDFFD\u200D\uD83D\uDCBB",
          "\uD83C\uDFF3\uFE0F\u200D\uD83C\uDF08",
          "\uD83E\uDDD1\u200D\u2696\uFE0F");

  /** "I want" in Persian, "kshatriya" and "sri" in scripts of India and Sri Lanka. */
  private static final List<String> WRITING =
      List.of(
          "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
          "\u0915\u094D\u200D\u0937",
          "\u0DC1\u0DCA\u200D\u0DBB\u0DD3",
          "\u845B\uDB40\uDD00",
          "\u1820\u180B",
          "caf\u00E9, na\u00EFve, e\u0301",
          "\u65E5\u672C\u8A9E\u3000\uD55C\uAD6D\uC5B4",
          "one\ntwo\tthree\r\nfour",
          "");

  @Test
  void whatWritingNeedsIsReturnedAsItIs() {
    EMOJI.forEach(text -> assertThat(VisibleText.of(text)).isSameAs(text));
    WRITING.forEach(text -> assertThat(VisibleText.of(text)).isSameAs(text));
    WRITING.forEach(text -> assertThat(VisibleText.escaped(text)).isSameAs(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "re\u200Bad|read",
        "a\u202Eb\u202Cc|abc",
        "a\u2066b\u2069\u200E\u200F\u061Cc|abc",
        "so\u00ADft\u2060\uFEFF|soft",
        "a\u200Db\u200Cc|abc",
        "a\uFE0Fb\uFE00|ab",
        "\u263A\uFE0F\uFE0F\uFE01|\u263A\uFE0F",
        "\u0645\u200C\u200C\u200D|\u0645",
        "a\uDB40\uDC41\uDB40\uDC42\uDB40\uDC7F|a",
        "a\uDB40\uDD00|a",
        "a\uD800b\uDC00|ab",
        "\u3164\u115F\u034F\uFFA0x|x",
        "\u001B[31mred\u001B[0m|red",
        "\u001B]0;title\u0007x\u001B]8;;http://e\u001B\\y|xy",
        "\u009B2Jx\u0090q\u009Cy|xy",
        "a\u001B(Bb\u0000\u0008\u007Fc|abc",
        "\u001B[|[",
        "a\uFFFEb\uFFF9|ab",
      })
  void whatNobodySeesIsLeftOut(String text, String clean) {
    assertThat(VisibleText.of(text)).isEqualTo(clean);
  }

  @Test
  void aLoneCarriageReturnCannotWriteOverALine() {
    assertThat(VisibleText.of("safe\revil\u2028more")).isEqualTo("safe\nevil\nmore");
    assertThat(VisibleText.line("a\r\nb\tc\u0085d")).isEqualTo("a b c d");
    assertThat(VisibleText.name("a\nb")).isEqualTo("a b");
  }

  @Test
  void namesAndDescriptionsAreBounded() {
    assertThat(VisibleText.name("\uD83D\uDE00".repeat(200))).isEqualTo("\uD83D\uDE00".repeat(128));
    assertThat(VisibleText.description("x".repeat(9_000))).hasSize(4_003).endsWith("x...");
    assertThat(VisibleText.line("\u200B".repeat(1_000_000) + "x", 10)).hasSizeLessThan(14);
  }

  @Values("re\u200Bad | \uDB40\uDC41 | \u202Eabc | \uFEFF")
  void whatIsHiddenIsEscapedInJsonAndMeansTheSame(String text) {
    String json = RawJson.ofValue(List.of(text)).tree().toString();

    String escaped = VisibleText.escaped(json);

    assertThat(escaped).contains("\\u");
    assertThat(VisibleText.isVisible(escaped)).isTrue();
    assertThat(RawJson.parse(escaped).tree().get(0).textValue()).isEqualTo(text);
  }

  @Test
  void anUnfinishedSequenceCostsNoMoreThanItsLength() {
    String flood = "\u001B]".repeat(200_000);

    assertThat(VisibleText.of(flood)).isEmpty();
  }

  @Property
  void cleaningTwiceIsCleaningOnce(@ForAll("anyText") String text) {
    String clean = VisibleText.of(text);

    assertThat(VisibleText.of(clean)).isSameAs(clean);
    String line = VisibleText.line(text);
    assertThat(VisibleText.line(line)).isSameAs(line);
    String name = VisibleText.name(text);
    assertThat(VisibleText.name(name)).isSameAs(name);
  }

  @Property
  void nothingHiddenIsLeft(@ForAll("anyText") String text) {
    String clean = VisibleText.of(text);

    for (int i = 0; i < clean.length(); ) {
      int codePoint = clean.codePointAt(i);
      assertThat(isForbidden(codePoint)).as("U+%X", codePoint).isFalse();
      i += Character.charCount(codePoint);
    }
  }

  @Property
  void plainTextIsTheSameObject(@ForAll("plainText") String text) {
    assertThat(VisibleText.of(text)).isSameAs(text);
    assertThat(VisibleText.escaped(text)).isSameAs(text);
  }

  /** Characters that may never remain, in any context; stated independently of the code. */
  private static boolean isForbidden(int c) {
    return (c < 0x20 && c != '\n' && c != '\t' && c != '\r')
        || (c >= 0x7f && c < 0xa0)
        || c == 0xad
        || c == 0x61c
        || c == 0x200b
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2060 && c <= 0x206f)
        || c == 0xfeff
        || (c >= 0xd800 && c <= 0xdfff)
        || (c >= 0xe0000 && c <= 0xe007f);
  }

  @Provide
  Arbitrary<String> anyText() {
    Arbitrary<String> odd =
        Arbitraries.of(
            ("\u200B¦\u200C¦\u200D¦\u202E¦\u2066¦\uFEFF¦\u001B¦\u001B[¦[31m¦\u001B]¦\u0007"
                    + "¦\u009B¦\r¦\n¦\uFE0F¦\uFE00¦\uD83D¦\uDE00¦\uDB40\uDC41¦\uDB40\uDD00"
                    + "¦\uD83D\uDE00¦\u0645¦\u0915¦\u094D¦\u845B¦\u1820¦\u180B¦a¦1¦ ¦\u3164¦\u2028")
                .split("¦", -1));
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(4);
    return Arbitraries.oneOf(odd, odd, any)
        .list()
        .ofMaxSize(20)
        .map(parts -> parts.stream().collect(Collectors.joining()));
  }

  @Provide
  Arbitrary<String> plainText() {
    return Arbitraries.strings()
        .withCharRange(' ', '~')
        .withCharRange('\u00C0', '\u024F')
        .withCharRange('\u4E00', '\u4FFF')
        .withChars('\n', '\t');
  }
}
