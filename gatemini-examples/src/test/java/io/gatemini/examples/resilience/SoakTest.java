package io.gatemini.examples.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twenty backends of all kinds, of which one after the other is killed, frozen or cut off, under 32
 * callers: no caller loses an answer or gets another's, and nothing is left over.
 *
 * <p>A minute; {@code -Dsoak.seconds=300} is longer, {@code -Dsoak.seed=...} is the same again. The
 * figures are in {@code target/soak-figures.csv} and {@code target/soak-footprint.csv}.
 */
@Tag("long")
class SoakTest {
  private static final long SECONDS = Long.getLong("soak.seconds", 60);
  private static final int CALLERS = 32;
  private static final Duration BETWEEN_HARMS = Duration.ofMillis(500);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The allowed remains of a load: pools that grew, threads that wait a while for more. */
  private static final int MORE_THREADS = 32;

  private static final int MORE_FILES = 12;
  private static final long MORE_HEAP_BYTES = 40_000_000;

  /** Prefixes of the names of threads that the JDK and the test keep. */
  private static final List<String> SHARED =
      List.of(
          "CompletableFuture",
          "ForkJoinPool",
          "VirtualThread",
          "awaitility",
          "Cleaner",
          "test-server");

  @TempDir Path directory = Path.of("");

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void losesNothingMixesUpNothingAndLeavesNothingBehind() throws Exception {
    long seed = Long.getLong("soak.seed", System.nanoTime());
    System.out.println("soak.seed=" + seed);
    SoftAssertions must = new SoftAssertions();
    List<String> threads = Footprint.threadNames();
    MatrixReport footprint =
        new MatrixReport(
            "soak-footprint", "when", "threads", "processes", "files", "sockets", "live heap");
    footprint.row(Footprint.now().cells("before"));
    try (SoakBackends backends = new SoakBackends(directory)) {
      Gateway gateway = gateway(backends);
      SoakCallers callers;
      try {
        awaitAllHealthy(gateway);
        warmUp(gateway, backends, seed);
        Footprint atRest = Footprint.now();
        footprint.row(atRest.cells("all healthy, warm"));

        callers = new SoakCallers(gateway, backends.names());
        callers.start("c", CALLERS, seed);
        harm(gateway, backends, new Random(seed));
        callers.stop();

        Duration recovery = awaitAllWell(gateway, backends, must);
        awaitProcesses(atRest.processes());
        Footprint after = Footprint.now();
        footprint.row(after.cells("all healthy again"));
        check(callers, backends, must);
        check(atRest, after, must);
        report(gateway, backends, callers, recovery);
      } finally {
        gateway.close();
      }
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(leftThreads(threads)).as("threads left").isEmpty());
      assertThat(Processes.alive(backends.pids().toList())).as("processes left").isEmpty();
      assertThat(Footprint.children()).as("children left").isEmpty();
    }
    footprint.row(Footprint.now().cells("closed"));
    footprint.write();
    must.assertAll();
  }

  private static Gateway gateway(SoakBackends backends) {
    var builder =
        Gateway.builder()
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(500))
                        .timeout(Duration.ofSeconds(1))
                        .failureThreshold(2)
                        .recoveryMultiplier(2)
                        // One backend is harmed more often than a healthy one ever fails.
                        .maxRestarts(1_000)
                        .restartInitialBackoff(Duration.ofMillis(100))
                        .restartMaxBackoff(Duration.ofSeconds(1))
                        .restartTimeout(Duration.ofSeconds(5))
                        .drainTimeout(Duration.ofSeconds(2)));
    backends.addTo(builder);
    return builder.build();
  }

  private static void awaitAllHealthy(Gateway gateway) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(gateway.backends()).allMatch(BackendStatus::available));
  }

  /** Until every backend answers; how long that took. */
  private static Duration awaitAllWell(
      Gateway gateway, SoakBackends backends, SoftAssertions must) {
    long from = System.nanoTime();
    for (String backend : backends.names()) {
      ToolCall call =
          ToolCall.of(backend + ".echo", Map.of("text", "well")).withTimeout(RETRY_AFTER);
      try {
        await()
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(GatewayException.class)
            .until(() -> gateway.call(call).text().equals("well"));
      } catch (ConditionTimeoutException e) {
        must.fail("%s never works again: %s", backend, gateway.backends());
      }
    }
    return Duration.ofNanos(System.nanoTime() - from);
  }

  /** Until those that were given up are gone; more than that is found later. */
  private static void awaitProcesses(int count) {
    try {
      await().atMost(PATIENCE).until(() -> Footprint.children().size() <= count);
    } catch (ConditionTimeoutException e) {
      System.out.println("processes: " + Footprint.children());
    }
  }

  /** Until pools have the size that the load needs. */
  private static void warmUp(Gateway gateway, SoakBackends backends, long seed)
      throws InterruptedException {
    SoakCallers callers = new SoakCallers(gateway, backends.names());
    callers.start("warm", CALLERS, seed);
    pause(Duration.ofSeconds(3));
    callers.stop();
    assertThat(callers.wrong()).isEmpty();
  }

  private static void harm(Gateway gateway, SoakBackends backends, Random random)
      throws InterruptedException, IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (System.nanoTime() < end) {
      pause(BETWEEN_HARMS);
      backends.harm(gateway, random);
    }
    backends.pacify();
  }

  /** Nothing is waited for: this is how long the load lasts. */
  private static void pause(Duration duration) throws InterruptedException {
    assertThat(new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }

  private static void check(SoakCallers callers, SoakBackends backends, SoftAssertions must) {
    must.assertThat(callers.wrong()).as("lost, crossed or late answers").isEmpty();
    Set<String> once = new HashSet<>();
    List<String> executed = backends.executed();
    must.assertThat(executed).as("executed").containsAll(callers.acted());
    must.assertThat(executed).as("executed twice").filteredOn(text -> !once.add(text)).isEmpty();
  }

  private static void check(Footprint before, Footprint after, SoftAssertions must) {
    must.assertThat(after.threads())
        .as("threads, now %s", Footprint.threadNames())
        .isLessThanOrEqualTo(before.threads() + MORE_THREADS);
    must.assertThat(after.processes()).as("processes").isEqualTo(before.processes());
    must.assertThat(after.files())
        .as("open files")
        .isLessThanOrEqualTo(before.files() + MORE_FILES);
    must.assertThat(after.heapBytes())
        .as("live heap")
        .isLessThan(before.heapBytes() + MORE_HEAP_BYTES);
  }

  /** The threads that the gateway has left. */
  private static List<String> leftThreads(List<String> before) {
    return Footprint.threadNames().stream()
        .filter(name -> !before.contains(name))
        .filter(name -> SHARED.stream().noneMatch(name::startsWith))
        .toList();
  }

  private static void report(
      Gateway gateway, SoakBackends backends, SoakCallers callers, Duration recovery)
      throws IOException {
    MatrixReport figures = new MatrixReport("soak-figures", "what", "how many");
    figures.row("backends", "" + backends.names().size());
    figures.row("seconds", "" + SECONDS);
    backends.harmDone().forEach((what, count) -> figures.row(what, "" + count));
    callers.counts().forEach((what, count) -> figures.row("calls: " + what, "" + count.sum()));
    figures.row("lost, crossed or late", "" + callers.wrong().size());
    figures.row(
        "restarts", "" + gateway.backends().stream().mapToInt(BackendStatus::restarts).sum());
    figures.row("p50 of answered calls", millis(callers.percentile(50)));
    figures.row("p99 of answered calls", millis(callers.percentile(99)));
    figures.row("longest wait beyond a deadline", millis(callers.longestOvershoot()));
    figures.row("all work again after the last harm", recovery.toMillis() + " ms");
    figures.write();
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.1f ms", millis);
  }
}
