package io.gatemini.server.demo;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayListener;
import io.gatemini.config.BackendConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An MCP server in a process of its own, which the demo kills. */
final class RestartedServer {
  static final String NAME = "echo-server";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private RestartedServer() {}

  /** Started with the Java that runs this. */
  static BackendConfig config() {
    return BackendConfig.stdio(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            EchoServer.class.getName())
        .description("an MCP server in a process of its own");
  }

  /**
   * Kills the process, waits until the gateway has another one, and calls its tool.
   *
   * @return the answer, and how long it took
   */
  static String killAndCall(Gateway gateway) throws InterruptedException {
    long pid = status(gateway).pid().orElseThrow();
    CompletableFuture<Void> back = new CompletableFuture<>();
    GatewayListener listener =
        new GatewayListener() {
          @Override
          public void backendChanged(BackendChange change) {
            if (change.backend().equals(NAME) && change.to() == BackendState.HEALTHY) {
              back.complete(null);
            }
          }
        };
    gateway.addListener(listener);
    long killed = System.nanoTime();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    try {
      back.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return "not back after " + PATIENCE.toSeconds() + " s";
    } finally {
      gateway.removeListener(listener);
    }
    String answer = gateway.call(NAME + ".echo", Map.of("text", "here again")).text();
    long millis = (System.nanoTime() - killed) / 1_000_000;
    return "process %d killed; process %d answers \"%s\" %,d ms later"
        .formatted(pid, status(gateway).pid().orElse(0), answer, millis);
  }

  static boolean isBack(Gateway gateway) {
    return status(gateway).available() && status(gateway).restarts() > 0;
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().stream()
        .filter(backend -> backend.name().equals(NAME))
        .findFirst()
        .orElseThrow();
  }
}
