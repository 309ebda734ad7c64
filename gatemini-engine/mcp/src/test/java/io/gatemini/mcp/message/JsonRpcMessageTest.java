package io.gatemini.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class JsonRpcMessageTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static JsonRpcMessage parse(byte[] message) {
    // Somewhere inside a larger buffer, as it lies there in life.
    byte[] buffer = new byte[message.length + 20];
    java.util.Arrays.fill(buffer, (byte) '"');
    System.arraycopy(message, 0, buffer, 7, message.length);
    return JsonRpcMessage.parse(buffer, 7, message.length);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Property
  void neverThrowsOnAnyBytes(@ForAll byte[] bytes) {
    assertThat(parse(bytes).kind()).isNotNull();
  }

  @Property
  void neverThrowsOnAMessageThatWasDamaged(
      @ForAll("messages") JsonNode message, @ForAll int position, @ForAll byte damage)
      throws JsonProcessingException {
    byte[] bytes = Json.mapper().writeValueAsBytes(message);
    bytes[Math.floorMod(position, bytes.length)] = damage;

    JsonRpcMessage envelope = parse(bytes);

    assertThat(envelope.kind()).isNotNull();
    assertThat(envelope.kind() == Kind.INVALID).isEqualTo(!envelope.errorMessage().isEmpty());
  }

  @Property
  void agreesWithATreeOnEveryMessage(@ForAll("messages") JsonNode made) throws IOException {
    byte[] bytes = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(made);
    JsonNode message = Json.mapper().readTree(bytes);
    JsonRpcMessage envelope = JsonRpcMessage.parse(bytes, 0, bytes.length);

    assertThat(envelope.kind()).isEqualTo(kind(message));
    if (envelope.kind() == Kind.INVALID) {
      return;
    }
    assertThat(envelope.method()).isEqualTo(message.path("method").asText(""));
    JsonNode id = message.path("id");
    same(envelope.id(), bytes, id.isTextual() || id.isIntegralNumber() ? id : NODES.missingNode());
    same(envelope.params(), bytes, message.path("params"));
    same(envelope.result(), bytes, message.path("result"));
    same(envelope.error(), bytes, message.path("error"));
    JsonNode params = message.path("params");
    same(envelope.arguments(), bytes, params.path("arguments"));
    same(envelope.meta(), bytes, params.path("_meta"));
    same(envelope.callToken(), bytes, params.path("_meta").path("progressToken"));
    same(envelope.reportToken(), bytes, params.path("progressToken"));
    same(envelope.requestId(), bytes, params.path("requestId"));
    assertThat(envelope.toolName()).isEqualTo(params.path("name").textValue());
  }

  private static void same(@Nullable Slice slice, byte[] bytes, JsonNode expected)
      throws IOException {
    if (expected.isMissingNode() || (slice == null && expected.isNull())) {
      assertThat(slice).isNull();
    } else {
      assertThat(slice).isNotNull();
      assertThat(Json.mapper().readTree(slice.copy(bytes))).isEqualTo(expected);
    }
  }

  /** JSON-RPC 2.0, sections 4 and 5, with the narrower ids of MCP. */
  private static Kind kind(JsonNode message) {
    JsonNode id = message.path("id");
    boolean idOk = id.isTextual() || id.isIntegralNumber();
    if (!message.path("jsonrpc").asText().equals("2.0")) {
      return Kind.INVALID;
    }
    if (message.has("method")) {
      if (!message.get("method").isTextual() || (message.has("id") && !idOk)) {
        return Kind.INVALID;
      }
      return message.has("id") ? Kind.REQUEST : Kind.NOTIFICATION;
    }
    if (message.hasNonNull("error") || (message.has("error") && !message.has("result"))) {
      return Kind.RESPONSE;
    }
    return message.has("result") && idOk ? Kind.RESPONSE : Kind.INVALID;
  }

  @Provide
  Arbitrary<JsonNode> messages() {
    Arbitrary<JsonNode> scalar =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(12).map(NODES::textNode),
            Arbitraries.longs().map(NODES::numberNode),
            Arbitraries.bigIntegers()
                .between(BigInteger.ONE.shiftLeft(64).negate(), BigInteger.ONE.shiftLeft(70))
                .map(NODES::numberNode),
            Arbitraries.doubles()
                .between(-1e6, 1e6)
                .map(d -> NODES.numberNode(new java.math.BigDecimal(Double.toString(d)))),
            Arbitraries.of(true, false).map(NODES::booleanNode),
            Arbitraries.just(NODES.nullNode()));
    Arbitrary<JsonNode> object =
        Arbitraries.maps(
                Arbitraries.of("a", "id", "method", "name", "é\"\\", "progressToken"), scalar)
            .ofMaxSize(4)
            .map(members -> NODES.objectNode().setAll(members));
    Arbitrary<JsonNode> any =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(2, scalar),
            net.jqwik.api.Tuple.of(1, object),
            net.jqwik.api.Tuple.of(
                1, scalar.list().ofMaxSize(3).map(list -> NODES.arrayNode().addAll(list))));
    Arbitrary<JsonNode> params =
        Arbitraries.maps(
                Arbitraries.of(
                    "name", "arguments", "_meta", "progressToken", "requestId", "cursor", "x"),
                any)
            .ofMaxSize(6)
            .map(members -> NODES.objectNode().setAll(members));
    Arbitrary<List<String>> members =
        Arbitraries.of("id", "method", "params", "result", "error", "extra")
            .set()
            .ofMinSize(1)
            .map(List::copyOf);
    Arbitrary<JsonNode> version =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, Arbitraries.just((JsonNode) NODES.textNode("2.0"))),
            net.jqwik.api.Tuple.of(1, scalar));
    return Combinators.combine(version, members, params, any, any, Arbitraries.strings().alpha())
        .as(
            (jsonrpc, names, paramsNode, one, two, method) -> {
              ObjectNode node = NODES.objectNode();
              for (String name : names) {
                switch (name) {
                  case "params" -> node.set("params", two.isNull() ? two : paramsNode);
                  case "method" -> node.set("method", one.isArray() ? one : NODES.textNode(method));
                  case "id" -> node.set("id", one);
                  default -> node.set(name, two);
                }
              }
              node.set("jsonrpc", jsonrpc);
              return node;
            });
  }

  @Example
  void readsACallInOnePass() {
    byte[] message =
        utf8(
            "{\"params\":{\"_meta\":{\"x\":[1],\"progressToken\":7},\"arguments\":{ \"a\" : [1, 2] },"
                + "\"name\":\"do\\u0041\"},\"method\":\"tools/call\",\"id\":\"i\\n\",\"jsonrpc\":\"2.0\"}");

    JsonRpcMessage envelope = JsonRpcMessage.parse(message, 0, message.length);

    assertThat(envelope.kind()).isEqualTo(Kind.REQUEST);
    assertThat(envelope.toolName()).isEqualTo("doA");
    Slice id = envelope.id();
    Slice arguments = envelope.arguments();
    Slice token = envelope.callToken();
    assertThat(id).isNotNull();
    assertThat(id.text(message)).isEqualTo("\"i\\n\"");
    assertThat(arguments).isNotNull();
    assertThat(arguments.text(message)).isEqualTo("{ \"a\" : [1, 2] }");
    assertThat(token).isNotNull();
    assertThat(token.text(message)).isEqualTo("7");
  }

  @Example
  void takesTheLastOfTwoMembersOfOneName() {
    JsonRpcMessage envelope =
        parse(
            utf8(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"a\",\"method\":\"b\","
                    + "\"params\":{\"name\":\"x\"},\"params\":{\"cursor\":1}}"));

    assertThat(envelope.numericId()).isEqualTo(2);
    assertThat(envelope.method()).isEqualTo("b");
    assertThat(envelope.toolName()).isNull();
  }

  @Example
  void takesAnAbsentMemberThatIsWrittenAsNullForAbsent() {
    JsonRpcMessage answer =
        parse(
            utf8(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null,\"method\":null,\"params\":null,"
                    + "\"result\":{}}"));
    JsonRpcMessage failure =
        parse(utf8("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1},\"result\":null}"));
    JsonRpcMessage nothing = parse(utf8("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}"));

    assertThat(answer.kind()).isEqualTo(Kind.RESPONSE);
    assertThat(answer.error()).isNull();
    assertThat(failure.kind()).isEqualTo(Kind.RESPONSE);
    assertThat(failure.error()).isNotNull();
    assertThat(nothing.kind()).isEqualTo(Kind.INVALID);
  }

  @Example
  void refusesWhatIsNotUtf8() {
    byte[] bytes = utf8("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"é\"}");
    bytes[bytes.length - 4] = (byte) 0xff;

    assertThat(parse(bytes).errorCode()).isEqualTo(JsonRpcMessage.PARSE_ERROR);
    byte[] utf16 = "{\"jsonrpc\":\"2.0\"}".getBytes(StandardCharsets.UTF_16LE);
    assertThat(parse(utf16).errorCode()).isEqualTo(JsonRpcMessage.PARSE_ERROR);
  }

  @Example
  void buildsWhatItReads() {
    byte[] message =
        JsonRpcMessages.toolCall(
                42,
                "na\"me\n",
                RawJson.parse("{\"a\":[1,{}]}"),
                true,
                RawJson.emptyObject(),
                RawJson.emptyObject())
            .bytes();

    JsonRpcMessage envelope = JsonRpcMessage.parse(message, 0, message.length);

    assertThat(envelope.kind()).isEqualTo(Kind.REQUEST);
    assertThat(envelope.numericId()).isEqualTo(42);
    assertThat(envelope.toolName()).isEqualTo("na\"me\n");
    Slice token = envelope.callToken();
    assertThat(token).isNotNull();
    assertThat(token.text(message)).isEqualTo("42");
  }
}
