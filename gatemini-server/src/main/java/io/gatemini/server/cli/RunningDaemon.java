package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Tasks;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import io.gatemini.spi.Json;
import io.gatemini.transport.daemon.SocketStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The daemon of a configuration, as commands ask it. */
final class RunningDaemon {
  private static final long ANSWER_SECONDS = 5;

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description = "Its socket, where it was started with one of its own.")
  @Nullable Path socket;

  @Option(names = "--json", description = "Answer in JSON.")
  boolean json;

  /** Where it is. */
  DaemonPlaces places(@Nullable Path config) throws IOException {
    if (socket != null) {
      return DaemonPlaces.at(socket);
    }
    Path file = ConfigLocation.orDefault(config);
    if (!Files.exists(file)) {
      throw new ConfigException(
          "there is no file " + file + "; name a configuration with --config");
    }
    return DaemonPlaces.of(file);
  }

  /**
   * Its answer; empty where none runs.
   *
   * @throws IOException when one is there that does not answer
   */
  static Optional<JsonNode> ask(DaemonPlaces places, String what) throws IOException {
    return askBy(places, Greeting.asking(what, Server.version()));
  }

  /**
   * Its answer to a greeting of {@link Greeting}; empty where none runs.
   *
   * @throws IOException when one is there that does not answer
   */
  static Optional<JsonNode> askBy(DaemonPlaces places, String greeting) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      if (!connects(channel, places)) {
        return Optional.empty();
      }
      BufferedReader lines = said(channel, greeting);
      line(lines, places);
      return Optional.of(Json.mapper().readTree(line(lines, places)));
    }
  }

  /** Throws the error that an answer consists of. */
  static void check(JsonNode answer) {
    if (answer.has("error")) {
      throw new GatewayException(answer.path("error").asText());
    }
  }

  /**
   * Has the daemon run a command, and prints what it prints.
   *
   * @return its exit code; empty where no daemon runs
   * @throws IOException when one is there that does not answer, or ends
   */
  static OptionalInt run(DaemonPlaces places, String greeting, PrintWriter out, PrintWriter err)
      throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      if (!connects(channel, places)) {
        return OptionalInt.empty();
      }
      BufferedReader lines = said(channel, greeting);
      JsonNode daemon = Json.mapper().readTree(line(lines, places));
      err.println("gatemini: asks the daemon, process " + daemon.path("pid").asLong());
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode answer = Json.mapper().readTree(line);
        check(answer);
        if (answer.has("exit")) {
          return OptionalInt.of(answer.path("exit").asInt());
        }
        out.print(answer.path("out").asText());
        out.flush();
        err.print(answer.path("err").asText());
        err.flush();
      }
      throw new IOException("the daemon has ended before its answer; its log is " + places.log());
    }
  }

  private static boolean connects(SocketChannel channel, DaemonPlaces places) {
    try {
      return channel.connect(UnixDomainSocketAddress.of(places.socket()));
    } catch (IOException e) {
      return false; // no file, or one that a daemon has left
    }
  }

  private static BufferedReader said(SocketChannel channel, String greeting) throws IOException {
    ByteBuffer line = ByteBuffer.wrap((greeting + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      channel.write(line);
    }
    return new BufferedReader(
        new InputStreamReader(SocketStreams.in(channel), StandardCharsets.UTF_8));
  }

  /** The next line, which a daemon says at once. */
  private static String line(BufferedReader lines, DaemonPlaces places) throws IOException {
    FutureTask<String> line =
        new FutureTask<>(() -> Objects.requireNonNull(lines.readLine(), "it has hung up"));
    Tasks.ownThread("gatemini-answer").execute(line);
    try {
      return line.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      Long pid = places.readPid();
      throw new IOException(
          "the daemon does not answer"
              + (pid == null ? "" : "; it is process " + pid + ", which may have to be killed"),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
