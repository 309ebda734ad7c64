package io.gatemini.transport.daemon;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DaemonTransportTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  @TempDir Path directory = Path.of("");

  private Gateway gateway(Path socket) {
    return Gateway.builder()
        .backend("greeter", BackendConfig.inProcess().tool("hi", "Greet.", "{}", args -> "hello"))
        .pluginConfig("daemon", Json.mapper().createObjectNode().put("socket", socket.toString()))
        .build();
  }

  @Test
  @SuppressWarnings("try") // what closes early is the subject
  void servesEachWhoComesUntilItIsClosed() throws Exception {
    Path socket = directory.resolve("g.sock");
    try (Gateway gateway = gateway(socket);
        Exposure exposure = gateway.expose("daemon");
        SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        SocketChannel second = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      assertThat(ask(first)).isEqualTo("gatemini");
      assertThat(ask(second)).isEqualTo("gatemini");
      first.close();
      assertThat(exposure.closed().toCompletableFuture()).isNotDone();

      exposure.close();

      exposure.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
      assertThat(SocketStreams.in(second).read()).isEqualTo(-1);
      assertThat(socket).doesNotExist();
    }
  }

  private static String ask(SocketChannel channel) throws IOException {
    OutputStream out = SocketStreams.out(channel);
    out.write((INITIALIZE + "\n").getBytes(StandardCharsets.UTF_8));
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(SocketStreams.in(channel), StandardCharsets.UTF_8));
    JsonNode answer = Json.mapper().readTree(String.valueOf(lines.readLine()));
    return answer.at("/result/serverInfo/name").asText();
  }

  @Test
  void saysWhyItCannotListen() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    try (Gateway gateway = gateway(file.resolve("g.sock"))) {
      assertThrown(ConfigException.class, () -> gateway.expose("daemon"))
          .hasMessageContaining("nothing can listen at " + file.resolve("g.sock"));
    }
    Path longOne = directory.resolve("x".repeat(120));
    try (Gateway gateway = gateway(longOne)) {
      assertThrown(ConfigException.class, () -> gateway.expose("daemon"))
          .hasMessageContaining("too long");
    }
  }
}
