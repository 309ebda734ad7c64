package io.gatemini.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever a schema is, its declaration is bounded, soon there, and balanced. */
class HostileSchemasTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final String[] KEYWORDS =
      ("type¦properties¦required¦items¦prefixItems¦additionalItems¦additionalProperties"
              + "¦patternProperties¦anyOf¦oneOf¦allOf¦not¦enum¦const¦$ref¦$defs¦nullable¦description"
              + "¦default¦minimum¦pattern¦a¦*/¦a\nb¦\u2028¦\ud83d¦__proto__¦new")
          .split("¦", -1);

  private static final String[] TEXTS =
      ("object¦array¦string¦null¦#¦#/$defs/a¦#/properties/a¦#/anyOf/0¦#/items¦x */ } { [¦// x\n}¦\"¦'"
              + "¦\\¦\u2029`${¦a")
          .split("¦", -1);

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void staysInItsBoundsWithAnyJson(
      @ForAll("json") JsonNode input, @ForAll("json") JsonNode output) {
    String declaration =
        ToolDeclaration.of("b.t", ToolDeclarationTest.tool("a */ (", input, output));

    assertThat(bytes(declaration)).isLessThanOrEqualTo(ToolDeclaration.MAX_BYTES);
    assertBalanced(declaration);
  }

  @Provide
  Arbitrary<JsonNode> json() {
    Arbitrary<JsonNode> texts = Arbitraries.of(TEXTS).map(JSON::textNode);
    Arbitrary<JsonNode> leaves =
        Arbitraries.oneOf(
            texts,
            Arbitraries.strings().ofMaxLength(20).map(JSON::textNode),
            Arbitraries.doubles().map(JSON::numberNode),
            Arbitraries.of(JSON.booleanNode(true), JSON.booleanNode(false), JSON.nullNode()));
    return Arbitraries.recursive(
        () -> leaves,
        json ->
            Arbitraries.oneOf(
                json.list().ofMaxSize(4).map(elements -> JSON.arrayNode().addAll(elements)),
                Arbitraries.maps(Arbitraries.of(KEYWORDS), json)
                    .ofMaxSize(5)
                    .map(HostileSchemasTest::object)),
        0,
        4);
  }

  @Test
  void namesTheRequiredOfTenThousandProperties() {
    ObjectNode schema = object(Map.of("type", JSON.textNode("object")));
    schema.set("properties", many(10_000, HostileSchemasTest::text));
    schema.putArray("required").add("p1990");

    String declaration = soon(schema, schema);

    assertThat(declaration).contains("  p1990: any;\n", "[key: string]: any; // and 9");
    assertBalanced(declaration);
  }

  @Test
  void leavesCommentsOutFirstThenWhatIsDeep() {
    ObjectNode commented = JSON.objectNode();
    commented.set(
        "properties",
        many(60, i -> JSON.objectNode().put("type", "string").put("description", "w ".repeat(40))));
    ObjectNode deep = JSON.objectNode();
    deep.set("properties", many(40, i -> level(level(level(text(i))))));

    String withoutComments = soon(commented, null);
    String flat = soon(deep, null);

    assertThat(withoutComments).contains("p59?: string;").doesNotContain("//");
    assertThat(flat).contains("p39?: ").contains("object").doesNotContain("//");
  }

  @Test
  void endsWithSchemasThatMultiply() {
    ObjectNode schema = JSON.objectNode();
    ObjectNode definitions = schema.putObject("$defs");
    for (int i = 0; i < 30; i++) {
      ObjectNode all = definitions.putObject("d" + i);
      ObjectNode properties = all.putObject("properties");
      for (int j = 0; j < 30; j++) {
        properties.putObject("p" + j).put("$ref", "#/$defs/d" + j);
      }
      ArrayNode parts = all.putArray(i % 2 == 0 ? "allOf" : "anyOf");
      parts.addObject().put("$ref", "#/$defs/d" + (i + 1) % 30);
      parts.addObject().put("$ref", "#/$defs/d" + (i + 7) % 30);
    }
    schema.put("$ref", "#/$defs/d0");

    assertBalanced(soon(schema, schema));
  }

  @Test
  void endsWithWideAndDeepOnes() {
    ArrayNode names = JSON.arrayNode();
    for (int i = 0; i < 200_000; i++) {
      names.add("n" + i);
    }
    ObjectNode wide = JSON.objectNode();
    wide.set("enum", names);
    wide.set("required", names);
    ObjectNode wider = JSON.objectNode();
    wider.set("type", names);
    wider.set("properties", many(50, i -> wide));
    ObjectNode deep = JSON.objectNode();
    for (int i = 0; i < 900; i++) {
      ObjectNode outer = JSON.objectNode();
      outer.putArray(i % 3 == 0 ? "anyOf" : "allOf").add(deep).add(deep);
      outer.set("items", deep);
      deep = outer;
    }
    ObjectNode described = JSON.objectNode().put("description", " x".repeat(1_000_000));
    ObjectNode texts = JSON.objectNode();
    texts.set("properties", many(1_000, i -> described));
    ObjectNode named = JSON.objectNode();
    named.putObject("properties").putObject("n".repeat(1_000_000));

    for (ObjectNode schema : List.of(wide, wider, deep, texts, named)) {
      assertBalanced(soon(schema, schema));
    }
  }

  @Test
  void boundsBytesNotCharacters() {
    ObjectNode schema = JSON.objectNode();
    schema.set(
        "properties",
        many(
            80,
            i ->
                JSON.objectNode()
                    .put("description", "\u4e2d\u6587".repeat(30))
                    .put("const", "\u6587".repeat(20))));

    assertThat(soon(schema, schema)).contains("\u6587");
  }

  private static String soon(JsonNode input, @Nullable JsonNode output) {
    String declaration =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> ToolDeclaration.of("b.t", ToolDeclarationTest.tool("", input, output)));
    assertThat(bytes(declaration)).isLessThanOrEqualTo(ToolDeclaration.MAX_BYTES);
    return declaration;
  }

  private static ObjectNode many(int count, IntFunction<? extends JsonNode> schemas) {
    ObjectNode properties = JSON.objectNode();
    for (int i = 0; i < count; i++) {
      properties.set("p" + i, schemas.apply(i));
    }
    return properties;
  }

  private static ObjectNode level(JsonNode schema) {
    ObjectNode level = JSON.objectNode();
    level.putObject("properties").set("inner", schema);
    return level;
  }

  private static ObjectNode text(int i) {
    return JSON.objectNode().put("description", "The one of " + i);
  }

  private static ObjectNode object(Map<String, ? extends JsonNode> members) {
    return JSON.objectNode().setAll(members);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Brackets outside of texts and comments close in order, and each comment ends. */
  private static void assertBalanced(String declaration) {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < declaration.length(); i++) {
      char c = declaration.charAt(i);
      if (c == '"') {
        for (i++; declaration.charAt(i) != '"'; i++) {
          assertThat(declaration.charAt(i)).isNotIn('\n', '\r');
          i += declaration.charAt(i) == '\\' ? 1 : 0;
        }
      } else if (declaration.startsWith("//", i)) {
        i = declaration.indexOf("\n", i);
      } else if (declaration.startsWith("/*", i)) {
        i = declaration.indexOf("*/", i) + 1;
      } else if ("({[<".indexOf(c) >= 0) {
        expected.insert(0, ")}]>".charAt("({[<".indexOf(c)));
      } else if (")}]>".indexOf(c) >= 0) {
        assertThat(expected).as(declaration).startsWith(String.valueOf(c));
        expected.deleteCharAt(0);
      }
    }
    assertThat(expected).as(declaration).isEmpty();
  }
}
