package io.gatemini.internal.presentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.testing.Table;
import io.gatemini.testing.Words;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallExampleTest {
  @Test
  void showsTheRequiredParametersOnly() {
    JsonNode schema =
        RawJson.parse(
                """
                {"type":"object","required":["query"],
                 "properties":{"limit":{"type":"integer"},"query":{"type":"string"}}}""")
            .tree();

    assertThat(CallExample.of("exa.web_search", schema))
        .isEqualTo("await exa.web_search({query: '…'})");
  }

  @Table(
      """
      {"type":"object","allOf":[{"required":["a"]},{"required":["b"],"properties":{"b":{"const":1}}}]} | {a: <value>, b: 1}
      {"required":["m"],"properties":{"m":{"type":"object","properties":{"q":{},"*/":{},"n":{}}}}} | {m: {/* q, n */}}
      {"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]} | {a: <value>}
      """)
  void showsWhatThePartsOfTheRootRequire(String schema, String arguments) {
    assertThat(CallExample.of("a.b", RawJson.parse(schema).tree()))
        .isEqualTo("await a.b(" + arguments + ")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '\0',
      textBlock =
          """
          {"type":"string"}                                   ¦ '…' ¦ "<string>"
          {"type":"integer"}                                  ¦ <number> ¦ 1
          {"type":"number","minimum":10}                      ¦ <number> ¦ 10
          {"type":"boolean"}                                  ¦ <boolean> ¦ false
          {"type":["null","string"]}                          ¦ '…' ¦ "<string>"
          {"enum":["asc","desc"]}                             ¦ <'asc'|'desc'> ¦ "asc"
          {"enum":["asc"]}                                    ¦ 'asc' ¦ "asc"
          {"const":7}                                         ¦ 7 ¦ 7
          {"type":"array"}                                    ¦ [] ¦ []
          {"type":"array","items":{"type":"string"}}          ¦ ['…'] ¦ ["<string>"]
          {"type":"object"}                                   ¦ {} ¦ {}
          {"type":"object","required":["a","b-c"],"properties":{"a":{"type":"boolean"}}} ¦ {a: <boolean>, "b-c": <value>} ¦ {"a":false,"b-c":"<value>"}
          {"anyOf":[{"type":"null"},{"type":"integer"}]}      ¦ <number> ¦ 1
          {"$ref":"#/$defs/order"}                            ¦ 'up' ¦ "up"
          {"$ref":"#/properties/x"}                           ¦ <value> ¦ "<value>"
          {"$ref":"http://elsewhere"}                         ¦ <value> ¦ "<value>"
          {}                                                  ¦ <value> ¦ "<value>"
          true                                                ¦ <value> ¦ "<value>"
          """)
  void hasAPlaceholderForEveryType(String property, String placeholder, String sample) {
    JsonNode schema =
        RawJson.parse(
                "{\"required\":[\"x\"],\"properties\":{\"x\":"
                    + property
                    + "},\"$defs\":{\"order\":{\"enum\":[\"up\"]}}}")
            .tree();

    assertThat(CallExample.arguments(schema)).isEqualTo("{x: " + placeholder + "}");
    assertThat(SampleValue.arguments(schema)).hasToString("{\"x\":" + sample + "}");
  }

  @Test
  void leavesNestedValuesOutWhereTheyMakeItLong() {
    String members =
        IntStream.range(0, 20)
            .mapToObj(i -> "\"parameter" + i + "\"")
            .collect(Collectors.joining(","));
    String nested = "{\"type\":\"object\",\"required\":[" + members + "]}";
    JsonNode schema =
        RawJson.parse("{\"required\":[\"x\"],\"properties\":{\"x\":" + nested + "}}").tree();

    assertThat(CallExample.arguments(schema)).isEqualTo("{x: {}}");
  }

  @Test
  void staysBoundedWhateverIsRequired() {
    String members =
        IntStream.range(0, 1_000).mapToObj(i -> "\"p" + i + "\"").collect(Collectors.joining(","));
    JsonNode schema = RawJson.parse("{\"required\":[" + members + "]}").tree();

    assertThat(CallExample.arguments(schema)).hasSizeLessThan(600).endsWith(" more */}");
  }

  @Provide
  Arbitrary<String> schemas() {
    Arbitrary<String> leaf =
        Arbitraries.of(
            Words.of(
                """
                {} | true | null | 7 | "text" | [] | {"type":"string"} | {"type":"number"}
                {"enum":[]} | {"enum":[null]} | {"$ref":"#"} | {"$ref":"#/~"}
                {"$ref":"#/properties/a"} | {"anyOf":[]}
                """));
    return Arbitraries.lazyOf(
        () -> leaf,
        () -> leaf,
        () -> schemas().map(s -> "{\"type\":\"array\",\"items\":" + s + "}"),
        () -> schemas().map(s -> "{\"anyOf\":[{\"type\":\"null\"}," + s + "]}"),
        () ->
            schemas()
                .map(
                    s ->
                        "{\"type\":\"object\",\"required\":[\"a\",\"\\\"\",7],\"properties\":{\"a\":"
                            + s
                            + "}}"));
  }

  @Property
  void isAnObjectForAnySchema(@ForAll("schemas") String schema) {
    JsonNode any = RawJson.parse(schema).tree();

    assertThat(SampleValue.arguments(any).isObject()).isTrue();
    assertThat(CallExample.arguments(any)).startsWith("{").endsWith("}");
  }
}
