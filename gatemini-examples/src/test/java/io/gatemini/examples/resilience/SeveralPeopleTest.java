package io.gatemini.examples.resilience;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.Json;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.transport.http.server.HttpTransport;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three people at one door over HTTP and two clients over pipes, while one of the three floods
 * programs, sessions, bodies, registrations and questions, and backends are killed: the others lose
 * nothing and hardly wait.
 *
 * <p>A minute; {@code -Dsoak.seconds=720} is longer. It prints its figures.
 */
@Tag("long")
class SeveralPeopleTest {
  private static final long SECONDS = Long.getLong("soak.seconds", 60);
  private static final Duration RESTART = Duration.ofSeconds(3);
  private static final List<String> SHOPS = List.of("one", "two", "three");

  /** Answers every call with what it was called with. */
  private static final String SERVER =
      """
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) r='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
      "serverInfo":{"name":"shop","version":"1"}}' ;;
          *'"tools/list"'*) r='{"tools":[{"name":"echo","description":"Returns a text.",\
      "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}' ;;
          *'"tools/call"'*) text=${line#*'"text":"'}
            r='{"content":[{"type":"text","text":"'${text%%'"'*}'"}]}' ;;
          *) r='{}' ;;
        esac
        case $line in *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$r" ;; esac
      done
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Map<String, Histogram> waits = new ConcurrentHashMap<>();
  private final Map<String, Long> killed = new ConcurrentHashMap<>();
  private final Queue<String> lost = new ConcurrentLinkedQueue<>();
  private final AtomicInteger excused = new AtomicInteger();
  private final AtomicInteger floods = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();

  /** A client: makes a call of a tool of the surface and returns its answer as JSON. */
  private interface Client {
    String ask(String tool, ObjectNode arguments) throws Exception;
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void oneWhoFloodsHoldsUpNoOther() throws Exception {
    ObjectNode options = JsonNodeFactory.instance.objectNode().put("listen", "127.0.0.1:0");
    options.put("max_sessions", 200);
    options.putObject("tokens").put("ann", "a").put("bob", "b").put("eve", "e");
    var builder =
        Gateway.builder()
            .registrationPolicy(RegistrationPolicy.open())
            .sandbox(sandbox -> sandbox.isolation(Isolation.PROCESS))
            .pluginConfig("http", options);
    SHOPS.forEach(name -> builder.backend(name, BackendConfig.stdio("sh", "-c", SERVER)));
    try (Gateway gateway = builder.build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      URI door = ((HttpTransport.Listening) gateway.expose("http")).uri();
      List<Client> clients =
          List.of(overHttp(door, "a"), overHttp(door, "b"), piped(gateway, 1), piped(gateway, 2));
      for (Client client : clients) {
        client.ask("call_tool_chain", code("return 1"));
      }
      for (int i = 0; i < clients.size(); i++) {
        Client client = clients.get(i);
        String who = "client" + i;
        begin(() -> work(who, client));
      }
      flood(door);
      begin(() -> kill(gateway));

      assertThat(over.await(SECONDS, TimeUnit.SECONDS)).isFalse();
      over.countDown();
      for (Thread thread : threads) {
        thread.join(Duration.ofSeconds(90).toMillis());
      }
    }
    waits.forEach(
        (kind, times) ->
            System.out.printf(
                "%s: %d, p50 %d, p99 %d, max %d ms%n",
                kind,
                times.getTotalCount(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99),
                times.getMaxValue()));
    System.out.printf(
        "floods %d, excused by a kill %d, lost %d%n", floods.get(), excused.get(), lost.size());
    assertThat(lost).isEmpty();
    assertThat(floods).hasPositiveValue();
    assertThat(waits).containsOnlyKeys("call", "search", "program");
    waits.forEach(
        (kind, times) -> assertThat(times.getValueAtPercentile(99)).as(kind).isLessThan(1_000));
  }

  private interface Step {
    void run() throws Exception;
  }

  private void begin(Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (Exception e) {
                if (over.getCount() > 0) {
                  lost.add("a thread ended: " + e);
                }
              }
            },
            "people-" + threads.size());
    threads.add(thread);
    thread.start();
  }

  private static ObjectNode code(String code) {
    return JsonNodeFactory.instance.objectNode().put("code", code);
  }

  /** Ordinary work: each answer is checked. */
  private void work(String who, Client client) throws Exception {
    for (int i = 0; over.getCount() > 0; i++) {
      String shop = SHOPS.get(i % SHOPS.size());
      String text = who + "-" + i;
      String call = "{\"tool\":\"" + shop + ".echo\",\"arguments\":{\"text\":\"" + text + "\"}}";
      String program =
          "const r = await %s.echo({text: '%s'}); return 'got ' + r;".formatted(shop, text);
      timed("call", shop, text, () -> client.ask("call_tool_chain", code(call)));
      timed("program", shop, "got " + text, () -> client.ask("call_tool_chain", code(program)));
      timed(
          "search",
          "",
          "one.echo",
          () ->
              client.ask(
                  "search_tools",
                  JsonNodeFactory.instance.objectNode().put("task_description", "returns a text")));
      over.await(50, TimeUnit.MILLISECONDS);
    }
  }

  private interface Asking {
    String answer() throws Exception;
  }

  private void timed(String kind, String shop, String expected, Asking asking) throws Exception {
    long begun = System.nanoTime();
    String answer = asking.answer();
    long now = System.nanoTime();
    Long kill = killed.get(shop);
    boolean excuse = kill != null && now - kill < RESTART.toNanos() + (now - begun);
    if (over.getCount() == 0) {
      return;
    }
    if (excuse) {
      excused.incrementAndGet();
      return;
    }
    if (!answer.contains(expected)) {
      lost.add(kind + " " + expected + ": " + answer);
    }
    waits
        .computeIfAbsent(kind, key -> new ConcurrentHistogram(2))
        .recordValue(TimeUnit.NANOSECONDS.toMillis(now - begun));
  }

  private static Client piped(Gateway gateway, int number) {
    Session session = Session.of("piped-" + number);
    return (tool, arguments) ->
        gateway
            .surface()
            .call(new SurfaceCall(tool, RawJson.of(arguments), CallContext.of(session)))
            .toCompletableFuture()
            .get(90, TimeUnit.SECONDS)
            .json()
            .toString();
  }

  private Client overHttp(URI door, String token) throws Exception {
    String session = session(door, token).orElseThrow();
    post(
        door,
        token,
        session,
        JsonNodeFactory.instance
            .objectNode()
            .put("jsonrpc", "2.0")
            .put("method", "notifications/initialized"));
    return (tool, arguments) -> {
      ObjectNode message = JsonNodeFactory.instance.objectNode();
      message.put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
      message.putObject("params").put("name", tool).set("arguments", arguments);
      return post(door, token, session, message).body();
    };
  }

  private java.util.Optional<String> session(URI door, String token) throws Exception {
    JsonNode initialize =
        Json.mapper()
            .readTree(
                """
                {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                 "protocolVersion": "2025-06-18", "capabilities": {},
                 "clientInfo": {"name": "people", "version": "1"}}}""");
    return post(door, token, "", initialize).headers().firstValue("Mcp-Session-Id");
  }

  private HttpResponse<String> post(URI door, String token, String session, JsonNode message)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(door)
            .timeout(Duration.ofSeconds(90))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Authorization", "Bearer " + token);
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    return http.send(
        request.POST(BodyPublishers.ofString(message.toString())).build(), BodyHandlers.ofString());
  }

  /** All that one client can do with a token of its own. */
  private void flood(URI door) {
    for (int i = 0; i < 10; i++) {
      String program = i % 2 == 0 ? "await sleep(20000)" : "for (;;);";
      begin(() -> again(() -> overHttp(door, "e").ask("call_tool_chain", slow(program))));
    }
    begin(() -> again(() -> session(door, "e")));
    for (int i = 0; i < 3; i++) {
      begin(() -> again(() -> halfBody(door)));
    }
    begin(
        () ->
            again(
                () -> {
                  Client eve = overHttp(door, "e");
                  for (int i = 0; i < 12; i++) {
                    ObjectNode manual = JsonNodeFactory.instance.objectNode();
                    ObjectNode template = manual.putObject("manual_call_template");
                    template.put("name", "eves" + i).put("command", "sh");
                    template.putArray("args").add("-c").add(SERVER);
                    eve.ask("register_manual", manual);
                  }
                  for (int i = 0; i < 12; i++) {
                    eve.ask(
                        "deregister_manual",
                        JsonNodeFactory.instance.objectNode().put("manual_name", "eves" + i));
                  }
                }));
  }

  private static ObjectNode slow(String program) {
    return code(program).put("timeout", 15_000);
  }

  private void again(Step step) throws Exception {
    while (over.getCount() > 0) {
      try {
        step.run();
      } catch (IOException | java.util.NoSuchElementException e) {
        // refused, which is what it is for
      }
      floods.incrementAndGet();
      over.await(20, TimeUnit.MILLISECONDS);
    }
  }

  /** A body that stops before its end, on a connection that is held until the door ends it. */
  private static void halfBody(URI door) throws IOException {
    try (Socket socket = new Socket(door.getHost(), door.getPort())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer e\r\n"
                      + "Content-Type: application/json\r\nAccept: */*\r\n"
                      + "Content-Length: 9000000\r\n\r\n"
                      + " ".repeat(4_000_000))
                  .getBytes(UTF_8));
      while (socket.getInputStream().read() >= 0) {
        // until it is refused
      }
    }
  }

  private void kill(Gateway gateway) throws Exception {
    for (int i = 0; !over.await(8, TimeUnit.SECONDS); i++) {
      String shop = SHOPS.get(i % SHOPS.size());
      killed.put(shop, System.nanoTime());
      gateway.backends().stream()
          .filter(backend -> backend.name().equals(shop))
          .map(BackendStatus::pid)
          .filter(java.util.OptionalLong::isPresent)
          .forEach(
              pid -> ProcessHandle.of(pid.getAsLong()).ifPresent(ProcessHandle::destroyForcibly));
    }
  }
}
