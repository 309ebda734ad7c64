package io.gatemini.internal.surface.address;

import static io.gatemini.testing.Thrown.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.testing.Values;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ResourceAddressTest {
  private final AddressTemplate template =
      AddressTemplate.of("gatemini://backend/{name}/tools{?limit,tag}");

  @Test
  void takesAnAddressApart() {
    ResourceAddress address =
        ResourceAddress.of("Gatemini://backend/my%20%F0%9F%98%80%2fserver/tools?tag=a%26b&limit=3")
            .orElseThrow();

    assertThat(address.segments()).containsExactly("backend", "my 😀/server", "tools");
    assertThat(address.query()).isEqualTo(Map.of("tag", "a&b", "limit", "3"));
  }

  @Test
  void takesWhatAnAgentWritesByHand() {
    ResourceAddress address =
        ResourceAddress.of("gatemini://result/x?path=a b > [0-4]#?=/é&search").orElseThrow();

    assertThat(address.query()).isEqualTo(Map.of("path", "a b > [0-4]#?=/é", "search", ""));
  }

  @Values("`` | gatemini:/x | 1http://stats | a b://c | ://x | stats | gatemini")
  void isNoneWithAPath(String uri) {
    assertThat(ResourceAddress.of(uri)).isEmpty();
  }

  @Values(
      """
      gatemini://a% | gatemini://a%4 | gatemini://a%zz | gatemini://a%+1 | gatemini://a%４１
      gatemini://a%٤١ | gatemini://a%ff | gatemini://a%F0%9F%98 | gatemini://a?b=1&b=2
      """)
  void saysWhatIsWrongWithAnAddress(String uri) {
    assertThrown(InvalidArgumentsException.class, () -> ResourceAddress.of(uri))
        .hasMessageMatching(".*(%25|%C3%A9|twice).*");
  }

  @Property
  void decodesWhatIsEncoded(@ForAll String name, @ForAll String tag) {
    Optional<Map<String, String>> values =
        template.match(
            ResourceAddress.of("gatemini://backend/" + encoded(name) + "/tools?tag=" + encoded(tag))
                .orElseThrow());

    assertThat(values).contains(Map.of("name", utf8(name), "tag", utf8(tag)));
  }

  @Property
  void takesOrRefusesAnyText(@ForAll String text) {
    try {
      assertThat(ResourceAddress.of("gatemini://" + text)).isPresent();
    } catch (InvalidArgumentsException e) {
      assertThat(text).containsAnyOf("%", "?");
    }
  }

  @Test
  void matchesSegmentBySegment() {
    assertThat(match("gatemini://backend/a/tools")).contains(Map.of("name", "a"));
    assertThat(match("gatemini://backend//tools")).contains(Map.of("name", ""));
    assertThat(match("gatemini://backend/a/b/tools")).isEmpty();
    assertThat(match("gatemini://backend/a/tools/")).isEmpty();
    assertThat(match("gatemini://backend/a/Tools")).isEmpty();
    assertThat(match("gatemini://backend/a%2Ftools")).isEmpty();
  }

  @Test
  void namesTheParametersThereAre() {
    assertThatThrownBy(() -> match("gatemini://backend/a/tools?limits=3"))
        .hasMessage("this resource has no parameter \"limits\"; did you mean \"limit\"?");
    assertThatThrownBy(() -> match("gatemini://backend/a/tools?page=3"))
        .hasMessage("this resource has no parameter \"page\"; it has limit, tag");
    assertThat(match("gatemini://backend/a?page=3")).isEmpty();
  }

  @Test
  void aVariableMayHaveTextAroundIt() {
    assertThat(match("docs://{name}.md", "docs://intro.md")).contains(Map.of("name", "intro"));
    assertThat(match("docs://{name}.md", "docs://a%2Fb.md.md")).contains(Map.of("name", "a/b.md"));
    assertThat(match("docs://{name}.md", "docs://intro.txt")).isEmpty();
    assertThat(match("docs://v{n}", "docs://v12")).contains(Map.of("n", "12"));
    assertThat(match("docs://v{n}", "docs://w12")).isEmpty();
    assertThat(match("docs://{a}/aa{b}aa", "docs://x/aaa")).isEmpty();
    assertThat(match("docs://a%20b/{c}{?d}", "docs://a b/é?d=1"))
        .contains(Map.of("c", "é", "d", "1"));
  }

  @Values(
      """
      docs:x/{a} | docs://{+path} | docs://{#a} | docs://x{/a} | docs://{a,b} | docs://{a:3}
      docs://{a*} | docs://{} | docs://{a}{b} | docs://{a}-{b} | docs://{a | docs://a}
      docs://{{a}} | docs://x?a={a} | docs://{a}{?b}.md | docs://{a}{?b}{?c} | docs://{a}{?b}{&c}
      docs://{a}{?} | docs://{a}{?b,} | docs://{a}{?b*} | docs://{a}{?b | docs://{a}/{a}
      docs://{a}{?a} | docs://50%/{a}
      """)
  void refusesATemplateThatCouldNotBeRead(String refused) {
    assertThrown(IllegalArgumentException.class, () -> AddressTemplate.of(refused))
        .hasMessageStartingWith("the template \"" + refused + "\" ");
  }

  @Property
  void takesOrRefusesAnyTemplate(@ForAll String text) {
    try {
      assertThat(AddressTemplate.of("docs://" + text).variables()).doesNotHaveDuplicates();
    } catch (IllegalArgumentException e) {
      assertThat(text).containsAnyOf("%", "?", "{", "}");
    }
  }

  @Property
  void readsWhatItsVariableWasMadeInto(@ForAll String value) {
    assertThat(match("docs://page-{name}.md", "docs://page-" + encoded(value) + ".md"))
        .contains(Map.of("name", utf8(value)));
  }

  private static Optional<Map<String, String>> match(String template, String uri) {
    return AddressTemplate.of(template).match(ResourceAddress.of(uri).orElseThrow());
  }

  private Optional<Map<String, String>> match(String uri) {
    return template.match(ResourceAddress.of(uri).orElseThrow());
  }

  private static String utf8(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }

  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      encoded.append(String.format("%%%02X", b & 0xff));
    }
    return encoded.toString();
  }
}
