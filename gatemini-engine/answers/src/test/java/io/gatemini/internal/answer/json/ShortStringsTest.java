package io.gatemini.internal.answer.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShortStringsTest {
  @Test
  void keepsHeadAndTailAndTellsTheWholeLength() {
    String shortened = shortened("\"" + "a".repeat(5_000) + "z".repeat(5_120) + "\"", 1_000);

    assertThat(shortened).hasSizeBetween(990, 1_000).startsWith("\"aaa").endsWith("zzz\"");
    assertThat(shortened).contains("a[... 8.9KB of 9.9KB omitted ...]z");
  }

  @Property(tries = 500)
  void cutsNoCharacterAndNoEscape(
      @ForAll long seed, @ForAll @IntRange(min = 60, max = 150) int max) {
    String[] units = {"a", "\\n", "\\\\", "\\\"", "\\u00e9", "\\uD83d\\udE00", "é", "中", "😀"};
    StringBuilder text = new StringBuilder("\"");
    Random random = new Random(seed);
    while (text.length() < 200) {
      text.append(units[random.nextInt(units.length)]);
    }
    String written = text.append('"').toString();

    String shortened = shortened(written, max);
    String said = RawJson.parse(shortened).tree().textValue();
    String whole = RawJson.parse(written).tree().textValue();

    assertThat(shortened.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(max);
    assertThat(JsonText.isWellFormed(said)).isTrue();
    assertThat(whole).startsWith(said.substring(0, said.indexOf("[... ")));
    assertThat(whole).endsWith(said.substring(said.indexOf("...]") + 4));
    String head = head(written, 20);
    String begin = RawJson.parse(head).tree().textValue();
    assertThat(head.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(20);
    assertThat(JsonText.isWellFormed(begin)).isTrue();
    assertThat(whole).startsWith(begin.substring(0, begin.length() - 1));
  }

  private static String shortened(String written, int max) {
    byte[] utf8 = written.getBytes(StandardCharsets.UTF_8);
    return new String(ShortStrings.shortened(utf8, 0, utf8.length, max), StandardCharsets.UTF_8);
  }

  private static String head(String written, int max) {
    byte[] utf8 = written.getBytes(StandardCharsets.UTF_8);
    return new String(ShortStrings.head(utf8, 0, utf8.length, max), StandardCharsets.UTF_8);
  }
}
