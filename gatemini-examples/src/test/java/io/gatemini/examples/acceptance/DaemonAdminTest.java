package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.server.admin.AdminPort;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.spi.Json;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operators' port of a daemon whose clients share some of its backends. */
class DaemonAdminTest {
  @Test
  void tellsOfAllGatewaysAndOfASharedBackendOnce(@TempDir Path directory) throws Exception {
    Path config = write(directory);
    DaemonPlaces places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    try (Daemon daemon =
            Daemon.open(places, config, "1.0", variables -> configured(config, variables));
        AdminPort port = open(config, daemon)) {
      assertThat(get(port, "/ready").statusCode()).isEqualTo(200);
      assertThat(json(port, "/api/backends")).isEmpty();
      assertThat(json(port, "/api/health").toString())
          .contains("\"status\":\"healthy\"", "\"clients\":0", "start when a client connects");

      try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
          SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"))) {
        String shared = a.call("two.pid", Map.of());
        assertThat(b.call("two.pid", Map.of())).isEqualTo(shared);
        String own = a.call("one.pid", Map.of());
        String other = b.call("one.pid", Map.of());

        JsonNode backends = json(port, "/api/backends");
        assertThat(backends.findValuesAsText("pid")).contains(own, other, shared).hasSize(3);
        assertThat(backends.findValuesAsText("calls")).containsExactly("1", "1", "2");
        String metrics = get(port, "/metrics").body();
        assertThat(metrics)
            .contains(
                "gatemini_daemon_clients 2\n",
                "gatemini_calls_total 4\n",
                "gatemini_backend_state{backend=\"one\",state=\"healthy\"} 2\n",
                "gatemini_backend_calls_total{backend=\"one\"} 2\n",
                "gatemini_backend_calls_total{backend=\"two\"} 2\n");
        assertThat(metrics.lines().map(line -> line.replaceAll(" [^ ]*$", "")))
            .doesNotHaveDuplicates();
        JsonNode health = json(port, "/api/health");
        assertThat(health.path("total_backends").asInt()).isEqualTo(3);
        assertThat(health.path("clients").asInt()).isEqualTo(2);
        assertThat(health.has("note")).isFalse();
      }
    }
  }

  @Test
  void reportsTheProcessesOfDedicatedInstances(@TempDir Path directory) throws Exception {
    Path config = write(directory);
    String text = Files.readString(config);
    Files.writeString(config, text.replace("\"env\"", "\"instance_mode\":\"dedicated\",\"env\""));
    DaemonPlaces places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    try (Daemon daemon =
            Daemon.open(places, config, "1.0", variables -> configured(config, variables));
        AdminPort port = open(config, daemon);
        SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
        SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"))) {
      String own = a.call("one.pid", Map.of());
      b.call("two.pid", Map.of());

      JsonNode backends = json(port, "/api/backends");

      JsonNode called =
          backends.get(0).path("calls").asInt() == 1 ? backends.get(0) : backends.get(1);
      JsonNode idle = called == backends.get(0) ? backends.get(1) : backends.get(0);
      assertThat(called.path("pids").toString()).isEqualTo("[" + own + "]");
      assertThat(called.path("clients")).hasSize(1);
      assertThat(called.has("p50_ms")).isTrue();
      assertThat(idle.path("pids").toString()).isNotEqualTo("[" + own + "]");
      assertThat(idle.path("clients")).hasSize(1);
      assertThat(idle.path("calls").asInt(-1)).isZero();
      assertThat(idle.has("p50_ms")).isFalse();
    }
  }

  private static GatewayBuilder configured(Path config, Map<String, String> variables) {
    return Gateway.builder().variables(variables).config(config);
  }

  private static AdminPort open(Path config, Daemon daemon) {
    return Objects.requireNonNull(
        AdminPort.open(
            configured(config, Map.of()).settings(), Secrets.of(List.of()), daemon.watched()));
  }

  /** Two backends, of which one is what its client's variables say. */
  private static Path write(Path directory) throws IOException {
    ObjectNode root = Json.mapper().createObjectNode();
    root.putObject("admin").put("enabled", true).put("listen", "127.0.0.1:0");
    List<String> line = MisbehavingServer.command(Mode.NORMAL, directory.resolve("pids"));
    ObjectNode backends = root.putObject("backends");
    for (String name : List.of("one", "two")) {
      ObjectNode backend = backends.putObject(name).put("command", line.get(0));
      line.stream().skip(1).forEach(backend.withArray("args")::add);
    }
    backends.withObject("/one/env").put("TOKEN", "${TOKEN:-none}");
    return Files.writeString(directory.resolve("gatemini.yaml"), root.toString());
  }

  private static JsonNode json(AdminPort port, String path) throws Exception {
    return Json.mapper().readTree(get(port, path).body());
  }

  private static HttpResponse<String> get(AdminPort port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port.address().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
