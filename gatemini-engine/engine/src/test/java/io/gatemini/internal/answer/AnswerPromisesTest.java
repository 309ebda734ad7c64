package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.StoredResult;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestGateway;
import io.gatemini.text.BytesTokenEstimator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** Promises that every answer of a tool keeps on its whole way. */
class AnswerPromisesTest {
  private static final Pattern KEPT = Pattern.compile("gatemini://result/([a-z2-7]{10})");
  private static final Pattern CHUNK = Pattern.compile("(?m)^== (.*) \\([^()]*\\)( not shown)?$");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Map<OutputConfig, Served> GATEWAYS = new HashMap<>();

  /** A gateway whose only tool answers what it is given. */
  private static final class Served {
    private final Gateway gateway;
    private volatile ToolResult next = ToolResult.text("");

    Served(OutputConfig output) {
      gateway =
          TestGateway.builder()
              .outputConfig(output)
              .backend(
                  "a", BackendConfig.inProcess().tool("answer", "Answers.", "{}", args -> next))
              .build();
    }
  }

  @AfterContainer
  static void close() {
    GATEWAYS.values().forEach(served -> served.gateway.close());
    GATEWAYS.clear();
  }

  /** Content blocks, and the structured value beside them. */
  record Given(List<ObjectNode> blocks, Optional<ObjectNode> structured, boolean error) {
    ToolResult result() {
      ObjectNode result = NODES.objectNode();
      blocks.forEach(result.putArray("content")::add);
      structured.ifPresent(value -> result.set("structuredContent", value));
      if (error) {
        result.put("isError", true);
      }
      return ToolResult.of(RawJson.wrap(result.toString().getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(60);
    Arbitrary<String> lines =
        Arbitraries.of(
                ("a line of words\n¦- item\n¦x¦\r\n¦é中😀¦# heading\n\n¦\uFEFF¦{\"a\":1}\n"
                        + "¦key = value; 12, 34\n¦[whole: gatemini://result/aaaaaaaaaa]\n")
                    .split("¦", -1))
            .list()
            .ofMaxSize(8)
            .map(parts -> String.join("", parts));
    Arbitrary<String> large =
        Combinators.combine(lines, Arbitraries.integers().between(1, 600))
            .as((unit, times) -> unit.repeat(times));
    Arbitrary<String> json =
        Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(0, 3))
            .as(AnswerPromisesTest::jsonText);
    Arbitrary<String> written =
        Arbitraries.of(
            "[1.0e+3, 1E400, 12345678901234567890123, -0, -0.0]",
            "{\"a\":1,\"a\":2}",
            "{\"a\":\"\\ud800\",\"b\":\"\\u0000\\/\"}",
            " \r\n[1,\r\n2]\r\n",
            "null",
            "\"just a string\"",
            "3",
            "");
    Arbitrary<String> writtenLarge =
        written.map(text -> "[" + (text.isBlank() ? "0" : text) + ", 1.50".repeat(900) + " ]\n");
    return Arbitraries.oneOf(any, lines, large, json, json, written, writtenLarge);
  }

  private static String jsonText(long seed, int form) {
    JsonNode tree = new RandomJson(seed).container();
    return switch (form) {
      case 0 -> tree.toString();
      case 1 -> tree.toPrettyString();
      case 2 -> "\r\n" + tree.toPrettyString().replace("\n", "\r\n") + "\n";
      default -> "{\"rows\" : [" + (tree + ", ").repeat(5) + tree + " ]}";
    };
  }

  @Provide
  Arbitrary<ObjectNode> blocks() {
    Arbitrary<ObjectNode> text =
        texts().map(said -> NODES.objectNode().put("type", "text").put("text", said));
    Arbitrary<ObjectNode> resource =
        texts()
            .map(
                said -> {
                  ObjectNode block = NODES.objectNode().put("type", "resource");
                  block.putObject("resource").put("uri", "x://y").put("text", said);
                  return block;
                });
    Arbitrary<ObjectNode> media =
        Arbitraries.of("image", "audio")
            .map(
                type ->
                    NODES
                        .objectNode()
                        .put("type", type)
                        .put("mimeType", "a/b")
                        .put("data", "AAAA".repeat(300)));
    Arbitrary<ObjectNode> link =
        Arbitraries.just(
            NODES.objectNode().put("type", "resource_link").put("uri", "x://z").put("name", "z"));
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(8, text),
        net.jqwik.api.Tuple.of(2, resource),
        net.jqwik.api.Tuple.of(1, media),
        net.jqwik.api.Tuple.of(1, link));
  }

  @Provide
  Arbitrary<Given> answers() {
    Arbitrary<List<ObjectNode>> contents =
        Arbitraries.oneOf(blocks().list().ofSize(1), blocks().list().ofMaxSize(4));
    return Combinators.combine(
            contents,
            Arbitraries.integers().between(0, 5),
            Arbitraries.longs(),
            Arbitraries.integers().between(0, 9).map(n -> n == 0))
        .as(
            (content, kind, seed, error) ->
                new Given(content, structured(content, kind, seed), error));
  }

