package io.gatemini.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.testing.Values;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SpecificationsTest {
  @Test
  void saysInTheTypesOfTheFrameworkWhatTheseCanSay() {
    JsonObjectSchema schema =
        schema(
            """
            {"type": "object", "required": ["colour"], "additionalProperties": false, "properties": {
              "colour": {"type": "string", "enum": ["red", "green"], "description": "of the paint"},
              "name": {"type": "string"},
              "sizes": {"type": "array", "items": {"type": "integer"}},
              "price": {"anyOf": [{"type": "number"}, {"type": "null"}]}}}""");

    assertThat(schema.required()).containsExactly("colour");
    assertThat(schema.additionalProperties()).isFalse();
    assertThat(schema.properties().get("colour"))
        .isEqualTo(
            JsonEnumSchema.builder()
                .enumValues("red", "green")
                .description("of the paint")
                .build());
    assertThat(schema.properties().get("name")).isInstanceOf(JsonStringSchema.class);
    assertThat(schema.properties().get("sizes")).isInstanceOf(JsonArraySchema.class);
    assertThat(schema.properties().get("price")).isInstanceOf(JsonAnyOfSchema.class);
  }

  @Test
  void keepsWhatTheFrameworkHasNoTypeFor() {
    String schema =
        """
        {"type":"object","properties":{"n":{"type":"integer","minimum":1,"default":10},\
        "when":{"type":["string","null"],"format":"date"},"map":{"type":"object",\
        "additionalProperties":{"type":"number"}}},"required":["n"]}""";

    assertThat(written(schema)).isEqualTo(RawJson.parse(schema));
  }

  /** Beside its type, a nested schema may have alternatives, conditions and bounds. */
  @Values(
      """
      {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}
      {"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"required":["a"]},{"maxProperties":0}]}
      {"anyOf":[{"type":"string"},{"type":"integer"}],"default":1}
      {"type":"object","properties":{"a":{"type":"string"}},"minProperties":1}
      {"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x":{"type":"number"}}}
      {"type":"array","items":{"type":"string"},"minItems":1}
      {"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}
      {"type":"string","enum":["a","b"],"default":"a"} | {"type":"integer","enum":[1,2]}
      {"enum":["a",1,null]} | {"const":"x"} | {"type":"string","pattern":"^a"}
      {"type":"object","allOf":[{"properties":{"a":{"type":"string"}}}]}
      {"not":{"type":"string"}} | {"type":["object","null"],"properties":{"a":{"type":"string"}}}
      {"type":"integer","default":9007199254740993} | {"type":"number","maximum":12345678901234567890}
      {"type":"string","title":"T"} | {"type":"null"}
      """)
  void keepsEveryWordOfANestedSchema(String nested) {
    String whole = "{\"type\":\"object\",\"properties\":{\"it\":" + nested + "}}";

    assertThat(written(whole).tree().at("/properties/it")).isEqualTo(RawJson.parse(nested).tree());
  }

  @Test
  void leavesEachAlternativeOfTheRootPossible() {
    String alternative =
        "{\"properties\":{\"kind\":{\"const\":\"%s\"},\"%s\":{\"type\":\"string\"}},\"required\":[\"kind\",\"%s\"]}";
    JsonObjectSchema schema =
        schema(
            "{\"anyOf\":["
                + alternative.formatted("file", "path", "path")
                + ","
                + alternative.formatted("url", "url", "url")
                + "]}");

    assertThat(schema.required()).containsExactly("kind");
    assertThat(schema.properties()).containsOnlyKeys("kind", "path", "url");
    assertThat(((JsonEnumSchema) member(schema.properties(), "kind")).enumValues())
        .containsExactly("file", "url");
  }

  @Test
  void keepsASchemaThatContainsItself() {
    JsonObjectSchema schema =
        schema(
            """
            {"type": "object", "properties": {"tree": {"$ref": "#/$defs/Tree"}}, "$defs": {
              "Tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}}}}}""");

    assertThat(schema.properties().get("tree"))
        .isEqualTo(JsonReferenceSchema.builder().reference("Tree").build());
    assertThat(((JsonObjectSchema) member(schema.definitions(), "Tree")).properties().get("left"))
        .isEqualTo(JsonReferenceSchema.builder().reference("Tree").build());
  }

  @Test
  void findsTheDefinitionsOfOlderDrafts() {
    JsonObjectSchema schema =
        schema(
            """
            {"type": "object", "properties": {"tree": {"$ref": "#/definitions/Tree"},
              "text": {"type": "string", "description": "\\"$ref\\":\\"#/definitions/\\""}},
              "definitions": {"Tree": {"type": "object"}}}""");

    assertThat(schema.definitions()).containsOnlyKeys("Tree");
    assertThat(schema.properties().get("tree"))
        .isEqualTo(JsonReferenceSchema.builder().reference("Tree").build());
    assertThat(member(schema.properties(), "text").description())
        .isEqualTo("\"$ref\":\"#/definitions/\"");
  }

  @Test
  void putsAlternativesAtTheTopTogether() {
    JsonObjectSchema schema =
        schema(
            """
            {"allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}],
             "oneOf": [{"$ref": "#/$defs/B"}, {"properties": {"c": {}}, "required": ["c"]}],
             "$defs": {"B": {"properties": {"b": {"type": "string"}}, "required": ["b"]}}}""");

    assertThat(schema.properties()).containsOnlyKeys("a", "b", "c");
    assertThat(schema.required()).containsExactly("a");
  }

  @Test
  void followsAReferenceAtTheTop() {
    assertThat(
            schema(
                    """
                    {"$ref": "#/$defs/A", "$defs": {"A": {"properties": {"a": {}}}}}""")
                .properties())
        .containsOnlyKeys("a");
    assertThat(schema("{\"$ref\": \"#/$defs/A\", \"$defs\": {\"A\": {\"$ref\": \"#/$defs/A\"}}}"))
        .extracting(JsonObjectSchema::properties)
        .isEqualTo(Map.of());
  }

  @Test
  void showsAParameterThatIsRequiredAlone() {
    assertThat(schema("{\"required\": [\"a\"]}").properties()).containsOnlyKeys("a");
  }

  @Values(
      """
      true | [] | {"properties": 1} | {"properties": {"a": true}}
      {"properties": {"a": {"properties": 1, "type": "object"}}}
      {"properties": {"a": {"type": "array", "items": [true]}}}
      {"properties": {"a": {"anyOf": {}}}} | {"properties": {"a": {"enum": 1}}}
      {"properties": {"a": {"$ref": 1}}}
      {"properties": {"a": {"type": "string", "description": 1}}}
      {"properties": {"a": null}, "required": 1, "$defs": 1} | {"definitions": 1, "$defs": 1}
      {"definitions": {"A": true}, "$defs": 1}
      """)
  void takesAnythingWhereASchemaCannotBeRead(String schema) {
    assertThat(written(schema).tree().path("type").asText()).isEqualTo("object");
  }

  @Test
  void keepsTheSchemasOfTheGatewaysOwnTools() {
    try (Gateway gateway = Billing.gateway(Billing.tools())) {
      assertThat(gateway.agentTools(Session.local()))
          .allSatisfy(
              tool ->
                  assertThat(written(tool.inputSchema().toString()).tree().path("properties"))
                      .isEqualTo(tool.inputSchema().path("properties")));
    }
  }

  private static JsonSchemaElement member(Map<String, JsonSchemaElement> schemas, String name) {
    return Objects.requireNonNull(schemas.get(name), name);
  }

  private static JsonObjectSchema schema(String json) {
    return Specifications.parameters(RawJson.parse(json).tree());
  }

  /** As modules of the framework send it to a model. */
  private static RawJson written(String json) {
    return RawJson.ofValue(JsonSchemaElementUtils.toMap(schema(json)));
  }
}
