package io.gatemini.transport.http.jmh;

import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.TestHttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A call of an HTTP backend through a gateway, and the same request by the client of the JDK. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HttpCallBenchmark {
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}";

  private final TestHttpServer server = new TestHttpServer(this::answer);
  private final HttpClient direct =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private Gateway gateway;
  private HttpRequest request;

  @Setup
  public void build() {
    gateway = Gateway.builder().backend("b", BackendConfig.streamableHttp(server.url())).build();
    request =
        HttpRequest.newBuilder(URI.create(server.url()))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(CALL))
            .build();
    gateway.call("b.echo", Map.of());
  }

  @TearDown
  public void close() {
    gateway.close();
    server.close();
  }

  @Benchmark
  public ToolResult gateway() {
    return gateway.call("b.echo", Map.of());
  }

  @Benchmark
  public String direct() throws Exception {
    return direct.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private void answer(TestHttpServer.Received received, TestHttpServer.Answer answer)
      throws Exception {
    server.received().clear(); // it keeps them for tests
    JsonRpcMessage message = JsonRpcMessage.of(received.body().getBytes(StandardCharsets.UTF_8));
    if (message.kind() != JsonRpcMessage.Kind.REQUEST) {
      answer.empty(received.method().equals("POST") ? "202 Accepted" : "405 Method Not Allowed");
      return;
    }
    String result =
        switch (message.method()) {
          case "initialize" ->
              "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"b\",\"version\":\"1\"}}";
          case "tools/list" ->
              "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}";
          default -> "{\"content\":[{\"type\":\"text\",\"text\":\"an answer\"}]}";
        };
    answer.json(
        "{\"jsonrpc\":\"2.0\",\"id\":" + message.numericId() + ",\"result\":" + result + "}");
  }
}
