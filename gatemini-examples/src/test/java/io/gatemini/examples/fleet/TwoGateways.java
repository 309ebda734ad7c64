package io.gatemini.examples.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.gatemini.server.Main;
import io.gatemini.testing.AskingServer;
import io.gatemini.testing.Patience;
import io.gatemini.testing.RedisServer;
import io.gatemini.testing.ScriptedServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two bundled servers in processes of their own, a Redis server and nginx with the configuration of
 * the page {@code two-gateways.md}. The tool {@code log.write} appends its text to {@link
 * #written}, and {@code asking.ask} asks the client.
 */
final class TwoGateways implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ADDRESS =
      Pattern.compile("MCP clients are served at http://(\\S+)/");
  private static final Path PAGE = Path.of("..", "gatemini-transport-http/docs/two-gateways.md");

  final List<Process> gateways = new ArrayList<>();
  final List<String> addresses = new ArrayList<>();
  final Path written;
  final URI uri;
  private final RedisServer redis;
  private final Process balancer;

  TwoGateways(Path directory) throws IOException {
    redis = RedisServer.start(directory);
    written = directory.resolve("written");
    for (int i = 0; i < 2; i++) {
      start(Files.createDirectory(directory.resolve("gateway" + i)));
    }
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    balancer = balance(Files.createDirectory(directory.resolve("nginx")), port);
    uri = URI.create("http://127.0.0.1:" + port + "/mcp");
    await()
        .atMost(PATIENCE)
        .ignoreException(ConnectException.class)
        .until(
            () -> {
              try (Socket socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
              }
            });
  }

  private void start(Path directory) throws IOException {
    Path config = directory.resolve("gatemini.yaml");
    Files.writeString(
        config,
        """
        plugins:
          redis-backplane: {url: "%1$s"}
          redis-state: {url: "%1$s"}
          redis-results: {url: "%1$s"}
        backends:
          log:
            tools:
              write:
                description: Writes a text to the log.
                command: printf '%%s\\n' {{text}} >> %2$s && printf %%s {{text}}
                shell: true
          asking:
            command: %3$s
            args: %4$s
            trust: {elicitation: form}
        """
            .formatted(redis.url(), written, command().get(0), arguments()));
    Path log = directory.resolve("log");
    List<String> line = ScriptedServer.java(Main.class);
    line.addAll(List.of("serve", "--http", "127.0.0.1:0", "--config", config.toString()));
    gateways.add(
        new ProcessBuilder(line)
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(log.toFile())
            .start());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Matcher address = ADDRESS.matcher(Files.readString(log));
              assertThat(address.find()).as(Files.readString(log)).isTrue();
              addresses.add(address.group(1));
            });
  }

  private static List<String> command() {
    return ScriptedServer.java(AskingServer.class);
  }

  private static String arguments() {
    List<String> quoted = new ArrayList<>();
    command().stream().skip(1).forEach(argument -> quoted.add('"' + argument + '"'));
    return quoted.toString();
  }

  private Process balance(Path directory, int port) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("```nginx\n") + "```nginx\n".length();
    String server =
        page.substring(begin, page.indexOf("```", begin))
            .replace("10.0.0.1:8420", addresses.get(0))
            .replace("10.0.0.2:8420", addresses.get(1))
            .replace("listen 80;", "listen 127.0.0.1:" + port + ";")
            .replace(
                "proxy_buffering off;",
                "proxy_buffering off; add_header X-Gateway $upstream_addr always;");
    Path config = directory.resolve("nginx.conf");
    Files.writeString(
        config,
        """
        pid nginx.pid;
        error_log stderr;
        events {}
        http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        %s
        }
        """
            .formatted(server));
    try {
      return new ProcessBuilder(
              "nginx", "-p", directory.toString(), "-c", config.toString(), "-g", "daemon off;")
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("log").toFile())
          .start();
    } catch (IOException absent) {
      close();
      String reason = System.getenv("NGINX_MISSING");
      if (reason == null && "true".equals(System.getenv("CI"))) {
        throw new AssertionError("needed where CI=true: nginx", absent);
      }
      return abort(reason == null ? "nginx is not installed" : reason);
    }
  }

  /** What the tool has written, line by line. */
  List<String> written() throws IOException {
    return Files.exists(written) ? Files.readAllLines(written, UTF_8) : List.of();
  }

  /** Ends a gateway in the middle of what it does. */
  void kill(int gateway) {
    Process process = gateways.get(gateway);
    List<ProcessHandle> backends = process.descendants().toList();
    Patience.awaitEnd(process.destroyForcibly());
    backends.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  @SuppressWarnings("ConstantValue") // also called by a constructor that fails
  public void close() {
    for (int i = 0; i < gateways.size(); i++) {
      kill(i);
    }
    if (balancer != null) {
      // Its workers end with it, unless it is killed.
      balancer.destroy();
      Patience.awaitEnd(balancer);
    }
    redis.close();
  }
}
