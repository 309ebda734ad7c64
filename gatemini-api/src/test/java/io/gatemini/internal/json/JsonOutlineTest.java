package io.gatemini.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JsonOutlineTest {
  @Test
  void tellsWhereValuesAre() {
    JsonOutline outline = outline("{ \"a\" : [1, {\"b\\u0041\": \"x\\\"y\"}, []],\n \"c\": null }");

    int list = outline.member(JsonOutline.ROOT, "a");
    int object = outline.nextSibling(outline.firstChild(list), list);
    int last = outline.nextSibling(object, list);
    assertThat(outline.written(JsonOutline.ROOT))
        .isEqualTo("{\"a\":[1,{\"b\\u0041\":\"x\\\"y\"},[]],\"c\":null}");
    assertThat(outline.childCount(list)).isEqualTo(3);
    assertThat(outline.string(outline.member(object, "bA"))).isEqualTo("x\"y");
    assertThat(outline.firstChild(last)).isEqualTo(JsonOutline.NONE);
    assertThat(outline.nextSibling(last, list)).isEqualTo(JsonOutline.NONE);
    assertThat(outline.written(outline.member(JsonOutline.ROOT, "c"))).isEqualTo("null");
  }

  @Test
  void knowsScalars() {
    assertThat(outline(" 12.50e3 ").written(JsonOutline.ROOT)).isEqualTo("12.50e3");
    assertThat(outline("\"\"").string(JsonOutline.ROOT)).isEmpty();
  }

  @Test
  void hasNoneOfWhatIsNoJson() {
    for (String text : new String[] {"", " ", "[1", "]", "\"open", "{\"a\":[}", "[1]]"}) {
      assertThat(JsonOutline.of(json(text))).as(text).isEmpty();
    }
  }

  @Test
  void needsNoStackForDepth() {
    String text = "[".repeat(500_000) + "]".repeat(500_000);

    assertThat(outline(text).count()).isEqualTo(500_000);
  }

  @Property(tries = 300)
  void seesTheTreeThatJacksonSees(@ForAll long seed) {
    JsonNode tree = tree(new Random(seed), 0);
    String pretty = tree.toPrettyString();

    JsonOutline outline = outline(pretty);

    assertThat(outline.written(JsonOutline.ROOT)).isEqualTo(tree.toString());
    assertSame(outline, JsonOutline.ROOT, tree);
  }

  private static void assertSame(JsonOutline outline, int value, JsonNode tree) {
    assertThat(outline.written(value)).isEqualTo(tree.toString());
    assertThat(outline.childCount(value)).isEqualTo(tree.size());
    int child = outline.firstChild(value);
    for (var member : tree.properties()) {
      assertThat(outline.name(child)).isEqualTo(member.getKey());
      assertSame(outline, child, member.getValue());
      child = outline.nextSibling(child, value);
    }
    if (tree.isArray()) {
      for (JsonNode item : tree) {
        assertSame(outline, child, item);
        child = outline.nextSibling(child, value);
      }
    }
    assertThat(child).isEqualTo(JsonOutline.NONE);
  }

  private static JsonNode tree(Random random, int depth) {
    int kind = random.nextInt(depth > 4 ? 4 : 6);
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (kind == 4) {
      ArrayNode array = nodes.arrayNode();
      for (int i = random.nextInt(5); i > 0; i--) {
        array.add(tree(random, depth + 1));
      }
      return array;
    }
    if (kind == 5) {
      ObjectNode object = nodes.objectNode();
      for (int i = random.nextInt(5); i > 0; i--) {
        object.set("k\"\\\u00e9\u4e2d" + i, tree(random, depth + 1));
      }
      return object;
    }
    return switch (kind) {
      case 0 -> nodes.textNode("a\"b\\\n,:{}[] \u00e9\u4e2d" + random.nextInt());
      case 1 -> nodes.numberNode(random.nextLong());
      case 2 -> nodes.booleanNode(random.nextBoolean());
      default -> nodes.nullNode();
    };
  }

  private static JsonOutline outline(String text) {
    return JsonOutline.of(json(text)).orElseThrow();
  }

  private static RawJson json(String text) {
    return RawJson.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
