package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Patience;
import io.gatemini.transport.http.server.McpServlet;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tool over HTTP: by a gateway, which finds it among its tools, by a server of the Java SDK,
 * whose only tool it is, and beside both a servlet that returns the body. All are in one Jetty and
 * take turns. It prints figures, which need more rounds to be quoted.
 */
@Tag("long")
class HttpDoorsTest {
  private static final int CLIENTS = Integer.getInteger("doors.clients", 16);
  private static final int CALLS = Integer.getInteger("doors.calls", 1_000);
  private static final int ROUNDS = Integer.getInteger("doors.rounds", 1);
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}";

  private final HttpClient http = HttpClient.newHttpClient();
  private URI base = URI.create("http://127.0.0.1/");

  /** Returns the body. */
  private static final class Bare extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      byte[] body = request.getInputStream().readAllBytes();
      response.setContentType("application/json");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  private final class Lane {
    final String name;
    final String call;
    final List<String> sessions = new ArrayList<>();
    final List<Double> p50 = new ArrayList<>();
    final List<Double> rates = new ArrayList<>();
    final AtomicInteger wrong = new AtomicInteger();

    /**
     * @param call the body of a request, with its text as {@code %s}
     */
    Lane(String name, String call) {
      this.name = name;
      this.call = call;
    }

    void begin() {
      for (int i = 0; i < CLIENTS; i++) {
        HttpResponse<String> begun =
            Patience.join(
                http.sendAsync(
                    request("")
                        .POST(
                            BodyPublishers.ofString(
                                """
                                {"jsonrpc":"2.0","id":0,"method":"initialize","params":
                                 {"protocolVersion":"2025-06-18","capabilities":{},
                                  "clientInfo":{"name":"doors","version":"1"}}}"""))
                        .build(),
                    BodyHandlers.ofString()));
        String session = begun.headers().firstValue("Mcp-Session-Id").orElse("");
        sessions.add(session);
        Patience.join(
            http.sendAsync(
                request(session)
                    .POST(
                        BodyPublishers.ofString(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
                    .build(),
                BodyHandlers.discarding()));
      }
    }

    HttpRequest.Builder request(String session) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(base.resolve(name))
              .header("Accept", "application/json, text/event-stream")
              .header("Content-Type", "application/json");
      if (!session.isEmpty()) {
        request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-06-18");
      }
      return request;
    }

    void round(boolean counts) {
      Histogram micros = new ConcurrentHistogram(3);
      AtomicInteger next = new AtomicInteger();
      long begun = System.nanoTime();
      sessions.stream()
          .map(session -> call(session, next, micros))
          .toList()
          .forEach(Patience::join);
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (counts) {
        p50.add((double) micros.getValueAtPercentile(50));
        rates.add(CALLS / seconds);
      }
    }

    private CompletableFuture<Void> call(String session, AtomicInteger next, Histogram micros) {
      int number = next.incrementAndGet();
      if (number > CALLS) {
        return CompletableFuture.completedFuture(null);
      }
      String text = "text " + number;
      long begun = System.nanoTime();
      return http.sendAsync(
              request(session).POST(BodyPublishers.ofString(call.formatted(text))).build(),
              BodyHandlers.ofString())
          .thenCompose(
              response -> {
                micros.recordValue((System.nanoTime() - begun) / 1_000);
                if (!response.body().contains(text)) {
                  wrong.incrementAndGet();
                }
                return call(session, next, micros);
              });
    }

    double p50() {
      return median(p50);
    }

    double rate() {
      return median(rates);
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  @Test
  void eachAnswersEveryCall() throws Exception {
    HttpServletStreamableServerTransportProvider sdk =
        HttpServletStreamableServerTransportProvider.builder()
            .mcpEndpoint("/sdk")
            .jsonMapper(new SdkMapper())
            .build();
    McpSyncServer sdkServer =
        McpServer.sync(sdk)
            .serverInfo("sdk", "1")
            .jsonMapper(new SdkMapper())
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid("{}"))
            .toolCall(
                Tool.builder("echo", Map.of("type", "object")).build(),
                (exchange, request) ->
                    CallToolResult.builder()
                        .addTextContent(String.valueOf(request.arguments().get("text")))
                        .build())
            .build();
    McpServlet gatemini = McpServlet.create();
    Server server = server(sdk, gatemini);
    try (Gateway gateway =
        Gateway.builder()
            .discover(false) // the examples have some of their own
            .backend(
                "bench",
                BackendConfig.inProcess()
                    .tool("echo", "Echo a text.", SCHEMA, it -> it.get("text").textValue()))
            .build()) {
      gateway.expose(gatemini);
      List<Lane> lanes =
          List.of(
              new Lane("bare", call("echo", "{\"text\":\"%s\"}")),
              new Lane("sdk", call("echo", "{\"text\":\"%s\"}")),
              new Lane(
                  "gatemini",
                  call(
                      "call_tool_chain",
                      "{\"code\":\"{\\\"tool\\\":\\\"bench.echo\\\",\\\"arguments\\\":{\\\"text\\\":\\\"%s\\\"}}\"}")));
      lanes.forEach(Lane::begin);
      for (int round = -ROUNDS; round < ROUNDS; round++) {
        for (int turn = 0; turn < lanes.size(); turn++) {
          lanes.get(Math.floorMod(turn + round, lanes.size())).round(round >= 0);
        }
      }
      report(lanes);
      assertThat(lanes).allMatch(lane -> lane.wrong.get() == 0);
    } finally {
      sdkServer.closeGracefully();
      server.stop();
    }
  }

  private Server server(HttpServlet sdk, HttpServlet gatemini) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/");
    Map.of("/bare", new Bare(), "/sdk", sdk, "/gatemini", gatemini)
        .forEach(
            (path, servlet) -> {
              ServletHolder holder = new ServletHolder(servlet);
              holder.setAsyncSupported(true);
              context.addServlet(holder, path);
            });
    server.setHandler(context);
    server.start();
    base = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/");
    return server;
  }

  private static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + "}}";
  }

  private static void report(List<Lane> lanes) {
    Lane bare = lanes.get(0);
    System.out.printf("%d clients, medians of %d rounds of %d calls%n", CLIENTS, ROUNDS, CALLS);
    for (Lane lane : lanes) {
      System.out.printf(
          "%-9s p50 %6.0f us, beyond the servlet %6.0f us, %6.0f calls/s%n",
          lane.name, lane.p50(), lane.p50() - bare.p50(), lane.rate());
    }
  }
}
