package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.Json;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions of a server over HTTP: on the stream of a call, and on the one of its own. */
class ServerQuestionsTest {
  private final Map<String, CompletableFuture<JsonNode>> told = new ConcurrentHashMap<>();
  private final CompletableFuture<TestHttpServer.Answer> stream = new CompletableFuture<>();
  private final TestHttpServer server = new TestHttpServer(this::serve);
  private final TestContext context =
      new TestContext("web", BackendConfig.streamableHttp(server.url())).withThreads();
  private final Backend backend = new StreamableHttpBackendProvider().create(context);

  @BeforeEach
  void start() {
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
  }

  @AfterEach
  void stop() {
    assertThat(backend.stop()).succeedsWithin(Duration.ofSeconds(60));
    context.close();
    server.close();
  }

  private void serve(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    if (request.method().equals("GET")) {
      answer.stream();
      stream.complete(answer);
      answer.awaitClose();
      return;
    }
    JsonNode message =
        request.body().isEmpty()
            ? Json.mapper().nullNode()
            : Json.mapper().readTree(request.body());
    switch (message.path("method").asText()) {
      case "initialize" ->
          answer.json(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id")
                  + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  + "\"serverInfo\":{\"name\":\"web\",\"version\":\"1\"}}}");
      case "tools/call" -> {
        String tool = message.at("/params/name").asText();
        answer.stream();
        ask(answer, "on " + tool);
        told("on " + tool).join();
        if (tool.equals("wait")) {
          told("on its own").join();
        }
        answer.event(
            "data: {\"jsonrpc\":\"2.0\",\"id\":"
                + message.get("id")
                + ",\"result\":{\"content\":[]}}\n\n");
        answer.end();
      }
      default -> {
        if (message.has("result") || message.has("error")) {
          told(message.path("id").asText())
              .complete(message.has("result") ? message.get("result") : message.get("error"));
        }
        answer.empty("202 Accepted");
      }
    }
  }

  private CompletableFuture<JsonNode> told(String question) {
    return told.computeIfAbsent(question, id -> new CompletableFuture<>());
  }

  private static void ask(TestHttpServer.Answer answer, String id) throws Exception {
    answer.event(
        "data: {\"jsonrpc\":\"2.0\",\"id\":\""
            + id
            + "\",\"method\":\"elicitation/create\",\"params\":{\"message\":\""
            + id
            + "\",\"requestedSchema\":{}}}\n\n");
  }

  private CompletableFuture<ToolResult> call(String session, String tool, ClientChannel client) {
    CallContext context = CallContext.of(Session.of(session)).withClient(client);
    return backend
        .call(new BackendCall(tool, RawJson.emptyObject(), context))
        .toCompletableFuture();
  }

  /** Answers with its name. */
  private static ClientChannel named(String name, CompletableFuture<?> when) {
    return new ClientChannel() {
      @Override
      public CompletionStage<Optional<RawJson>> ask(Question question) {
        String answer = name + ": " + question.params().tree().get("message").asText();
        return when.thenApply(
            now ->
                Optional.of(
                    RawJson.ofValue(
                        Map.of("action", "accept", "content", Map.of("told", answer)))));
      }
    };
  }

  private String answered(String question) {
    JsonNode answer = Patience.join(told(question));
    return answer.at("/content/told").asText() + answer.path("message").asText();
  }

  @Test
  void belongToTheCallOnWhoseStreamTheyCome() {
    CompletableFuture<Void> bothOpen = new CompletableFuture<>();
    CompletableFuture<ToolResult> anns = call("ann", "a", named("ann", bothOpen));
    CompletableFuture<ToolResult> bobs =
        call(
            "bob",
            "b",
            new ClientChannel() {
              @Override
              public CompletionStage<Optional<RawJson>> ask(Question question) {
                bothOpen.complete(null);
                return named("bob", bothOpen).ask(question);
              }
            });

    assertThat(answered("on a")).isEqualTo("ann: Backend \"web\" asks: on a");
    assertThat(answered("on b")).isEqualTo("bob: Backend \"web\" asks: on b");
    assertThat(anns).succeedsWithin(Duration.ofSeconds(60));
    assertThat(bobs).succeedsWithin(Duration.ofSeconds(60));
  }

  @Test
  void belongToTheOneClientWhereTheyComeOnAnother() throws Exception {
    CompletableFuture<Void> now = CompletableFuture.completedFuture(null);
    CompletableFuture<ToolResult> call = call("ann", "wait", named("ann", now));
    assertThat(answered("on wait")).startsWith("ann");

    ask(Patience.join(stream), "on its own");

    assertThat(answered("on its own")).isEqualTo("ann: Backend \"web\" asks: on its own");
    assertThat(call).succeedsWithin(Duration.ofSeconds(60));
  }

  @Test
  void areDeclinedWhereTheyComeOnAnotherAndSeveralMayBeMeant() throws Exception {
    CompletableFuture<Void> never = new CompletableFuture<>();
    CompletableFuture<Void> now = CompletableFuture.completedFuture(null);
    CompletableFuture<ToolResult> anns = call("ann", "wait", named("ann", now));
    assertThat(answered("on wait")).startsWith("ann");
    CompletableFuture<ToolResult> bobs = call("bob", "b", named("bob", never));

    ask(Patience.join(stream), "on its own");

    assertThat(answered("on its own")).startsWith("calls of several clients are open");
    assertThat(anns).succeedsWithin(Duration.ofSeconds(60));
    bobs.cancel(true);
  }
}
