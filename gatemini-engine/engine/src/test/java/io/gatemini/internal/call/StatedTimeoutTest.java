package io.gatemini.internal.call;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.CompositeTool;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a call may take: as long as its caller states, else as long as its backend does. */
class StatedTimeoutTest {
  private static final String JSON = "{\"tool\": \"a.work\", \"arguments\": {}}";
  private static final String SIMPLE = "return await a.work({})";
  private static final String PROGRAM = "program";
  private static final String COMPOSITE = "{\"tool\": \"__composite.all\", \"arguments\": {}}";
  private static final String OF_THE_BACKEND =
      "a.work did not answer within 100 ms, the timeout of backend \"a\"; give the call a longer"
          + " \"timeout\" (up to 20 s)";

  private final JavaPrograms programs =
      new JavaPrograms()
          .program(PROGRAM, (program, host) -> JavaPrograms.call(host, "a.work", "{}"));
  private final TestTransport provider = GivenBackends.transport();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(provider)
          .plugin(programs)
          .compositeTool("all", CompositeTool.of("Does it all.", PROGRAM))
          .backend(
              "a",
              GivenBackends.config()
                  .timeout(Duration.ofMillis(100))
                  .maxTimeout(Duration.ofSeconds(20)))
          .build();

  private void answerAfter(Duration time) {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    provider
        .backend("a")
        .answer(
            call ->
                new CompletableFuture<ToolResult>()
                    .completeOnTimeout(
                        ToolResult.text("late"), time.toMillis(), TimeUnit.MILLISECONDS));
  }

  private ChainResult run(ChainRequest request) {
    return gateway.run(request);
  }

  @ParameterizedTest
  @ValueSource(strings = {JSON, SIMPLE, PROGRAM, COMPOSITE})
  void callTakesAsLongAsItsCallerAllows(String code) {
    answerAfter(Duration.ofMillis(400));

    ChainResult result = run(ChainRequest.of(code).withTimeout(Duration.ofSeconds(10)));

    assertThat(result.text()).isEqualTo("late");
  }

  /** As embedding.md shows it. */
  @Test
  void interceptorGivesOneToolATimeoutOfItsOwn() {
    TestTransport slow = GivenBackends.transport();
    long tenSeconds = TimeUnit.SECONDS.toNanos(10);
    try (Gateway patient =
        TestGateway.builder()
            .plugin(slow)
            .interceptor(
                (call, next) ->
                    next.proceed(
                        call.withContext(
                            call.context().withDeadline(System.nanoTime() + tenSeconds))))
            .backend("a", GivenBackends.config().timeout(Duration.ofMillis(100)))
            .build()) {
      assertThat(patient.awaitReady(Duration.ofSeconds(60))).isTrue();
      slow.backend("a")
          .answer(
              call ->
                  new CompletableFuture<ToolResult>()
                      .completeOnTimeout(ToolResult.text("late"), 400, TimeUnit.MILLISECONDS));

      assertThat(patient.call(ToolCall.of("a.work", RawJson.parse("{}"))).text()).isEqualTo("late");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {JSON, SIMPLE, PROGRAM, COMPOSITE})
  void callWithoutTimeoutHasThatOfItsBackend(String code) {
    answerAfter(Duration.ofSeconds(20));

    ChainResult result = run(ChainRequest.of(code));

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).startsWith(OF_THE_BACKEND);
  }

  @Test
  void sayThatItWasTheCallersLimit() {
    answerAfter(Duration.ofSeconds(20));

    assertThat(run(ChainRequest.of(JSON).withTimeout(Duration.ofMillis(200))).text())
        .isEqualTo(
            "a.work did not answer within 200 ms, the timeout of the call; give the call a longer"
                + " \"timeout\" (up to 20 s)");
  }

  @Test
  void noCallTakesLongerThanItsBackendAllowsAnybody() {
    try (Gateway strict =
        TestGateway.ready(
            TestGateway.builder()
                .plugin(provider)
                .backend(
                    "a",
                    GivenBackends.config()
                        .timeout(Duration.ofMillis(100))
                        .maxTimeout(Duration.ofMillis(300))))) {

      answerAfter(Duration.ofSeconds(20));

      assertThrown(
              CallTimeoutException.class,
              () ->
                  strict.call(ToolCall.of("a.work", Map.of()).withTimeout(Duration.ofMinutes(20))))
          .hasMessage(
              "a.work did not answer within 300 ms, the max_timeout of backend \"a\"; ask for"
                  + " less, or raise it in the configuration");
    }
  }

  @Test
  void programThatEndsAtItsTimeoutSaysHowToLiftIt() {
    programs.program(
        "slow",
        CompletableFuture.completedFuture(
            JavaPrograms.outcome(
                Status.TIMEOUT, RawJson.parse("null"), "the program did not end within 5 ms")));

    assertThat(run(ChainRequest.of("slow")).text())
        .startsWith(
            "timeout: the program did not end within 5 ms; give the call a longer \"timeout\"");
  }

  @Test
  void programNamesTheToolOnce() {
    programs.program(
        "fail",
        CompletableFuture.completedFuture(
            JavaPrograms.outcome(
                Status.ERROR, RawJson.parse("null"), "a_b.c: a-b.c did not answer within 5 s")));

    assertThat(run(ChainRequest.of("fail")).text()).startsWith("a-b.c did not answer within 5 s\n");
  }
}
