package io.gatemini.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.testing.Table;
import org.junit.jupiter.api.Test;

class RootSchemaTest {
  @Table(
      """
      {'allOf':[{'properties':{'a':{}},'required':['a']},{'properties':{'b':{}},'required':['b']}]} | {'a':{},'b':{}} | ['a','b']
      {'$ref':'#/$defs/A','$defs':{'A':{'properties':{'a':{}},'required':['a']}}} | {'a':{}} | ['a']
      {'anyOf':[{'properties':{'k':{'const':'x'},'a':{}},'required':['k','a']},{'properties':{'k':{'enum':['y','z']}},'required':['k']}]} | {'k':{'enum':['x','y','z']},'a':{}} | ['k']
      {'properties':{'k':{'type':'string'}},'oneOf':[{'properties':{'k':{'const':'x'}}},{'properties':{'k':{'const':'y'}}}]} | {'k':{'type':'string','enum':['x','y']}} | []
      {'oneOf':[{'properties':{'a':{'type':'string'}}},{'properties':{'a':{'type':'number'}}},{'properties':{'a':{'type':'null'}}}]} | {'a':{'anyOf':[{'type':'string'},{'type':'number'},{'type':'null'}]}} | []
      {'type':'object','properties':{'a':{}},'anyOf':[{'required':['a']},{'required':['b']}]} | \
      {'a':{}} | []
      {'allOf':[{'$ref':'#'},{'$ref':'#/nowhere'},{'$ref':'#/~9'},true,null,3]} | {} | []
      """)
  void hasTheParametersOfItsParts(String schema, String properties, String required) {
    JsonNode root = RootSchema.of(json(schema));

    assertThat(root.get("properties")).isEqualTo(json(properties));
    assertThat(root.get("required")).isEqualTo(json(required));
    assertThat(root.get("type").asText()).isEqualTo("object");
    assertThat(root.has("allOf") || root.has("anyOf") || root.has("oneOf") || root.has("$ref"))
        .isFalse();
  }

  @Test
  void isTheSchemaItselfWhereNothingHidesItsParameters() {
    JsonNode schema = json("{'type':'object','properties':{'a':{'anyOf':[{},{}]}}}");

    assertThat(RootSchema.of(schema)).isSameAs(schema);
  }

  @Test
  void isTheSchemaItselfWhereItsPartsMultiply() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    ArrayNode alternatives = schema.putArray("anyOf");
    for (int i = 0; i < 10; i++) {
      alternatives.addObject().put("$ref", "#/$defs/A");
    }
    ArrayNode inside = schema.putObject("$defs").putObject("A").putArray("allOf");
    for (int i = 0; i < 10; i++) {
      inside.addObject().put("$ref", "#/$defs/A");
    }

    assertThat(RootSchema.of(schema)).isSameAs(schema);
  }

  private static JsonNode json(String text) {
    return RawJson.parse(text.replace('\'', '"')).tree();
  }
}
