package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.gatemini.spi.Json;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Values of every type that JSON has, as texts, where a reader expects none of them. */
final class HostileJson {
  /** {@code text}, {@code integer}, {@code bool} are mostly of the type that they name. */
  private static final String RULES =
      """
      value = 40× null
        40× ‹flag› ¦ 40× ‹number› ¦ 160× ‹string› ¦ 10× [] ¦ 30× [‹values›] ¦ 40× ‹object› ¦ ‹odd›
        40× {‹key›:‹value›‹?,"b":‹value››‹?,"c c":‹value››}
      values = ‹value› ¦ ‹value›,‹values›
      odd = 4× ‹deep› ¦ ‹many›
      flag = true ¦ false
      object = {}
        {"a":‹value›‹?,"text":‹value››‹?,"name":‹value››‹?,"id":‹value››‹?,"":‹value››}
        {"value":‹value›‹?,"__proto__":‹value››‹?,"id":‹value››‹?,"text":‹value››}
      number = 0
        ‹small› ¦ ‹long› ¦ ‹bound› ¦ 0.‹digit›‹digit›7 ¦ ‹power› ¦ ‹decimal› ¦ 900719925474099‹digit›
        ‹endless›
      bound = 2147483647 ¦ -2147483648 ¦ 600000 ¦ 600001
      decimal = 1e308 ¦ 1e-320 ¦ 1.0 ¦ -0.0 ¦ 1e9
      endless = 1e9999999999 ¦ 1e999999999 ¦ -1e-99999
      digit = 0 ¦ 1 ¦ 2 ¦ 3 ¦ 4 ¦ 5 ¦ 6 ¦ 7 ¦ 8 ¦ 9
      text = 7× ‹string› ¦ ‹value›
      integer = 5× ‹small› ¦ ‹number› ¦ ‹value›
      bool = 6× ‹flag› ¦ ‹value›
      extra = 14×
        ,‹key›:‹value›""";

  private HostileJson() {}

  /** These rules and others. */
  static Grammar grammar(String rules) {
    return new Grammar(rules + RULES)
        .with("string", chance -> quoted(HostileText.of(chance)))
        .with("key", chance -> quoted(HostileText.small(chance)))
        .with("small", chance -> "" + chance.between(-5, 200))
        .with("long", chance -> "" + chance.bits())
        .with("power", chance -> "1" + "0".repeat(chance.between(18, 900)))
        .with("deep", HostileJson::deep)
        .with("many", chance -> listed(chance.between(100, 5_000), i -> "" + i));
  }

  /** As deep as the project reads. */
  private static String deep(Chance chance) {
    int levels = chance.of(10, 100, 999, 2_300);
    return chance.oneIn(2)
        ? "[".repeat(levels) + "1" + "]".repeat(levels)
        : "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
  }

  static String listed(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
  }

  /** A value as a text, as deep as the project reads; {@code toString} would stop before. */
  static String quoted(Object value) {
    try {
      return Json.mapper().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
