package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The backend that the provider makes, against a small MCP server. */
class StreamableHttpBackendTest {
  private final McpServer mcp = new McpServer();
  private final TestHttpServer server = new TestHttpServer(mcp);
  private final TestContext context =
      new TestContext(
              "small",
              BackendConfig.streamableHttp(server.url()).header("Authorization", "Bearer t-1"))
          .withThreads();
  private final Backend backend = provider().create(context);

  @AfterEach
  void stop() throws Exception {
    get(backend.stop());
    context.close();
    server.close();
  }

  @Nested
  class Contract extends BackendContract {
    @Override
    protected Backend backend() {
      return provider().create(context);
    }

    @Override
    protected BackendCall call() {
      return StreamableHttpBackendTest.call("echo", Map.of("text", "hi"));
    }
  }

  @Test
  void startsListsAllPagesAndCalls() throws Exception {
    get(backend.start());

    List<BackendTool> tools = get(backend.listTools());
    ToolResult json = get(backend.call(call("echo", Map.of("text", "hi"))));
    ToolResult streamed = get(backend.call(call("stream", Map.of())));
    get(backend.ping());

    assertThat(tools).extracting(BackendTool::name).containsExactly("echo", "stream", "slow");
    assertThat(json.text()).isEqualTo("hi");
    assertThat(streamed.text()).isEqualTo("streamed");
    assertThat(server.received()).allMatch(r -> r.header("Authorization").equals(bearer()));
    assertThat(server.received("POST").stream().skip(2))
        .allMatch(r -> r.header("Mcp-Session-Id").orElse("").equals("session-1"))
        .allMatch(r -> r.header("MCP-Protocol-Version").orElse("").equals("2025-06-18"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[%s]"})
  void takesAMemberThatIsWrittenAsNullForAbsent(String form) throws Exception {
    mcp.form = form.formatted("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s,\"error\":null}");

    get(backend.start());

    assertThat(get(backend.listTools())).hasSize(3);
    assertThat(get(backend.call(call("echo", Map.of("text", "paid")))).text()).isEqualTo("paid");
  }

  @Test
  void carriesManyCallsAtOnce() throws Exception {
    get(backend.start());
    List<CompletableFuture<ToolResult>> calls = new ArrayList<>();

    for (int i = 0; i < 200; i++) {
      calls.add(backend.call(call("echo", Map.of("text", "n" + i))).toCompletableFuture());
    }

    for (int i = 0; i < 200; i++) {
      assertThat(get(calls.get(i)).text()).isEqualTo("n" + i);
    }
  }

  @Test
  void forwardsProgress() throws Exception {
    get(backend.start());
    List<Double> reports = new CopyOnWriteArrayList<>();
    ProgressListener listener = (progress, total, message) -> reports.add(progress);

    get(
        backend.call(
            new BackendCall(
                "stream", RawJson.emptyObject(), CallContext.local().withProgress(listener))));

    assertThat(reports).containsExactly(0.5);
  }

  @Test
  void cancellingACallTellsTheServerAndClosesTheConnection() throws Exception {
    get(backend.start());
    CompletableFuture<ToolResult> call = backend.call(call("slow", Map.of())).toCompletableFuture();
    assertThat(mcp.slowCalled.await(60, TimeUnit.SECONDS)).isTrue();

    call.cancel(true);

    assertThat(mcp.slowClosed.await(60, TimeUnit.SECONDS)).isTrue();
    await().until(() -> !mcp.cancelled.isEmpty());
    assertThat(mcp.cancelled).containsExactly(mcp.slowId);
  }

  @Test
  void failsOnlyTheCallWhoseExchangeFailed() throws Exception {
    get(backend.start());

    assertThatThrownBy(() -> get(backend.call(call("broken", Map.of()))))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining(server.authority() + " answered 500 Server Error");
    assertThatThrownBy(() -> get(backend.call(call("cut", Map.of()))))
        .cause()
        .hasMessageContaining("ended the event stream without the answer");

    assertThat(get(backend.call(call("echo", Map.of("text", "on")))).text()).isEqualTo("on");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void hearsThatTheToolsChanged() throws Exception {
    get(backend.start());
    assertThat(mcp.streamOpened.await(60, TimeUnit.SECONDS)).isTrue();

    mcp.stream
        .get(60, TimeUnit.SECONDS)
        .event("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n");

    await().until(() -> context.toolChanges.get() == 1);
  }

  @Test
  void exitsWhenTheServerForgetsTheSession() throws Exception {
    get(backend.start());
    mcp.sessionGone = true;

    assertThatThrownBy(() -> get(backend.call(call("echo", Map.of("text", "x")))))
        .cause()
        .hasMessageContaining("has ended the session");

    await().until(() -> context.exits.size() == 1);
    assertThat(context.exits.get(0)).contains("has ended the session");
  }

  @Test
  void failsToStartWithTheReason() {
    mcp.sessionGone = true;

    assertThatThrownBy(() -> get(backend.start()))
        .cause()
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining(server.authority() + " answered 404 Not Found");
  }

  /** Who restarts and pings it waits as long. */
  @Test
  void keepsTheWishOfAServerThatIsBusyWhenItStarts() {
    mcp.busy = true;

    assertThat(wish(backend.start())).hasValue(Duration.ofSeconds(30));
  }

  @Test
  void keepsTheWishOfAServerThatIsBusyWhenItIsPingedOrListed() throws Exception {
    get(backend.start());
    mcp.busy = true;

    assertThat(wish(backend.ping())).hasValue(Duration.ofSeconds(30));
    assertThat(wish(backend.listTools())).hasValue(Duration.ofSeconds(30));
    mcp.busy = false;
    get(backend.ping());
  }

  private static Optional<Duration> wish(CompletionStage<?> refused) {
    try {
      get(refused);
      return Optional.empty();
    } catch (Exception e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BackendUnavailableException known) {
          return known.retryAfter();
        }
      }
      return Optional.empty();
    }
  }

  @Test
  void isFoundByItsTransportNameAndChecksItsConfiguration() {
    assertThatThrownBy(
            () -> provider().validate("docs", BackendConfig.streamableHttp("mcp.example.com")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("url must begin with http:// or https://");
  }

  private static Optional<String> bearer() {
    return Optional.of("Bearer t-1");
  }

  private static BackendProvider provider() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("streamable-http"))
        .findFirst()
        .orElseThrow();
  }

  private static BackendCall call(String tool, Map<String, Object> arguments) {
    return new BackendCall(tool, RawJson.ofValue(arguments), CallContext.local());
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** A server of three tools, listed on two pages. */
  private static final class McpServer implements TestHttpServer.Handler {
    final CountDownLatch slowCalled = new CountDownLatch(1);
    final CountDownLatch slowClosed = new CountDownLatch(1);
    final CountDownLatch streamOpened = new CountDownLatch(1);
    final CompletableFuture<TestHttpServer.Answer> stream = new CompletableFuture<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();
    volatile String slowId = "";
    volatile boolean sessionGone;
    volatile boolean busy;
    volatile String form = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}";

    @Override
    public void handle(TestHttpServer.Received request, TestHttpServer.Answer answer)
        throws Exception {
      if (busy && request.method().equals("POST")) {
        answer.empty("429 Too Many Requests", "Retry-After: 30");
      } else if (request.method().equals("GET") && !sessionGone) {
        answer.stream();
        stream.complete(answer);
        streamOpened.countDown();
        answer.awaitClose();
      } else if (sessionGone || request.method().equals("DELETE")) {
        answer.empty("404 Not Found");
      } else {
        JsonNode message = Json.mapper().readTree(request.body());
        String id = message.path("id").toString();
        switch (message.path("method").asText()) {
          case "initialize" ->
              answer.json(
                  result(
                      id,
                      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                          + "\"serverInfo\":{\"name\":\"small\",\"version\":\"1\"}}"),
                  "Mcp-Session-Id: session-1");
          case "ping" -> answer.json(result(id, "{}"));
          case "tools/list" ->
              answer.json(
                  result(
                      id,
                      message.path("params").has("cursor")
                          ? "{\"tools\":[{\"name\":\"slow\"}]}"
                          : "{\"tools\":[{\"name\":\"echo\"},{\"name\":\"stream\"}],"
                              + "\"nextCursor\":\"2\"}"));
          case "tools/call" -> call(id, message.path("params"), answer);
          case "notifications/cancelled" -> {
            cancelled.add(message.path("params").path("requestId").toString());
            answer.empty("202 Accepted");
          }
          default -> answer.empty("202 Accepted");
        }
      }
    }

    private void call(String id, JsonNode params, TestHttpServer.Answer answer) throws Exception {
      switch (params.path("name").asText()) {
        case "echo" ->
            answer.json(result(id, text(params.path("arguments").path("text").asText())));
        case "stream" -> {
          answer.stream();
          JsonNode token = params.path("_meta").path("progressToken");
          if (!token.isMissingNode()) {
            answer.event(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                    + "{\"progressToken\":"
                    + token
                    + ",\"progress\":0.5}}\n\n");
          }
          answer.event("event: message\ndata: " + result(id, text("streamed")) + "\n\n");
          answer.end();
        }
        case "cut" -> {
          answer.stream();
          answer.end();
        }
        case "slow" -> {
          slowId = id;
          slowCalled.countDown();
          answer.awaitClose();
          slowClosed.countDown();
        }
        default -> answer.status("500 Oops", "text/html", "<html>secret</html>");
      }
    }

    private static String text(String text) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      result.putArray("content").addObject().put("type", "text").put("text", text);
      return result.toString();
    }

    private String result(String id, String result) {
      return form.formatted(id, result);
    }
  }
}
