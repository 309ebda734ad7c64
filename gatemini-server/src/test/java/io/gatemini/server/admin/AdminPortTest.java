package io.gatemini.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings.Admin;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.server.admin.RawRequest.Answer;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminPortTest {
  private static final List<String> LOCAL = List.of("127.0.0.1/32");
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final List<String> PATHS =
      List.of("/api/health", "/api/backends", "/api/discovery", "/metrics", "/ready", "/live");

  private Gateway gateway;
  private @Nullable AdminPort port;

  @BeforeEach
  void build() {
    gateway =
        TestGateway.builder()
            .backend(
                "files", BackendConfig.inProcess().tool("read", "Read \"it\".", "{}", a -> "x"))
            .backend(
                "odd \"one\" \\",
                BackendConfig.inProcess()
                    .tool(
                        "fail",
                        "Fail.",
                        "{}",
                        a -> {
                          throw new IllegalStateException("no");
                        }))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    if (port != null) {
      port.close();
    }
    gateway.close();
  }

  private InetSocketAddress open(List<String> ranges, @Nullable String token) {
    return open(ranges, token, LONG);
  }

  private InetSocketAddress open(List<String> ranges, @Nullable String token, Duration limit) {
    port =
        AdminPort.open(
            new Admin("127.0.0.1:0", ranges, Optional.ofNullable(token)),
            Watched.of(gateway),
            limit);
    return Objects.requireNonNull(port).address();
  }

  @Test
  void tellsHowTheBackendsAre() throws IOException {
    gateway.call("files.read", Map.of());
    InetSocketAddress at = open(LOCAL, null);

    JsonNode health = RawRequest.get(at, "/api/health").json();
    assertThat(health.path("status").asText()).isEqualTo("healthy");
    assertThat(health.path("total_tools").asInt()).isEqualTo(2);
    assertThat(health.path("total_backends").asInt()).isEqualTo(2);
    assertThat(health.path("backends").get(0))
        .hasToString("{\"name\":\"files\",\"state\":\"healthy\",\"available\":true}");
    JsonNode files = RawRequest.get(at, "/api/backends").json().get(0);
    assertThat(files.path("tool_count").asInt()).isEqualTo(1);
    assertThat(files.path("calls").asInt()).isEqualTo(1);
    assertThat(files.path("p95_ms").isNumber()).isTrue();
    assertThat(files.path("recent_stderr").isArray()).isTrue();
    assertThat(RawRequest.get(at, "/api/discovery").json().get(0))
        .hasToString(
            "{\"name\":\"files.read\",\"description\":\"Read \\\"it\\\".\",\"backend\":\"files\","
                + "\"input_schema\":{}}");
    assertThat(RawRequest.get(at, "/ready").status()).isEqualTo(200);
    assertThat(RawRequest.get(at, "/live").status()).isEqualTo(200);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void isNotReadyUntilEachBackendHasBeenTried() throws IOException {
    gateway.close();
    gateway =
        Gateway.builder()
            .lazyStart(true)
            .backend("mute", BackendConfig.stdio("sh", "-c", "while read line; do :; done"))
            .build();
    InetSocketAddress at = open(LOCAL, null);

    assertThat(RawRequest.get(at, "/ready").status()).isEqualTo(503);
    assertThat(RawRequest.get(at, "/live").status()).isEqualTo(200);
    assertThat(RawRequest.get(at, "/api/health").json().path("status").asText())
        .isEqualTo("degraded");
    assertThat(RawRequest.get(at, "/metrics").body())
        .contains(
            "gatemini_backend_up{backend=\"mute\"} 0\n",
            "gatemini_backend_state{backend=\"mute\",state=\"starting\"} 1\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void tellsNoSecretOfTheConfiguration(@TempDir Path directory) throws Exception {
    gateway.close();
    GatewayBuilder builder =
        Gateway.builder()
            .config(
                Files.writeString(
                    directory.resolve("gatemini.yaml"),
                    """
                    admin: {enabled: true, listen: '127.0.0.1:0', token: Sk-zero+00}
                    backends:
                      crash:
                        command: sh
                        args: [-c, 'echo "bad key $KEY" >&2; exit 1']
                        env: {KEY: Sk-one+11}
                      far:
                        transport: streamable-http
                        url: 'http://127.0.0.1:1/mcp?api_key=Sk-two+22'
                        headers: {Authorization: 'Bearer Sk-three+33'}
                    """));
    gateway = builder.build();
    gateway.awaitReady(Duration.ofSeconds(60));
    port = AdminPort.open(builder.settings(), Secrets.of(List.of()), Watched.of(gateway));
    InetSocketAddress at = Objects.requireNonNull(port).address();

    for (String path : PATHS) {
      Answer answer = RawRequest.get(at, path, "Authorization: Bearer Sk-zero+00");
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.head() + answer.body()).doesNotContain("Sk-");
      assertThat(RawRequest.get(at, path).body()).doesNotContain("Sk-");
      if (path.equals("/api/backends")) {
        // A process that is started again just now has said nothing yet.
        await()
            .until(
                () -> RawRequest.get(at, path, "Authorization: Bearer Sk-zero+00").json().get(0),
                crash -> crash.path("recent_stderr").path(0).asText().startsWith("bad key "));
        assertThat(answer.json().get(1).path("reason").asText()).contains("refused");
      }
    }
    assertThat(builder.settings().admin().orElseThrow()).hasToString("Admin[127.0.0.1:0]");
  }

  @Test
  void writesMetricsThatPrometheusAccepts() throws Exception {
    gateway.call("files.read", Map.of());
    gateway.call("files.read", Map.of());
    assertThat(gateway.call("odd_one.fail", Map.of()).isError()).isTrue();
    Answer answer = RawRequest.get(open(LOCAL, null), "/metrics");

    assertThat(answer.head().toLowerCase(Locale.ROOT))
        .contains("content-type: text/plain; version=0.0.4");
    assertThat(answer.body())
        .contains(
            "gatemini_calls_total 3\n",
            "gatemini_backend_up{backend=\"files\"} 1\n",
            "gatemini_backend_calls_total{backend=\"files\"} 2\n",
            "gatemini_backend_call_errors_total{backend=\"odd \\\"one\\\" \\\\\"} 1\n",
            "gatemini_backend_state{backend=\"files\",state=\"healthy\"} 1\n",
            "gatemini_backend_call_duration_seconds{backend=\"files\",quantile=\"0.99\"} ",
            "gatemini_backend_call_duration_seconds_count{backend=\"files\"} 2\n")
        .doesNotContain("gatemini_daemon_clients");
    assertThat(PromTool.faults(answer.body())).isEmpty();
  }

  @Values("localhost | LOCALHOST:19999 | 127.0.0.1 | 127.0.0.1:80 | [::1] | [::1]:19999")
  void answersUnderTheNamesOfThisHost(String host) throws IOException {
    assertThat(RawRequest.ask(open(LOCAL, null), "GET", "/live", host).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "",
        "[::1",
        "evil.example:localhost",
        "localhost\r\nHost: evil.example"
      })
  void refusesForeignHosts(String host) throws IOException {
    InetSocketAddress at = open(LOCAL, null);
    for (String path : PATHS) {
      Answer answer = RawRequest.ask(at, "GET", path, host);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("Host").doesNotContain("files");
    }
  }

  @Pairs(
      """
      10.0.0.0/8 -> 403 | ::1/128 -> 403 | 127.0.0.2/32 -> 403 | 127.0.0.0/8 -> 200
      ::ffff:127.0.0.0/104 -> 200
      """)
  void answersTheAllowedAddresses(String range, int status) throws IOException {
    InetSocketAddress at = open(List.of("192.0.2.0/24", range), null);
    assertThat(RawRequest.get(at, "/api/health").status()).isEqualTo(status);
  }

  @Test
  void answersWhoKnowsTheToken() throws IOException {
    InetSocketAddress at = open(LOCAL, "Tok3n-of-ops");
    for (String path : PATHS) {
      Answer without = RawRequest.get(at, path);
      assertThat(without.status()).as(path).isEqualTo(401);
      assertThat(without.head()).contains("Bearer");
      assertThat(without.body()).contains("a token is needed");
      for (String wrong :
          List.of("Bearer Tok3n-of-op", "Bearer Tok3n-of-opsx", "Bearer ", "Basic Tok3n-of-ops")) {
        Answer refused = RawRequest.get(at, path, "Authorization: " + wrong);
        assertThat(refused.status()).as(wrong).isEqualTo(401);
        assertThat(refused.head() + refused.body()).doesNotContain("Tok3n");
        assertThat(refused.body())
            .contains(
                wrong.startsWith("Bearer T")
                    ? "this token is not valid here"
                    : "a token is needed");
      }
      assertThat(RawRequest.get(at, path, "Authorization: Bearer Tok3n-of-ops").status())
          .isEqualTo(200);
      assertThat(RawRequest.get(at, path, "authorization: bearer Tok3n-of-ops").status())
          .isEqualTo(200);
    }
  }

  @Test
  void onlyReads() throws IOException {
    InetSocketAddress at = open(LOCAL, null);
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X")) {
      Answer answer = RawRequest.ask(at, method, "/live", "localhost", "Content-Length: 0");
      assertThat(answer.status()).as(method).isEqualTo(405);
      assertThat(answer.head()).contains("GET, HEAD");
    }
    Answer head = RawRequest.ask(at, "HEAD", "/live", "localhost");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    Answer unknown = RawRequest.get(at, "/api/../etc/passwd");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.json().path("error").asText()).contains("/metrics");
  }

  @Test
  void answersAThousandConnectionsAtOnce() throws IOException {
    InetSocketAddress at = open(LOCAL, null);
    List<RawRequest> open = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        open.add(new RawRequest(at));
      }
      for (RawRequest request : open) {
        request.send("GET", "/api/health", "localhost");
      }
      for (RawRequest request : open) {
        assertThat(request.answer().status()).isEqualTo(200);
      }
    } finally {
      for (RawRequest request : open) {
        request.close();
      }
    }
  }

  @Test
  void answersOthersWhileHalvesOfRequestsWait() throws IOException {
    InetSocketAddress at = open(LOCAL, null);
    List<RawRequest> halves = halves(at, 1_000);
    try {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < 5; i++) {
        long asked = System.nanoTime();
        assertThat(RawRequest.get(at, "/live").status()).isEqualTo(200);
        least = Math.min(least, System.nanoTime() - asked);
      }
      assertThat(Duration.ofNanos(least)).isLessThan(Duration.ofSeconds(1));
      for (String path : PATHS) {
        assertThat(RawRequest.get(at, path).status()).isEqualTo(200);
      }
    } finally {
      for (RawRequest half : halves) {
        half.close();
      }
    }
  }

  @Test
  void cutsOffHalvesOfRequests() throws IOException {
    InetSocketAddress at = open(LOCAL, null, Duration.ofMillis(100));
    List<RawRequest> halves = halves(at, 65);
    try {
      assertThat(RawRequest.get(at, "/live").status()).isEqualTo(200);
      for (RawRequest half : halves) {
        assertThat(half.isCutOff()).isTrue();
      }
    } finally {
      for (RawRequest half : halves) {
        half.close();
      }
    }
  }

  private static List<RawRequest> halves(InetSocketAddress at, int count) throws IOException {
    List<String> beginnings =
        List.of("G", "GET /metr", "GET /metrics HTTP/1.1\r\nHost: loc", "GET /live HTTP/1.1\r\n");
    List<RawRequest> halves = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RawRequest half = new RawRequest(at);
      half.write(beginnings.get(i % beginnings.size()));
      halves.add(half);
    }
    return halves;
  }

  @Test
  void isNotThereWhereItsAddressIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      assertThat(opened("127.0.0.1:" + taken.getLocalPort(), null)).isNull();
    }
    assertThat(opened("192.0.2.1:0", "token")).isNull();
    assertThat(opened("no-such-host.invalid:0", "token")).isNull();
  }

  @Test
  void isNotThereForOtherMachinesWithoutAToken() throws IOException {
    assertThat(opened("0.0.0.0:0", null)).isNull();
    assertThat(opened("[::]:0", null)).isNull();

    port = Objects.requireNonNull(opened("0.0.0.0:0", "Tok3n"));

    assertThat(RawRequest.get(port.address(), "/live").status()).isEqualTo(401);
    assertThat(RawRequest.get(port.address(), "/live", "Authorization: Bearer Tok3n").status())
        .isEqualTo(200);
  }

  private @Nullable AdminPort opened(String listen, @Nullable String token) {
    return AdminPort.open(
        new Admin(listen, LOCAL, Optional.ofNullable(token)), Watched.of(gateway), LONG);
  }
}
