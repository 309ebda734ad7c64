package io.gatemini.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments in headers (specification 2026-07-28, custom headers from tool parameters). */
class MirroredHeadersTest {
  private static final String SCHEMA =
      """
      {"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "limit":{"type":"integer","x-mcp-header":"Limit"},
        "filter":{"type":"object","properties":{"own":{"type":"boolean","x-mcp-header":"Own"}}}}}""";

  private final MirroredHeaders headers = MirroredHeaders.of(json(SCHEMA));

  private static JsonNode json(String text) {
    return RawJson.parse(text).tree();
  }

  @Test
  void arePresentWhereTheArgumentIs() {
    assertThat(headers.headers(json("{\"region\":\"us\",\"limit\":42,\"filter\":{\"own\":true}}")))
        .isEqualTo(
            Map.of("Mcp-Param-region", "us", "Mcp-Param-limit", "42", "Mcp-Param-own", "true"));
    assertThat(headers.headers(json("{\"region\":null,\"other\":1}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "us-west1, us-west1",
    "'Hello, 世界', =?base64?SGVsbG8sIOS4lueVjA==?=",
    "' padded ', =?base64?IHBhZGRlZCA=?=",
    "=?base64?literal?=, =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
  })
  void areEncodedWhereTheyHaveToBe(String value, String header) {
    assertThat(MirroredHeaders.encoded(value)).isEqualTo(header);
    assertThat(MirroredHeaders.decoded(header)).contains(value);
  }

  @ParameterizedTest
  @CsvSource({
    "us, 42, ",
    "us, 42.0, ",
    "=?base64?dXM=?=, 42, ",
    "eu, 42, the header Mcp-Param-region does not match the argument in the body",
    "us, , the header Mcp-Param-limit does not match the argument in the body",
    "=?base64?dXM?=, 42, the header Mcp-Param-region is not encoded as it should be",
  })
  void areComparedWithTheBody(String region, String limit, String problem) {
    assertThat(
            headers.problem(
                name ->
                    switch (name) {
                      case "Mcp-Param-region" -> Optional.ofNullable(region);
                      case "Mcp-Param-limit" -> Optional.ofNullable(limit);
                      default -> Optional.empty();
                    },
                json("{\"region\":\"us\",\"limit\":42}")))
        .isEqualTo(Optional.ofNullable(problem));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties':{'a':{'type':'string','x-mcp-header':''}}}",
        "{'properties':{'a':{'type':'string','x-mcp-header':'a b'}}}",
        "{'properties':{'a':{'type':'string','x-mcp-header':5}}}",
        "{'properties':{'a':{'type':'number','x-mcp-header':'A'}}}",
        "{'properties':{'a':{'type':'object','x-mcp-header':'A'}}}",
        "{'properties':{'a':{'type':'string','x-mcp-header':'A'},"
            + "'b':{'type':'string','x-mcp-header':'a'}}}",
        "{'properties':{'a':{'items':{'type':'string','x-mcp-header':'A'}}}}",
        "{'anyOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]}",
      })
  void haveAFixedPlaceAndAName(String schema) {
    assertThatThrownBy(() -> MirroredHeaders.of(json(schema.replace('\'', '"'))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("x-mcp-header");
  }

  @Test
  void aNameOfAnArgumentIsNoHeader() {
    assertThat(MirroredHeaders.of(json("{\"properties\":{\"x\":{\"type\":\"string\"}}}")).isEmpty())
        .isTrue();
  }
}