  private static Optional<ObjectNode> structured(List<ObjectNode> content, int kind, long seed) {
    String first = content.isEmpty() ? "" : content.get(0).path("text").asText();
    return switch (kind) {
      case 0 -> Optional.of(NODES.objectNode().put("content", first));
      case 1 -> Optional.of(NODES.objectNode().set("other", new RandomJson(seed).container()));
      case 2 ->
          RandomJson.raw(first).length() > 0 && first.startsWith("{")
              ? parsed(first)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<ObjectNode> parsed(String text) {
    try {
      return Optional.of((ObjectNode) Json.mapper().readTree(text));
    } catch (IOException | ClassCastException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<Integer> limits() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            0, 1, 2, 3, 44, 45, 119, 120, 255, 256, 399, 400, 1599, 1600, 5_000, 20_000, 200_000),
        Arbitraries.integers().between(0, 6_000));
  }

  @Provide
  Arbitrary<Optional<Integer>> tokens() {
    return Arbitraries.integers().between(0, 3_000).optional(0.3);
  }

  @Provide
  Arbitrary<Optional<String>> intents() {
    return Arbitraries.of(
            "", " ", "words", "item-3 name", "the of and", "[(*+?.\\", "中😀", "\"\n\0")
        .optional(0.4);
  }

  @Provide
  Arbitrary<OutputConfig> configs() {
    OutputConfig low =
        OutputConfig.defaults()
            .intentThreshold(256)
            .chunkThreshold(512)
            .chunkTarget(256)
            .pageSize(300);
    return Arbitraries.of(
        OutputConfig.defaults(),
        low,
        low,
        low.intentFiltering(false),
        low.uniformArrayCollapse(false),
        low.autoChunkJson(false),
        low.smartTruncation(false),
        low.responseMetadata(false),
        low.structuredContent(false));
  }

  /** The header of a cut structure stood before a text that had its tokens already. */
  @Example
  void aHeaderOverAStructureIsWithinTheTokens() {
    ObjectNode block =
        NODES
            .objectNode()
            .put("type", "text")
            .put("text", "[whole: gatemini://result/aaaaaaaaaa]\n".repeat(2));
    ObjectNode structured = NODES.objectNode().put("other", "word ".repeat(1_000));

    everyAnswerIsWithinItsBoundsAndKeepsWhatItLeavesOut(
        new Given(List.of(block), Optional.of(structured), false),
        1_956,
        Optional.of(35),
        Optional.empty(),
        OutputConfig.defaults());
  }

  @Property(tries = 300)
  void everyAnswerIsWithinItsBoundsAndKeepsWhatItLeavesOut(
      @ForAll("answers") Given given,
      @ForAll("limits") int limit,
      @ForAll("tokens") Optional<Integer> tokens,
      @ForAll("intents") Optional<String> intent,
      @ForAll("configs") OutputConfig config) {
    Served served = GATEWAYS.computeIfAbsent(config, Served::new);
    ToolResult original = given.result();
    served.next = original;
    ChainRequest request =
        ChainRequest.of("{\"tool\":\"a.answer\",\"arguments\":{}}").withMaxOutputBytes(limit);
    request = tokens.isPresent() ? request.withMaxOutputTokens(tokens.get()) : request;
    request = intent.isPresent() ? request.withIntent(intent.get()) : request;

    ChainResult answer = served.gateway.run(request);

    List<String> before = textsOf(original);
    List<String> texts = textsOf(answer.result());
    assertThat(answer.isError()).isEqualTo(given.error);
    assertWellFormed(answer.result());
    assertThat(size(texts)).as(answer.reductions().toString()).isLessThanOrEqualTo(limit);
    assertThat(answer.bytesReturned()).isEqualTo(size(texts) + media(answer.result()));
    assertThat(answer.bytesProcessed()).isEqualTo(size(before) + media(original));
    if (tokens.isPresent()) {
      BytesTokenEstimator estimator = new BytesTokenEstimator();
      assertThat(texts.stream().mapToLong(estimator::estimate).sum())
          .isLessThanOrEqualTo(tokens.get());
    }
    assertThat(shapes(answer.result())).isEqualTo(shapes(original));
    assertStructuredFits(answer, limit);
    if (answer.reductions().isEmpty()) {
      assertThat(texts.stream().map(AnswerPromisesTest::own).toList()).isEqualTo(before);
    }
    Matcher kept = KEPT.matcher(String.join(" ", answer.reductions()));
    if (!texts.equals(before) && kept.find()) {
      assertKept(served.gateway.result(kept.group(1)), original);
      assertPlaces(served.gateway.result(kept.group(1)), answer, original, intent.isPresent());
    }
  }

  /** A text as its tool gave it, without the line that stands before one like a gateway's note. */
  private static String own(String text) {
    String apart = "[the next lines are the tool's own]\n";
    return text.startsWith(apart) ? text.substring(apart.length()) : text;
  }

  /** One value, no member twice, and no line break: a message over a pipe is one line. */
  private static void assertWellFormed(ToolResult result) {
    String json = result.json().toString();
    try (JsonParser parser = Json.mapper().createParser(json)) {
      while (parser.nextToken() != null) {
        parser.getValueAsString();
      }
    } catch (IOException e) {
      throw new AssertionError(json, e);
    }
    assertThat(json).doesNotContain("\n").doesNotContain("\r");
    assertThat(json.split("\"structuredContent\":").length).isLessThanOrEqualTo(2);
  }

  private static void assertStructuredFits(ChainResult answer, int limit) {
    JsonNode structured = answer.result().structuredContent().orElse(NODES.nullNode());
    if (structured.has("reduction")) {
      JsonNode said = structured.get("result");
      List<String> texts = textsOf(answer.result());
      if (texts.size() == 1 && answer.result().content().size() == 1) {
        String text = texts.get(0);
        int line = text.indexOf('\n');
        String behind =
            text.startsWith("[") && text.contains("gatemini://") ? text.substring(line + 1) : text;
        String value = said.isTextual() ? said.textValue() : said.toString();
        boolean same =
            value.equals(behind)
                || value.equals(text)
                || parsedAs(behind).equals(Optional.of(said))
                || parsedAs(text).equals(Optional.of(said));
        if (!same) {
          assertThat(Utf8Size.of(value)).isLessThanOrEqualTo(Math.max(limit, 0));
        }
      }
    }
  }

  private static Optional<JsonNode> parsedAs(String text) {
    try {
      return Optional.of(Json.mapper().readTree(text));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void assertKept(StoredResult kept, ToolResult original) {
    Optional<String> only =
        original.content().size() == 1 ? Optional.of(textsOf(original).get(0)) : Optional.empty();
    String expected =
        only.isPresent() && !kept.text().equals(original.json().toString())
            ? only.get()
            : original.json().toString();
    assertThat(kept.text()).isEqualTo(sound(expected));
    assertThat(kept.sizeBytes()).isEqualTo(Utf8Size.of(expected));
    assertThat(
            IntStream.rangeClosed(1, kept.pages()).mapToObj(kept::page).reduce("", String::concat))
        .isEqualTo(kept.text());
  }

  private static String sound(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static void assertPlaces(
      StoredResult kept, ChainResult answer, ToolResult original, boolean withIntent) {
    if (withIntent) {
      return;
    }
    List<String> before = textsOf(original);
    List<String> texts = textsOf(answer.result());
    for (int i = 0; i < texts.size(); i++) {
      if (RawJson.wrap(before.get(i).getBytes(StandardCharsets.UTF_8)).length() == 0
          || parsedAs(before.get(i)).filter(JsonNode::isContainerNode).isEmpty()) {
        continue;
      }
      String text = texts.get(i);
      if (text.contains("[JSON of ") && !text.contains(" omitted ...]\n")) {
        Matcher chunk = CHUNK.matcher(text);
        while (chunk.find()) {
          for (String label : chunk.group(1).split(" to ", 2)) {
            assertThat(kept.at(label).text()).isNotEmpty();
          }
        }
      }
      int line = text.startsWith("[") && text.contains("KB of") ? text.indexOf('\n') + 1 : 0;
      parsedAs(text.substring(line))
          .ifPresent(
              shown ->
                  shown.findParents("omitted").stream()
                      .filter(rest -> rest.path("path").isTextual())
                      .forEach(
                          rest -> {
                            JsonNode there = kept.at(rest.get("path").textValue()).json().tree();
                            assertThat(there.size()).isEqualTo(3 + rest.get("omitted").intValue());
                          }));
    }
  }

  private static List<String> textsOf(ToolResult result) {
    List<String> texts = new ArrayList<>();
    for (JsonNode block : result.content()) {
      JsonNode text =
          block.path("type").asText().equals("resource")
              ? block.path("resource").path("text")
              : block.path("text");
      if (text.isTextual()) {
        texts.add(text.textValue());
      }
    }
    return texts;
  }

  private static long size(List<String> texts) {
    return texts.stream().mapToLong(Utf8Size::of).sum();
  }

  private static long media(ToolResult result) {
    return result.content().stream().mapToLong(block -> block.path("data").asText().length()).sum();
  }

  /** The blocks, less what their texts say. */
  private static ArrayNode shapes(ToolResult result) {
    ArrayNode shapes = NODES.arrayNode();
    for (JsonNode block : result.content()) {
      ObjectNode shape = block.deepCopy();
      shape.remove("text");
      if (shape.get("resource") instanceof ObjectNode resource) {
        resource.remove("text");
      }
      shapes.add(shape);
    }
    return shapes;
  }
}
