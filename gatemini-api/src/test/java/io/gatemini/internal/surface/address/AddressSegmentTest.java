package io.gatemini.internal.surface.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.text.PercentEncoding;
import io.gatemini.testing.Pairs;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AddressSegmentTest {
  private final AddressTemplate template =
      AddressTemplate.of("gatemini://backend/{backend_name}/tools");

  /** RFC 3986, 2.1 to 2.3: unreserved characters stand for themselves, all others are encoded. */
  @Pairs(
      """
      files.read_file-1~ -> files.read_file-1~ | a b -> a%20b | a/b?c#d -> a%2Fb%3Fc%23d
      100% -> 100%25 | é -> %C3%A9 | 😀 -> %F0%9F%98%80 | כלי -> %D7%9B%D7%9C%D7%99
      a+b&c=d -> a%2Bb%26c%3Dd
      """)
  void encodesWhatIsReserved(String name, String segment) {
    assertThat(PercentEncoding.segment(name)).isEqualTo(segment);
  }

  @Property
  void isReadBackAsTheSameName(@ForAll("names") String name) {
    String uri = "gatemini://backend/" + PercentEncoding.segment(name) + "/tools";

    assertThat(uri).matches("gatemini://backend/[A-Za-z0-9._~%-]*/tools");
    assertThat(template.match(ResourceAddress.of(uri).orElseThrow()))
        .contains(Map.of("backend_name", whole(name)));
  }

  /** Half of a surrogate pair is no text, and no UTF-8 has it. */
  private static String whole(String name) {
    return name.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Property
  void isReadBackByAnyOtherDecoder(@ForAll("names") String name) {
    assertThat(java.net.URLDecoder.decode(PercentEncoding.segment(name), StandardCharsets.UTF_8))
        .isEqualTo(whole(name));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.strings().all(),
        Arbitraries.strings().withChars("%/?#&=+:@ .\\\"{}[]\n\t\u0000ab"),
        Arbitraries.strings().withCharRange('\u0590', '\u06ff'),
        Arbitraries.strings().withCharRange('\ud7f0', '\ue010'),
        Arbitraries.integers()
            .between(0x1F300, 0x1FAFF)
            .list()
            .map(list -> list.stream().map(Character::toString).reduce("", String::concat)));
  }
}
