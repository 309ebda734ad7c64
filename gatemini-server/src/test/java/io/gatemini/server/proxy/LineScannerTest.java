package io.gatemini.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineScannerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final String[] TEXTS = {
    "", "tools/call", "id", "{\"id\":1}", "a\\b", "\"", "]}", "ä€😀", "\n\t\u0001", "result"
  };
  private static final String[] NAMES = {"id", "method", "result", "error", "params", "a\"b"};

  private final LineScanner scanner = new LineScanner();
  private final Random random = new Random(34);

  @Test
  void findsWhatJacksonFindsWhereverTheBytesAreSplit() throws Exception {
    for (int round = 0; round < 300; round++) {
      ObjectNode message = message();
      ObjectMapper writer = round % 2 == 0 ? JSON : ASCII;
      byte[] line = writer.writeValueAsBytes(message);
      for (int split = 0; split <= line.length; split++) {
        scanner.reset();
        scanner.scan(line, 0, split);
        assertThat(scanner.isWhole()).isEqualTo(split == 0 || split == line.length);
        scanner.scan(line, split, line.length);
        assertSame(message);
      }
    }
  }

  private void assertSame(JsonNode message) throws Exception {
    String id = scanner.id();
    assertThat(id == null ? null : JSON.readTree(id)).isEqualTo(message.get("id"));
    JsonNode method = message.get("method");
    assertThat(scanner.method()).isEqualTo(method == null ? null : method.textValue());
    assertThat(scanner.isAnswer()).isEqualTo(message.has("result") || message.has("error"));
    assertThat(scanner.isBatch()).isFalse();
    assertThat(scanner.isWhole()).isTrue();
  }

  private ObjectNode message() {
    List<String> names = new ArrayList<>(List.of(NAMES));
    Collections.shuffle(names, random);
    ObjectNode message = JSON.createObjectNode();
    for (String name : names.subList(0, random.nextInt(NAMES.length + 1))) {
      switch (name) {
        case "id" -> {
          if (random.nextBoolean()) {
            message.put("id", random.nextInt());
          } else {
            message.put("id", text());
          }
        }
        case "method" -> message.put("method", text());
        default -> message.set(name, value(3));
      }
    }
    return message;
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 5)) {
      case 0 -> JSON.getNodeFactory().textNode(text());
      case 1 -> JSON.getNodeFactory().numberNode(random.nextInt());
      case 2 -> JSON.getNodeFactory().nullNode();
      case 3 -> JSON.createArrayNode().add(value(depth - 1)).add(value(depth - 1));
      default -> {
        ObjectNode members = JSON.createObjectNode();
        members.set(NAMES[random.nextInt(NAMES.length)], value(depth - 1));
        members.set(NAMES[random.nextInt(NAMES.length)], value(depth - 1));
        yield members;
      }
    };
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  @Test
  void readsPastSpacesAndEscapedNames() {
    scan(" { \"\\u0069d\" : \"a b\" ,\t\"method\" : \"tools\\/call\" } ");

    assertThat(scanner.id()).isEqualTo("\"a b\"");
    assertThat(scanner.method()).isEqualTo("tools/call");
    assertThat(scanner.isWhole()).isTrue();
  }

  @Test
  void keepsAnIdOfTheMostBytesAndNoLongerOne() {
    String longest = "\"" + "x".repeat(LineScanner.MAX_VALUE_BYTES - 2) + "\"";
    scan("{\"id\":" + longest + "}");
    assertThat(scanner.id()).isEqualTo(longest);

    scan("{\"id\":\"x" + longest.substring(1) + ",\"method\":\"ping\"}");
    assertThat(scanner.id()).isNull();
    assertThat(scanner.method()).isEqualTo("ping");
  }

  @Test
  void saysOfABatchThatItIsOneAndNothingElse() {
    scan("[{\"id\":1,\"method\":\"ping\"},{\"id\":2,\"result\":{}}]");

    assertThat(scanner.isBatch()).isTrue();
    assertThat(scanner.id()).isNull();
    assertThat(scanner.method()).isNull();
    assertThat(scanner.isAnswer()).isFalse();
    assertThat(scanner.isWhole()).isTrue();
  }

  @Test
  void goesOnAfterWhatIsNoJson() {
    scan("}]{\"\\u00zz\":\"\\u\",\"method\":\"\\u12\"}]");
    scan("{\"id\":1,\"method\":\"ping\"}");

    assertThat(scanner.id()).isEqualTo("1");
    assertThat(scanner.method()).isEqualTo("ping");
  }

  private void scan(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    scanner.reset();
    scanner.scan(bytes, 0, bytes.length);
  }
}
