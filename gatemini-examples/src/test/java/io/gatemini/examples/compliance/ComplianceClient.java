package io.gatemini.examples.compliance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A client of one version of the protocol, which says what it expects. For one thread. */
final class ComplianceClient implements AutoCloseable {
  static final String STATELESS = "2026-07-28";

  final Wire wire;
  private final String version;
  private int lastId;

  /** The capabilities that it announces, as JSON. */
  String capabilities = "{}";

  ComplianceClient(Wire wire, String version) {
    this.wire = wire;
    this.version = version;
  }

  static ObjectNode json(String text) {
    return (ObjectNode) RawJson.parse(text).tree();
  }

  boolean stateless() {
    return version.equals(STATELESS);
  }

  /** The answer to a handshake, or to the question for what the server can. */
  JsonNode begin() {
    if (stateless()) {
      return result("server/discover", "{}");
    }
    JsonNode result = initialize(version);
    wire.send(json("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
    return result;
  }

  /** The answer to a handshake that asks for a version. */
  JsonNode initialize(String asked) {
    ObjectNode params = json("{\"clientInfo\":{\"name\":\"tester\",\"version\":\"9\"}}");
    params.set("capabilities", json(capabilities));
    wire.send(message("initialize", params.put("protocolVersion", asked)));
    return answer(lastId).path("result");
  }

  /** A request with the next id, as a message. */
  ObjectNode message(String method, ObjectNode params) {
    ObjectNode message = json("{\"jsonrpc\":\"2.0\"}").put("id", ++lastId).put("method", method);
    message.set("params", params);
    return message;
  }

  /** Sends a request; returns its id. */
  int send(String method, String params) {
    return send(method, params, version);
  }

  /** Sends a request that says it is of a version, where requests say that. */
  int send(String method, String params, String said) {
    ObjectNode all = json(params);
    if (stateless()) {
      all.withObject("/_meta")
          .put("io.modelcontextprotocol/protocolVersion", said)
          .set("io.modelcontextprotocol/clientCapabilities", json(capabilities));
    }
    wire.send(message(method, all));
    return lastId;
  }

  /** The answer to a request; what comes before it is passed over. */
  JsonNode answer(int id) {
    return await(message -> !message.has("method") && message.path("id").asInt(-1) == id);
  }

  /** The next message of which a condition holds; what comes before it is passed over. */
  JsonNode await(Predicate<JsonNode> condition) {
    JsonNode message = wire.next();
    while (!condition.test(message)) {
      message = wire.next();
    }
    return message;
  }

  /** The result of a request that must not fail. */
  JsonNode result(String method, String params) {
    JsonNode answer = answer(send(method, params));
    assertThat(answer.has("result")).as("%s: %s", method, answer).isTrue();
    JsonNode result = answer.get("result");
    assertThat(result.path("resultType").asText()).isEqualTo(stateless() ? "complete" : "");
    return result;
  }

  /** The error of a request that must fail. */
  JsonNode refusal(String method, String params, int code) {
    return refused(answer(send(method, params)), code);
  }

  static JsonNode refused(JsonNode answer, int code) {
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.at("/error/message").asText()).isNotBlank().doesNotContain("Exception");
    return answer.get("error");
  }

  JsonNode call(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  /** The result of a program, or of a JSON call. */
  JsonNode run(String code) {
    return call("call_tool_chain", json("{}").put("code", code).toString());
  }

  /** The content of a resource. */
  JsonNode read(String uri) {
    JsonNode contents = result("resources/read", "{\"uri\":\"" + uri + "\"}").path("contents");
    assertThat(contents).hasSize(1);
    assertThat(contents.path(0).path("uri").asText()).isEqualTo(uri);
    return contents.get(0);
  }

  /** All entries of a list, page after page. */
  List<JsonNode> all(String method, String list) {
    List<JsonNode> all = new ArrayList<>();
    JsonNode page = result(method, "{}");
    page.path(list).forEach(all::add);
    while (page.has("nextCursor")) {
      page = result(method, "{\"cursor\":" + page.get("nextCursor") + "}");
      page.path(list).forEach(all::add);
    }
    return all;
  }

  /** The first text of a result. */
  static String text(JsonNode result) {
    assertThat(result.at("/content/0/type").asText()).as(result.toString()).isEqualTo("text");
    return result.at("/content/0/text").asText();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
