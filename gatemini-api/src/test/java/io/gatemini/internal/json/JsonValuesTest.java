package io.gatemini.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValuesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "null",
        " true ",
        "0",
        "-0",
        "-0.0",
        "0.10",
        "1e3",
        "1E-400",
        "2147483648",
        "-9223372036854775809",
        "123456789012345678901234567890.50",
        "\"\"",
        "\"\\ud83d\\ude00 \\u0000 \\u2028\"",
        "{}",
        "[]",
        "[[],{},[{}],null]",
        "{\"a\":{\"b\":[1,{\"c\":null}],\"a\":2},\"\":\"x\"}",
        "{\"a\":1,\"b\":2,\"a\":[3]}"
      })
  void readsAndWritesWhatTheMapperDoes(String text) throws IOException {
    JsonNode expected = Json.mapper().readTree(text);

    JsonNode read = JsonValues.parse(text);

    assertThat(read).isEqualTo(expected);
    assertThat(JsonValues.parse(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(expected);
    assertThat(JsonValues.write(read)).isEqualTo(Json.mapper().writeValueAsBytes(expected));
    assertThat(JsonValues.text(read)).isEqualTo(expected.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "[1,", "{\"a\"}", "]", "tru", "1 2", "{} x", "NaN", "1e9999999999", "'a'"})
  void rejectsWhatTheMapperRejects(String text) {
    assertThatThrownBy(() -> Json.mapper().readTree(text))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> JsonValues.parse(text)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void holdsDepthToTheBound() throws IOException {
    String deepest = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
    JsonNode read = JsonValues.parse(deepest);

    assertThat(JsonValues.text(read)).isEqualTo(deepest);
    assertThatThrownBy(() -> JsonValues.parse("[" + deepest + "]"))
        .isInstanceOf(JsonProcessingException.class);
    ArrayNode deeper = JsonNodeFactory.instance.arrayNode().add(read);
    assertThatThrownBy(() -> JsonValues.write(deeper)).isInstanceOf(IOException.class);
  }

  @Test
  void leavesTheParserAtTheEndOfItsValue() throws IOException {
    try (JsonParser parser = JsonValues.factory().createParser("[{\"a\":[1]},2]")) {
      parser.nextToken();
      parser.nextToken();
      assertThat(JsonValues.read(parser)).isEqualTo(JsonValues.parse("{\"a\":[1]}"));
      parser.nextToken();
      assertThat(parser.getIntValue()).isEqualTo(2);
    }
  }

  @Test
  void writesValuesOfJava() throws IOException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    ObjectNode tree = nodes.objectNode();
    tree.put("short", (short) 1).put("float", 1.5f).put("double", 1e-7).put("nan", Double.NaN);
    tree.put("big", BigInteger.TEN.pow(30)).put("bytes", new byte[] {1, 2});
    tree.putPOJO("text", new StringBuilder("said"));
    tree.set("none", nodes.missingNode());

    assertThat(JsonValues.write(tree)).isEqualTo(Json.mapper().writeValueAsBytes(tree));
    assertThat(JsonValues.text(tree)).isEqualTo(tree.toString());
  }

  @Test
  void keepsHalfASurrogatePair() throws IOException {
    JsonNode half = JsonNodeFactory.instance.textNode("\ud83d");

    assertThat(JsonValues.text(half)).isEqualTo(half.toString());
    assertThat(JsonValues.write(half)).isEqualTo(Json.mapper().writeValueAsBytes(half));
  }
}
