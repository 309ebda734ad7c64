package io.gatemini.examples.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault of a backend against everything that must be true then: what the caller gets and how
 * fast, how the backend stands, that it works again without a restart of the gateway, that nothing
 * ran twice, that the neighbours noticed nothing, and that no process is left.
 *
 * <p>The table of the run is in {@code target/fault-matrix.csv}; {@code
 * -Drecord.faults=gatemini-examples/docs} records it there, too.
 */
@Tag("long")
class FaultMatrixTest {
  private static final String BACKEND = "faulty";

  /** The time that a neighbour's call may take on a busy machine; usually it is a millisecond. */
  private static final double NEIGHBOUR_P99_MILLIS = 1_500;

  private static final double NEIGHBOUR_MAX_MILLIS = 4_500;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final MatrixReport REPORT =
      new MatrixReport(
          "fault-matrix",
          "fault",
          "the caller gets",
          "after",
          "state then",
          "restarts",
          "works again after",
          "executed",
          "neighbours: calls, p99",
          "close()");

  @TempDir Path directory = Path.of("");

  static Stream<FaultCase> cases() {
    String only = System.getProperty("only.fault", "");
    return FaultCases.all().filter(row -> row.title.contains(only));
  }

  @AfterAll
  static void report() throws IOException {
    REPORT.write();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void costsItsOwnCallersAnErrorAndNobodyElseAnything(FaultCase row) throws Exception {
    SoftAssertions must = new SoftAssertions();
    Path own = Files.createDirectories(directory.resolve(BACKEND));
    Path neighbour = Files.createDirectories(directory.resolve("good"));
    try (Rig rig = row.rig(own);
        Rig good = Rig.process(Fault.NONE, neighbour)) {
      if (row.atStart) {
        rig.arm();
      }
      Gateway gateway = gateway(row, rig, good);
      Duration closed;
      Observed observed;
      try {
        observed = observe(row, rig, gateway, must);
      } finally {
        long from = System.nanoTime();
        gateway.close();
        closed = since(from);
      }
      must.assertThat(closed).as("close()").isLessThan(PATIENCE);
      noProcessIsLeft(rig, good, must);
      REPORT.row(
          row.title,
          observed.outcome.shown(),
          observed.after,
          observed.state,
          "" + observed.restarts,
          millis(observed.recovery),
          "" + observed.executed,
          observed.neighbours.calls() + ", " + observed.neighbours.shownP99(),
          millis(closed) + (must.errorsCollected().isEmpty() ? "" : " **NOT AS IT SHOULD BE**"));
    }
    assertThat(must.errorsCollected()).as(row.title).isEmpty();
  }

  @Test
  void connectsToNoAddressThatANameHasChangedTo() throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(ChangingName.command(directory.resolve("names")))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    Map<String, String> told =
        Files.readAllLines(output).stream()
            .map(line -> Pattern.compile(": ").splitAsStream(line).toList())
            .collect(
                Collectors.toMap(
                    parts -> parts.get(0),
                    parts -> String.join(": ", parts.subList(1, parts.size()))));

    REPORT.row(
        "HTTP: DNS that changes to a private address (an agent's backend)",
        cell(told, "after"),
        cell(told, "took"),
        cell(told, "state"),
        cell(told, "restarts"),
        cell(told, "recovery"),
        cell(told, "executed"),
        cell(told, "neighbours"),
        cell(told, "close"));
    assertThat(told)
        .containsEntry("before", "before")
        .containsEntry("back", "back")
        .containsEntry("executed", "0")
        .containsEntry("failures of neighbours", "[]")
        .containsEntry("caught", "0");
    assertThat(told.get("after")).contains("BackendUnavailableException", "not allowed");
  }

  private static String cell(Map<String, String> told, String key) {
    return told.getOrDefault(key, "");
  }

  private static Gateway gateway(FaultCase row, Rig rig, Rig good) {
    return builder(row, row.config.apply(rig.config()))
        .backend("good", good.config())
        .backend(
            "local",
            BackendConfig.inProcess()
                .tool(
                    "echo",
                    "Answers with the text.",
                    Json.mapper().createObjectNode().put("type", "object"),
                    arguments -> ToolResult.text(arguments.get("text").asText())))
        .health(
            health ->
                row.health.apply(
                    health
                        .interval(Duration.ofMillis(300))
                        .timeout(Duration.ofMillis(500))
                        .failureThreshold(2)
                        .recoveryMultiplier(2)
                        .maxRestarts(2)
                        .restartInitialBackoff(Duration.ofMillis(100))
                        .restartMaxBackoff(Duration.ofSeconds(1))
                        .restartTimeout(Duration.ofSeconds(2))
                        .memoryCheckInterval(Duration.ofMillis(300))
                        .memoryRestartCooldown(Duration.ofSeconds(1))
                        .drainTimeout(Duration.ofSeconds(1))))
        .build();
  }

