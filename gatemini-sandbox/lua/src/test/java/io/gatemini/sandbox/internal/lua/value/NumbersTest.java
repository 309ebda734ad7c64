package io.gatemini.sandbox.internal.lua.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of texts are the ones that Java reads, however long the texts are. */
class NumbersTest {
  private final Meter meter = new Meter(Long.MAX_VALUE, 1 << 20, 1 << 20, 1 << 20);

  private @Nullable Number parse(String text) {
    return Numbers.parse(LuaString.of(text), meter);
  }

  @Property
  void readsWhatJavaWrites(@ForAll double number) {
    assertThat(parse(Double.toString(number)))
        .isEqualTo(Double.isNaN(number) || Double.isInfinite(number) ? null : number);
  }

  @Property
  void readsHexadecimalFloats(@ForAll double number) {
    assertThat(parse(Double.toHexString(number)))
        .isEqualTo(Double.isNaN(number) || Double.isInfinite(number) ? null : number);
  }

  @Property(tries = 200)
  void roundsLongTextsAsJavaDoes(
      @ForAll long digits,
      @ForAll @IntRange(max = 2_000) int zerosBefore,
      @ForAll @IntRange(max = 2_000) int zerosBehind,
      @ForAll @IntRange(min = -2_500, max = 2_500) int exponent) {
    String digitsOnly = Long.toUnsignedString(digits);
    String zeros = "0".repeat(zerosBefore);
    for (String text :
        new String[] {
          zeros + digitsOnly + "0".repeat(zerosBehind) + "1e" + exponent,
          "." + zeros + digitsOnly + "0".repeat(zerosBehind) + "1E" + exponent,
          digitsOnly + "." + zeros + "1" + "0".repeat(zerosBehind) + "e+" + Math.abs(exponent),
        }) {
      assertThat(parse(text)).as(text).isEqualTo(Double.parseDouble(text));
      String hexadecimal = "0x" + text.toLowerCase(Locale.ROOT).replace('e', 'p');
      assertThat(parse(hexadecimal)).as(hexadecimal).isEqualTo(Double.parseDouble(hexadecimal));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "nil",
      value = {
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "9223372036854775808, 9.223372036854776E18",
        "0xffffffffffffffff, -1",
        "-0x10, -16",
        "1e, nil",
        "0x, nil",
        "0xp1, nil",
        "., nil",
        "1e+, nil",
        "5., 5.0",
        ".5, 0.5",
        "-0.0, -0.0",
        "1e99999999999999999999, Infinity",
        "0e99999999999999999999, 0.0",
        "1e-99999999999999999999, 0.0",
        "0x1p99999999999999999999, Infinity",
      })
  void readsWhatIsAtTheBounds(String text, @Nullable String number) {
    assertThat(String.valueOf(parse(text))).isEqualTo(String.valueOf(number));
  }
}
