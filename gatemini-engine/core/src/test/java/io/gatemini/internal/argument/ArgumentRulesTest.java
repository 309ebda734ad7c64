package io.gatemini.internal.argument;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ArgumentRulesTest {
  private static final ArgumentRules RULES =
      ArgumentRules.of(
          RawJson.parse(
                  """
                  {"type":"object","required":["query","when"],"properties":{
                    "query":{"type":"string"},
                    "when":{"enum":["now","later"]},
                    "limit":{"type":"integer"},
                    "ratio":{"type":"number"},
                    "deep":{"type":"boolean"},
                    "tags":{"type":"array"},
                    "options":{"type":"object"},
                    "maybe":{"type":["string","null"]},
                    "old":{"type":"string","nullable":true},
                    "free":{"anyOf":[{"type":"string"}]}}}
                  """)
              .tree());

  @Test
  void readsTheRootWhereverItsPartsAre() {
    ArgumentRules rules =
        ArgumentRules.of(
            RawJson.parse(
                    """
                    {"type":"object","allOf":[
                     {"properties":{"source":{"type":"string"}},"required":["source"]},
                     {"properties":{"target":{"type":"string"}},"required":["target"]}]}
                    """)
                .tree());

    assertThat(rules.violation(RawJson.parse("{\"source\":\"a\"}")))
        .contains("argument \"target\" is missing");
    assertThat(rules.violation(RawJson.parse("{\"source\":\"a\",\"target\":\"b\"}"))).isEmpty();
  }

  @Values(
      """
      {"query":"x","when":"now"}
      {"when":"later","query":"x","limit":5,"ratio":1,"unknown":[1,{"a":2}]}
      {"when":"later","query":"x","limit":5.0,"ratio":0.5,"deep":true}
      {"when":"later","query":"x","tags":[[]],"options":{"query":1}}
      {"when":"later","query":"x","maybe":null,"old":null,"free":"7"}
      """)
  void acceptsWhatTheSchemaAccepts(String arguments) {
    assertThat(violation(arguments)).isEmpty();
  }

  @Table(
      """
      {} | arguments "query", "when" are missing
      {"query":"x"} | argument "when" is missing
      {"query":1,"when":"now"} | argument "query" must be a string, not an integer
      {"query":null} | argument "query" must be a string, not null; argument "when" is missing
      {"limit":1.5} | argument "limit" must be an integer, not a number; arguments "query", \
      "when" are missing
      {"deep":"yes"} | argument "deep" must be a boolean, not a string; arguments "query", \
      "when" are missing
      {"maybe":[]} | argument "maybe" must be a string or null, not an array; arguments \
      "query", "when" are missing
      {"when":"soon"} | argument "when" must be one of "now", "later", not "soon"; argument \
      "query" is missing
      [] | arguments must be a JSON object, not an array
      "x" | arguments must be a JSON object, not a string
      """)
  void namesTheArgumentThatIsWrong(String arguments, String violation) {
    assertThat(violation(arguments)).isEqualTo(violation);
  }

  @Test
  void acceptsAnythingWhereTheSchemaSaysNothing() {
    ArgumentRules rules = ArgumentRules.of(RawJson.parse("{\"type\":\"object\"}").tree());

    assertThat(rules.violation(RawJson.parse("{\"a\":{\"b\":[1]}}"))).isEmpty();
  }

  @Test
  void countsAMemberThatIsNestedAsAbsent() {
    assertThat(violation("{\"options\":{\"query\":\"x\",\"when\":\"now\"}}"))
        .isEqualTo("arguments \"query\", \"when\" are missing");
  }

  @Test
  void shortensAForeignValueByCodePoints() {
    assertThat(violation("{\"when\":\"" + "😀".repeat(100) + "\",\"query\":\"\"}"))
        .endsWith("😀...");
  }

  @Property
  void neverThrowsOnForeignBytes(@ForAll byte[] bytes) {
    assertThat(RULES.violation(RawJson.wrap(bytes))).isNotNull();
  }

  @Property
  void neverThrowsOnForeignSchemas(@ForAll String value) {
    String quoted = Json.mapper().getNodeFactory().textNode(value).toString();
    ArgumentRules rules =
        ArgumentRules.of(
            RawJson.parse(
                    "{\"required\":" + quoted + ",\"properties\":{" + quoted + ":" + quoted + "}}")
                .tree());

    assertThat(rules.violation(RawJson.wrap("{}".getBytes(StandardCharsets.UTF_8)))).isEmpty();
  }

  private static String violation(String arguments) {
    return RULES.violation(RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8))).orElse("");
  }
}
