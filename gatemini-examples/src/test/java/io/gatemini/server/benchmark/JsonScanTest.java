package io.gatemini.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.junit.jupiter.api.Test;

class JsonScanTest {
  @Property(tries = 300)
  void findsEveryMemberAsJacksonWroteIt(@ForAll("objects") Map<String, Object> members)
      throws Exception {
    ObjectNode object = Json.mapper().valueToTree(members);

    byte[] line = Json.mapper().writeValueAsBytes(object);

    for (Map.Entry<String, JsonNode> member : object.properties()) {
      byte[] name = Json.mapper().writeValueAsBytes(member.getKey());
      int value = JsonScan.member(line, 0, line.length, name);
      int end = JsonScan.endOfValue(line, value, line.length);
      String written = new String(line, value, end - value, UTF_8);
      assertThat(Json.mapper().readTree(written)).isEqualTo(member.getValue());
    }
  }

  @Property(tries = 300)
  void survivesAnyBytes(@ForAll byte[] bytes) {
    int found = JsonScan.member(bytes, 0, bytes.length, "\"id\"".getBytes(UTF_8));

    assertThat(found).isBetween(JsonScan.ABSENT, bytes.length);
  }

  @Test
  void doesNotTakeANestedMemberForOneOfTheTop() {
    byte[] line = "{ \"params\" : {\"id\":1, \"x\":\"}\\\"\"} , \"id\" : 7 }".getBytes(UTF_8);

    int value = JsonScan.member(line, 0, line.length, "\"id\"".getBytes(UTF_8));

    assertThat(line[value]).isEqualTo((byte) '7');
  }

  @Test
  void tellsThatAMemberIsAbsent() {
    byte[] line = "{\"method\":\"ping\"}".getBytes(UTF_8);

    int value = JsonScan.member(line, 0, line.length, "\"id\"".getBytes(UTF_8));

    assertThat(value).isEqualTo(JsonScan.ABSENT);
  }

  /** Half a surrogate pair has no UTF-8 form. */
  private static StringArbitrary text() {
    return Arbitraries.strings().withCharRange('\0', '\uD7FF');
  }

  @Provide
  Arbitrary<Map<String, Object>> objects() {
    Arbitrary<Object> scalars =
        Arbitraries.oneOf(
            text().ofMaxLength(12), Arbitraries.integers(), Arbitraries.of(true, false));
    Arbitrary<Object> values =
        Arbitraries.oneOf(
            scalars,
            scalars.list().ofMaxSize(3).map(list -> (Object) list),
            Arbitraries.maps(text().ofMaxLength(4), scalars)
                .ofMaxSize(3)
                .map(map -> (Object) List.of(map)));
    return Arbitraries.maps(text().ofMaxLength(8), values).ofMaxSize(6);
  }
}
