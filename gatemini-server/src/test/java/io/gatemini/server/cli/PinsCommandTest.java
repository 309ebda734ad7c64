package io.gatemini.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A daemon, a server whose tool becomes another one, and the operator who looks at it. */
@DisabledOnOs(OS.WINDOWS)
class PinsCommandTest {
  /** Has one tool, which is described by a file. */
  private static final String SERVER =
      """
      while read -r line; do
        id=$(echo "$line" | sed -n 's/.*"id":\\([^,}]*\\).*/\\1/p')
        answer="{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id"
        case "$line" in
          *'"initialize"'*) echo "$answer,\\"result\\":{\\"protocolVersion\\":\\"2025-06-18\\",\
      \\"capabilities\\":{\\"tools\\":{}},\\"serverInfo\\":{\\"name\\":\\"s\\",\\"version\\":\\"1\\"}}}" ;;
          *'"tools/list"'*) echo "$answer,\\"result\\":{\\"tools\\":[{\\"name\\":\\"t\\",\
      \\"description\\":\\"$(cat description)\\",\\"inputSchema\\":{\\"type\\":\\"object\\"}}]}}" ;;
          *'"id"'*) echo "$answer,\\"error\\":{\\"code\\":-32601,\\"message\\":\\"no\\"}}" ;;
        esac
      done
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsWhatAToolWasAndIsAndAcceptsIt(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("server.sh"), SERVER);
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "pinning: enforce\nbackends: {b: {command: sh, args: [server.sh], cwd: '"
                + directory
                + "'}}");
    Path description = Files.writeString(directory.resolve("description"), "Reads a file.");
    DaemonPlaces places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    String socket = places.socket().toString();
    assertThat(pins("list", "--socket", socket)).isEqualTo(CommandLineMain.FAILED);
    assertThat(err.toString()).contains("no daemon runs");

    try (Daemon daemon =
            Daemon.open(places, config, "1", variables -> Gateway.builder().config(config));
        SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(places.socket()))) {
      client.write(ByteBuffer.wrap((Greeting.client("1", "/", Map.of()) + "\n").getBytes(UTF_8)));
      await().until(() -> !daemon.watched().gateways().get().isEmpty());
      Gateway gateway = TestGateway.ready(daemon.watched().gateways().get().get(0));

      assertThat(pins("list", "--socket", socket)).isZero();
      assertThat(out.toString()).isEmpty();

      Files.writeString(description, "Sends a file away.");
      gateway.restart("b");

      assertThat(gateway.catalog().tools()).isEmpty();
      assertThat(pins("list", "--socket", socket)).isZero();
      assertThat(out).hasToString("b.t: description\n");
      assertThat(pins("show", "b.t", "--socket", socket)).isZero();
      assertThat(out)
          .hasToString("b.t\ndescription\n  was  Reads a file.\n  is   Sends a file away.\n");
      assertThat(pins("show", "b.t", "--json", "--socket", socket)).isZero();
      JsonNode change = Json.mapper().readTree(out.toString());
      assertThat(change.at("/before/description").asText()).isEqualTo("Reads a file.");
      assertThat(change.at("/now/description").asText()).isEqualTo("Sends a file away.");
      assertThat(pins("show", "b.u", "--socket", socket)).isEqualTo(CommandLineMain.FAILED);
      assertThat(pins("accept", "b.u", "--socket", socket)).isEqualTo(CommandLineMain.FAILED);
      assertThat(err.toString()).contains("no change of a tool \"b.u\" waits");

      assertThat(pins("accept", "b.t", "--socket", socket)).isZero();

      assertThat(out).hasToString("accepted b.t\n");
      assertThat(gateway.catalog().tools()).hasSize(1);
      assertThat(pins("list", "--json", "--socket", socket)).isZero();
      assertThat(out).hasToString("[]\n");
    }
  }

  @Test
  void acceptsWithoutADaemon(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("server.sh"), SERVER);
    String config =
        Files.writeString(
                directory.resolve("gatemini.yaml"),
                "pinning: enforce\ncache_path: '"
                    + directory.resolve("cache.json")
                    + "'\nbackends: {b: {command: sh, args: [server.sh], cwd: '"
                    + directory
                    + "'}}")
            .toString();
    Path description = Files.writeString(directory.resolve("description"), "Reads a file.");
    assertThat(pins("list", "-c", config)).isZero();
    assertThat(err.toString()).startsWith("gatemini: asks no daemon;");
    assertThat(out.toString()).isEmpty();

    Files.writeString(description, "Sends a file away.");

    assertThat(pins("show", "b.t", "-c", config)).isZero();
    assertThat(out)
        .hasToString("b.t\ndescription\n  was  Reads a file.\n  is   Sends a file away.\n");
    assertThat(pins("accept", "b.t", "--direct", "-c", config)).isZero();
    assertThat(pins("list", "-c", config)).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(pins("accept", "b.t", "-c", config)).isEqualTo(CommandLineMain.FAILED);
  }

  private int pins(String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "pins";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return CommandLineMain.run(new PrintWriter(out, true), new PrintWriter(err, true), line);
  }
}
