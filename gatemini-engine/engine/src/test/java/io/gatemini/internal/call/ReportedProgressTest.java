package io.gatemini.internal.call;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.CompositeTool;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Effects of a backend's progress on its caller's deadline. */
class ReportedProgressTest {
  private static final String JSON = "{\"tool\": \"a.work\", \"arguments\": {}}";

  private final JavaPrograms programs =
      new JavaPrograms()
          .program(
              "two",
              (program, host) -> {
                JavaPrograms.call(host, "a.work", "{}");
                return JavaPrograms.call(host, "a.look", "{}");
              });
  private final TestTransport provider = GivenBackends.transport();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<Double> told = new CopyOnWriteArrayList<>();
  private volatile String lastMessage = "";
  private final ProgressListener listener =
      (progress, total, message) -> {
        told.add(progress);
        lastMessage = message.orElse("");
      };
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(provider)
          .plugin(programs)
          .compositeTool("both", CompositeTool.of("Does both.", "two"))
          .backend(
              "a",
              GivenBackends.config()
                  .timeout(Duration.ofMillis(800))
                  .maxTimeout(Duration.ofSeconds(2)))
          .build();

  @BeforeEach
  void await() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    gateway.close();
    timer.shutdownNow();
  }

  /** A report every 50 ms, and the answer with the last of them. */
  private CompletableFuture<ToolResult> report(BackendCall call, int times) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    int[] reports = {0};
    Runnable next =
        () -> {
          if (answer.isDone()) {
            throw new IllegalStateException("no more reports");
          }
          call.context()
              .client()
              .progress()
              .onProgress(++reports[0], OptionalDouble.empty(), Optional.empty());
          if (reports[0] == times) {
            answer.complete(ToolResult.text("done"));
          }
        };
    timer.scheduleAtFixedRate(next, 50, 50, TimeUnit.MILLISECONDS);
    return answer;
  }

  @Test
  void keepsACallAliveWhoseCallerHearsOfIt() {
    provider.backend("a").answer(call -> report(call, 20));

    assertThat(gateway.run(ChainRequest.of(JSON).withProgress(listener)).text()).isEqualTo("done");
    assertThat(told).first().isEqualTo(1.0);
    assertThat(told).last().isEqualTo(20.0);
    assertThat(told).hasSizeBetween(3, 13).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void keepsNoCallAliveWhoseCallerHearsOfNothing() {
    provider.backend("a").answer(call -> report(call, 20));

    assertThat(gateway.run(ChainRequest.of(JSON)).text())
        .contains("within 800 ms, the timeout of backend \"a\"");
  }

  @Test
  void keepsNoCallAliveBeyondWhatItsCallerStates() {
    provider.backend("a").answer(call -> report(call, 20));

    assertThat(
            gateway
                .run(
                    ChainRequest.of(JSON)
                        .withProgress(listener)
                        .withTimeout(Duration.ofMillis(300)))
                .text())
        .contains("within 300 ms, the timeout of the call");
  }

  @Test
  void costsNoCallWhoseListenerFails() {
    provider.backend("a").answer(call -> report(call, 2));

    assertThat(
            gateway
                .call(
                    ToolCall.of("a.work", Map.of())
                        .withProgress(
                            (progress, total, message) -> {
                              throw new NoClassDefFoundError("gone");
                            }))
                .text())
        .isEqualTo("done");
  }

  @Test
  void keepsNoCallAliveBeyondWhatItsBackendAllows() {
    provider.backend("a").answer(call -> report(call, 1_000));

    assertThrown(
            CallTimeoutException.class,
            () -> gateway.call(ToolCall.of("a.work", Map.of()).withProgress(listener)))
        .hasMessageContaining("within 2 s, the max_timeout of backend \"a\"");
  }

  @Values("two | {\"tool\": \"__composite.both\", \"arguments\": {}}")
  void ofTheCallsOfAProgramIsOneSeries(String code) {
    provider.backend("a").answer(call -> report(call, 6));

    assertThat(gateway.run(ChainRequest.of(code).withProgress(listener)).text()).isEqualTo("done");
    assertThat(told).hasSizeBetween(2, 12).isSorted().doesNotHaveDuplicates();
    assertThat(lastMessage).endsWith("2 of 2 calls: a.look answered");
  }

  @Test
  void ofAListOfCallsIsOneSeries() {
    provider.backend("a").answer(call -> report(call, 6));

    assertThat(gateway.run(ChainRequest.of("[" + JSON + "," + JSON + "]").withProgress(listener)))
        .satisfies(
            result -> assertThat(result.text()).contains("done"),
            result -> assertThat(told).isSorted().doesNotHaveDuplicates().hasSizeBetween(2, 12),
            result -> assertThat(lastMessage).isEqualTo("2 of 2 calls: a.work answered"));
  }

  @Test
  void programOfQuietCallsTellsOfThem() {
    provider.backend("a").say("at once");

    gateway.run(ChainRequest.of("two").withProgress(listener));

    assertThat(told).first().isEqualTo(0.0);
  }

  @Test
  void programOfAThousandReportsAtOncePassesOnFew() {
    provider
        .backend("a")
        .answer(
            call -> {
              for (int i = 1; i <= 1_000; i++) {
                call.context()
                    .client()
                    .progress()
                    .onProgress(i, OptionalDouble.of(1_000), Optional.empty());
              }
              return CompletableFuture.completedFuture(
                  ToolResult.of(RawJson.parse("{\"content\":[]}")));
            });
    long begun = System.nanoTime();

    gateway.run(ChainRequest.of("two").withProgress(listener));

    long tenths = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 100;
    // And one that may come sooner: the last.
    assertThat(told).hasSizeLessThanOrEqualTo((int) tenths + 2).isSorted().doesNotHaveDuplicates();
  }
}