  /** An agent's backend is registered later. */
  private static GatewayBuilder builder(FaultCase row, BackendConfig config) {
    return row.byAgent
        ? Gateway.builder().allowedHosts(URI.create(config.url().orElseThrow()).getAuthority())
        : Gateway.builder().backend(BACKEND, config);
  }

  private static Observed observe(FaultCase row, Rig rig, Gateway gateway, SoftAssertions must)
      throws InterruptedException {
    awaitEcho(gateway, "good", PATIENCE);
    if (row.byAgent) {
      BackendConfig config = row.config.apply(rig.config());
      gateway.registerAsync(BACKEND, config, Session.local()).join();
    }
    if (!row.atStart) {
      awaitEcho(gateway, BACKEND, PATIENCE);
      rig.arm();
    }
    Neighbours neighbours = Neighbours.calling(gateway, "good.echo", "local.echo");
    BackendState before = row.calledWhen;
    if (before != null) {
      assertThat(comesTrue(gateway, status -> status.state() == before)).as("%s", before).isTrue();
    }

    Outcome outcome = Outcome.of(gateway, BACKEND + "." + row.tool, "x-1", row);
    long known = System.nanoTime();
    String state = status(gateway).state().toString();
    outcome.check(row, must);
    if (row.leavesNoProcess) {
      boolean gone = comesTrue(gateway, status -> Processes.alive(rig.pids()).isEmpty());
      must.assertThat(gone).as("processes are gone with the call").isTrue();
    }
    if (row.state != null) {
      BackendState wanted = row.state;
      boolean seen = comesTrue(gateway, status -> status.state() == wanted);
      must.assertThat(seen).as("comes to be %s: %s", wanted, status(gateway)).isTrue();
      state = wanted.toString();
    }
    if (row.restartsByItself) {
      boolean seen = comesTrue(gateway, status -> status.restarts() > 0 && status.available());
      must.assertThat(seen).as("is started again by itself: %s", status(gateway)).isTrue();
    }
    rig.disarm();
    // A fault that ends by itself must end in time; the others as soon as they can.
    long from = row.restartsByItself ? known : System.nanoTime();
    awaitEcho(gateway, BACKEND, PATIENCE);
    Duration recovery = since(from);
    must.assertThat(recovery).as("works again after").isLessThan(row.recovery);
    boolean healthy = comesTrue(gateway, BackendStatus::available);
    must.assertThat(healthy).as("is healthy: %s", status(gateway)).isTrue();

    Neighbours.Figures figures = neighbours.stop();
    must.assertThat(figures.failures()).as("failures of neighbours").isEmpty();
    must.assertThat(figures.p99()).as("p99 of neighbours, ms").isLessThan(NEIGHBOUR_P99_MILLIS);
    must.assertThat(figures.max()).as("max of neighbours, ms").isLessThan(NEIGHBOUR_MAX_MILLIS);
    int restarts = status(gateway).restarts();
    must.assertThat(restarts).as("restarts").isBetween(row.minRestarts, row.maxRestarts);
    int executed = rig.executed().size();
    must.assertThat(executed).as("executions").isBetween(row.minExecuted, row.maxExecuted);
    if (row.cancels) {
      must.assertThat(rig.cancelled()).as("cancellations at the server").isNotEmpty();
    }
    return new Observed(
        outcome, after(outcome, rig.moment()), state, restarts, recovery, executed, figures);
  }

  /** Since the call or, where the fault is later and noted, since the fault. */
  private static String after(Outcome outcome, OptionalLong moment) {
    return millis(outcome.took())
        + (moment.isPresent() && outcome.error() != null
            ? ", " + (outcome.epochMillis() - moment.getAsLong()) + " ms after the fault"
            : "");
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().stream()
        .filter(status -> status.name().equals(BACKEND))
        .findFirst()
        .orElseThrow();
  }

  private static boolean comesTrue(Gateway gateway, Predicate<BackendStatus> condition) {
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> condition.test(status(gateway)));
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  /** Calls until an answer comes. */
  private static void awaitEcho(Gateway gateway, String backend, Duration patience) {
    long from = System.nanoTime();
    while (true) {
      try {
        ToolCall call = ToolCall.of(backend + ".echo", Map.of("text", "back"));
        assertThat(gateway.call(call.withTimeout(Duration.ofSeconds(1))).text()).isEqualTo("back");
        return;
      } catch (GatewayException e) {
        if (since(from).compareTo(patience) > 0) {
          return; // too late for every row
        }
        Thread.onSpinWait();
      }
    }
  }

  private static void noProcessIsLeft(Rig rig, Rig good, SoftAssertions must) {
    for (Rig each : List.of(rig, good)) {
      try {
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> Processes.alive(each.pids()).isEmpty());
      } catch (ConditionTimeoutException e) {
        must.assertThat(Processes.alive(each.pids())).as("processes left").isEmpty();
      }
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  static String millis(Duration duration) {
    return duration.toMillis() + " ms";
  }

  private record Observed(
      Outcome outcome,
      String after,
      String state,
      int restarts,
      Duration recovery,
      int executed,
      Neighbours.Figures neighbours) {}
}
