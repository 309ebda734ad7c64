package io.gatemini.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server of its own for a test (Debian's package {@code redis-server}). Where it is absent a test
 * is skipped; with CI=true it fails, unless {@code .ci/run} says in REDIS_MISSING why the package
 * could not be installed.
 */
public final class RedisServer implements AutoCloseable {
  private static final String COMMAND = "redis-server";

  private final Path directory;
  private final List<String> options;
  private final int port;
  private Process process;

  private RedisServer(Path directory, List<String> options, int port, Process process) {
    this.directory = directory;
    this.options = options;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param directory where it keeps what the options want to be kept
   * @param options by which it differs from a server that keeps nothing
   */
  public static RedisServer start(Path directory, String... options) throws IOException {
    while (true) {
      int port;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      Process process = started(directory, List.of(options), port);
      if (process != null) {
        return new RedisServer(directory, List.of(options), port, process);
      }
    }
  }

  /** A server that is ready; none where another program has taken the port meanwhile. */
  private static @Nullable Process started(Path directory, List<String> options, int port)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of(COMMAND, "--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--save", "", "--appendonly", "no"));
    command.addAll(options);
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException absent) {
      String reason = System.getenv("REDIS_MISSING");
      if (reason == null && "true".equals(System.getenv("CI"))) {
        throw new AssertionError("needed where CI=true: " + COMMAND, absent);
      }
      return abort(reason == null ? COMMAND + " is not installed" : reason);
    }
    StringBuilder said = new StringBuilder();
    BufferedReader lines = process.inputReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains("eady to accept connections")) {
        return process;
      }
      said.append(line).append('\n');
    }
    process.destroyForcibly();
    assertThat(said.toString()).contains("Address already in use");
    return null;
  }

  /** Its address. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Ends it in the middle of what it does. */
  public void kill() {
    // Not by its future: that goes by the common pool, which a test may have filled.
    try {
      assertThat(process.destroyForcibly().waitFor(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Starts it again at the same address. */
  public void startAgain() throws IOException {
    Process again = started(directory, options, port);
    assertThat(again).isNotNull();
    if (again != null) {
      process = again;
    }
  }

  /** It takes connections and answers nothing, until {@link #resume}. */
  public void suspend() throws IOException, InterruptedException {
    assertThat(Frozen.process(process.pid())).isTrue();
  }

  public void resume() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-CONT", Long.toString(process.pid())).start().waitFor())
        .isZero();
  }

  @Override
  public void close() {
    kill();
  }
}
