package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A message that the transport has read is not read a second time: each message is spoiled on its
 * way to the backend, but for the part that the caller gets.
 */
class ReadOnceTest {
  private final TestHttpServer server = new TestHttpServer(ReadOnceTest::answer);
  private final TestContext context =
      new TestContext("small", BackendConfig.streamableHttp(server.url())).withThreads();
  private final Spoiling channel = new Spoiling(server.url(), context);
  private final Backend backend = McpBackend.over(channel, context);

  @BeforeEach
  void start() throws Exception {
    get(backend.start());
  }

  @AfterEach
  void stop() throws Exception {
    get(backend.stop());
    context.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "array", "event", "stream"})
  void anAnswer(String tool) throws Exception {
    ToolResult result = call(tool);

    assertThat(result.text()).isEqualTo("hi");
    assertThat(channel.spoiled).hasValueGreaterThan(0);
  }

  @Test
  void anAnswerWithAnErrorStatus() {
    assertThat(catchThrowable(() -> call("error")))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("answered with error -7: no");
  }

  @Test
  void aRequestIsNotReadToLearnItsOwnId() throws Exception {
    call("json");

    assertThat(channel.sentAsBytes).noneMatch(message -> message.contains("\"id\""));
  }

  private ToolResult call(String tool) throws Exception {
    return get(backend.call(new BackendCall(tool, RawJson.emptyObject(), CallContext.local())));
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static void answer(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    JsonNode message = Json.mapper().readTree(request.body());
    if (!message.has("id")) {
      answer.empty("202 Accepted");
      return;
    }
    String head = "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id");
    String result = head + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}}";
    switch (message.at("/params/name").asText()) {
      case "json" -> answer.json(result);
      case "array" -> answer.json("[" + result + "]");
      case "event" -> {
        answer.stream();
        answer.event("data: " + result + "\n\n");
        answer.end();
      }
      case "stream" -> {
        answer.stream();
        answer.event("data: " + result);
        answer.event("\n\n: more\n\n");
        answer.end();
      }
      case "error" ->
          answer.status(
              "400 Bad Request",
              "application/json",
              head + ",\"error\":{\"code\":-7,\"message\":\"no\"}}");
      default ->
          answer.json(
              head
                  + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}");
    }
  }

  /** Breaks each message, so that it is no JSON any more. */
  private static final class Spoiling implements MessageChannel {
    final AtomicInteger spoiled = new AtomicInteger();
    final List<String> sentAsBytes = new CopyOnWriteArrayList<>();
    private final HttpMessageChannel channel;

    Spoiling(String url, TestContext context) {
      channel =
          new HttpMessageChannel(
              context,
              new HttpAddress(
                  URI.create(url),
                  Map.of(),
                  Optional.empty(),
                  List.of(),
                  HttpAddress.MAX_MESSAGE_BYTES),
              HttpClients.create("web", AddressCheck.allowAll()),
              Duration.ofSeconds(30));
    }

    @Override
    public CompletionStage<Void> open(Receiver receiver) {
      return channel.open(
          new Receiver() {
            @Override
            public void message(byte[] buffer, int offset, int length) {
              spoil(buffer, offset);
              receiver.message(buffer, offset, length);
            }

            @Override
            public void message(JsonRpcMessage message) {
              spoil(message.buffer(), message.offset());
              receiver.message(message);
            }

            @Override
            public void closed(String reason) {
              receiver.closed(reason);
            }
          });
    }

    private void spoil(byte[] buffer, int offset) {
      spoiled.incrementAndGet();
      buffer[offset] = 'x';
    }

    @Override
    public CompletionStage<Void> send(byte[] message) {
      sentAsBytes.add(new String(message, StandardCharsets.UTF_8));
      return channel.send(message);
    }

    @Override
    public CompletionStage<Void> send(JsonRpcMessage message) {
      return channel.send(message);
    }

    @Override
    public void negotiated(String protocolVersion) {
      channel.negotiated(protocolVersion);
    }

    @Override
    public CompletionStage<Void> close() {
      return channel.close();
    }
  }
}
