package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import org.junit.jupiter.api.Test;

/** How the values of parameters are written: the table of OpenAPI 3.1, section 4.8.12.4. */
class ParameterTest {
  private static final String ARRAY = "[\"blue\",\"black\",\"brown\"]";
  private static final String OBJECT = "{\"R\":100,\"G\":200,\"B\":150}";

  @Table(
      """
      simple | false | string | blue
      simple | false | array | blue,black,brown
      simple | false | object | R,100,G,200,B,150
      simple | true | array | blue,black,brown
      simple | true | object | R=100,G=200,B=150
      """)
  void writesAPartOfAPath(String style, boolean explode, String kind, String text)
      throws Exception {
    assertThat(parameter("path", style, explode).pathText(value(kind))).isEqualTo(text);
  }

  @Table(
      """
      form | false | string | color=blue
      form | false | array | color=blue,black,brown
      form | false | object | color=R,100,G,200,B,150
      form | true | string | color=blue
      form | true | array | color=blue&color=black&color=brown
      form | true | object | R=100&G=200&B=150
      spaceDelimited | false | array | color=blue%20black%20brown
      spaceDelimited | false | object | color=R%20100%20G%20200%20B%20150
      pipeDelimited | false | array | color=blue%7Cblack%7Cbrown
      deepObject | true | object | color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150
      deepObject | true | nested | color%5Ba%5D%5Bb%5D%5B0%5D=1
      json | false | object | color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D
      form | true | empty | ``
      form | true | nested | a=%7B%22b%22%3A%5B1%5D%7D
      """)
  void writesAPartOfAQuery(String style, boolean explode, String kind, String text)
      throws Exception {
    assertThat(String.join("&", parameter("query", style, explode).pairs(value(kind))))
        .isEqualTo(text);
  }

  @Test
  void encodesWhatWouldEndAValue() throws Exception {
    assertThat(parameter("query", "form", true).pairs(Json.mapper().readTree("\"a/b?c&d#e+f ü\"")))
        .containsExactly("color=a%2Fb%3Fc%26d%23e%2Bf%20%C3%BC");
  }

  private static Parameter parameter(String in, String style, boolean explode) {
    return new Parameter("color", "color", Place.of(in), style, explode);
  }

  private static JsonNode value(String kind) throws Exception {
    return Json.mapper()
        .readTree(
            switch (kind) {
              case "array" -> ARRAY;
              case "object" -> OBJECT;
              case "empty" -> "[]";
              case "nested" -> "{\"a\":{\"b\":[1]}}";
              default -> "\"blue\"";
            });
  }
}
