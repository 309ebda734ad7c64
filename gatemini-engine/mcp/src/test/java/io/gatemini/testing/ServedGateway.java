package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A whole gateway served in memory, and its one client, which says what it expects. */
public final class ServedGateway implements Transport, AutoCloseable {
  private final Gateway gateway;
  private @Nullable Served served;

  private ServedGateway(Gateway gateway) {
    this.gateway = gateway;
  }

  /** Serves a gateway once its backends are ready; closing this closes both. */
  public static ServedGateway of(Gateway gateway) {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    ServedGateway transport = new ServedGateway(gateway);
    gateway.expose(transport);
    return transport;
  }

  @Override
  public String name() {
    return "in-memory";
  }

  @Override
  public Exposure open(Surface surface, PluginContext context) {
    Served opened = new Served(surface, context.scheduler());
    served = opened;
    return opened.exposure;
  }

  private Served served() {
    return Objects.requireNonNull(served, "not exposed yet");
  }

  public TestClient client() {
    return served().client;
  }

  public Exposure exposure() {
    return served().exposure;
  }

  /** Shakes hands under a version of the protocol. */
  public JsonNode initialize(String version) {
    client().send(TestClient.INITIALIZE.replace("2025-11-25", version));
    JsonNode answer = client().answer(0);
    client().send(TestClient.INITIALIZED);
    return answer.get("result");
  }

  /** Sends a request without waiting for its answer. */
  public void send(Object id, String method, String params) {
    served().send(id, method, params);
  }

  public JsonNode ask(String method, String params) {
    return served().ask(method, params);
  }

  /** The result of a request that must not fail. */
  public JsonNode result(String method, String params) {
    JsonNode answer = ask(method, params);
    assertThat(answer.has("result")).as(answer.toString()).isTrue();
    return answer.get("result");
  }

  /** The error of a request that must fail. */
  public JsonNode refusal(String method, String params, int code) {
    JsonNode answer = ask(method, params);
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.at("/error/message").asText()).isNotBlank().doesNotContain("Exception");
    return answer.get("error");
  }

  /** The result of a tool of the surface. */
  public JsonNode call(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  /** The result of a program, or of a JSON call. */
  public JsonNode run(String code) {
    return call(
        "call_tool_chain", JsonNodeFactory.instance.objectNode().put("code", code).toString());
  }

  /** The first text of a result. */
  public static String text(JsonNode result) {
    assertThat(result.at("/content/0/type").asText()).isEqualTo("text");
    return result.at("/content/0/text").asText();
  }

  /** The content of a resource. */
  public JsonNode read(String uri) {
    JsonNode content = result("resources/read", "{\"uri\":\"" + uri + "\"}").at("/contents/0");
    assertThat(content.get("uri").asText()).isEqualTo(uri);
    return content;
  }

  /** One member of all entries of a list, page after page. */
  public List<String> all(String method, String list, String member) {
    List<String> all = new ArrayList<>();
    JsonNode page = result(method, "{}");
    page.get(list).forEach(entry -> all.add(entry.get(member).asText()));
    while (page.has("nextCursor")) {
      page = result(method, "{\"cursor\":" + page.get("nextCursor") + "}");
      page.get(list).forEach(entry -> all.add(entry.get(member).asText()));
    }
    return all;
  }

  @Override
  public void close() {
    served().close();
    gateway.close();
  }
}
