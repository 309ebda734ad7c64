package io.gatemini.internal.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonOutline;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Trees of all kinds, among them what answers look like: lists of alike objects, long strings. */
public final class RandomJson {
  /** Names that could be taken for a part of a path. */
  private static final String[] NAMES =
      ("id¦name¦title¦data¦¦ ¦a > b¦>¦[0]¦[0-4]¦{1}¦/¦~1¦a/b¦\"q\"¦\\¦x\ny¦ lead"
              + "¦trail ¦\u00e9\u4e2d\ud83d\ude00¦-¦0¦"
              + "long".repeat(40))
          .split("¦", -1);

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private final Random random;

  public RandomJson(long seed) {
    random = new Random(seed);
  }

  public static RawJson raw(String text) {
    return RawJson.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  public static JsonOutline outline(String text) {
    return JsonOutline.of(raw(text)).orElseThrow();
  }

  /** An array or an object. */
  public JsonNode container() {
    return random.nextBoolean() ? object(0) : array(0);
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth > 3 ? 4 : 8)) {
      case 0 -> NODES.textNode(text());
      case 1 -> NODES.numberNode(random.nextLong());
      case 2 -> NODES.numberNode(random.nextInt(100) / 8.0);
      case 3 -> random.nextBoolean() ? NODES.nullNode() : NODES.booleanNode(random.nextBoolean());
      case 4, 5 -> array(depth);
      case 6 -> alike(depth);
      default -> object(depth);
    };
  }

  private String text() {
    String unit = random.nextInt(3) == 0 ? "\u00e9\"\\\n\u4e2d\ud83d\ude00" : "word ";
    return unit.repeat(random.nextInt(random.nextInt(20) == 0 ? 400 : 6)) + random.nextInt(10);
  }

  private ArrayNode array(int depth) {
    ArrayNode array = NODES.arrayNode();
    for (int i = random.nextInt(9); i > 0; i--) {
      array.add(value(depth + 1));
    }
    return array;
  }

  private ObjectNode object(int depth) {
    ObjectNode object = NODES.objectNode();
    for (int i = random.nextInt(9); i > 0; i--) {
      object.set(NAMES[random.nextInt(NAMES.length)], value(depth + 1));
    }
    return object;
  }

  private JsonNode alike(int depth) {
    int names = 1 + random.nextInt(5);
    int first = random.nextInt(NAMES.length);
    int odd = random.nextInt(3) == 0 ? 4 : Integer.MAX_VALUE;
    boolean map = random.nextInt(4) == 0;
    ArrayNode items = NODES.arrayNode();
    ObjectNode members = NODES.objectNode();
    for (int i = random.nextInt(30); i > 0; i--) {
      ObjectNode item = NODES.objectNode();
      for (int n = 0; n < names; n++) {
        if (random.nextInt(odd) != 1) {
          boolean nested = n == 3 && depth < 2 && random.nextInt(4) == 0;
          item.set(
              NAMES[(first + n) % NAMES.length],
              nested ? alike(depth + 2) : NODES.textNode(text()));
        }
      }
      items.add(item);
      members.set("key" + i, item);
    }
    return map ? members : items;
  }
}
