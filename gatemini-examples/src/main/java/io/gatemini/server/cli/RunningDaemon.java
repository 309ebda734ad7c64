package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
      try {
        channel.connect(UnixDomainSocketAddress.of(places.socket()));
      } catch (IOException e) {
        return Optional.empty(); // no file, or one that a daemon has left
      }
      channel.write(ByteBuffer.wrap((greeting + "\n").getBytes(StandardCharsets.UTF_8)));
      return Optional.of(
          CompletableFuture.supplyAsync(() -> answer(channel), Tasks.ownThread("gatemini-answer"))
              .get(ANSWER_SECONDS, TimeUnit.SECONDS));
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

  /** The line after its greeting. */
  private static JsonNode answer(SocketChannel channel) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(SocketStreams.in(channel), StandardCharsets.UTF_8))) {
      lines.readLine();
      return Json.mapper().readTree(String.valueOf(lines.readLine()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
