package io.gatemini.internal.call;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.ClientChannel;
import io.gatemini.ClientChannel.Question;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.CompositeTool;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time of a call while the person behind it answers. */
class AskedPersonTest {
  private static final Question FORM =
      new Question(Question.Kind.ELICITATION, RawJson.emptyObject());
  private static final Question SAMPLE =
      new Question(Question.Kind.SAMPLING, RawJson.emptyObject());
  private static final Duration TIMEOUT = Duration.ofMillis(200);

  private final TestTransport provider = GivenBackends.transport();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(provider)
          .plugin(
              new JavaPrograms()
                  .program("asks", (program, host) -> JavaPrograms.call(host, "a.work", "{}")))
          .compositeTool("asking", CompositeTool.of("Asks.", "asks"))
          .backend(
              "a", GivenBackends.config().timeout(TIMEOUT).questionTimeout(Duration.ofSeconds(1)))
          .build();

  @BeforeEach
  void await() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  /** Answers after a time, or never. */
  private static ClientChannel person(long millis) {
    return new ClientChannel() {
      @Override
      public CompletionStage<Optional<RawJson>> ask(Question question) {
        Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
        return millis == 0
            ? new CompletableFuture<>()
            : CompletableFuture.supplyAsync(() -> Optional.of(question.params()), later);
      }
    };
  }

  private ToolResult call(String tool, ClientChannel client, Optional<Duration> timeout) {
    CallContext context = CallContext.of(Session.of("ann")).withClient(client).withTimeout(timeout);
    return gateway.call(ToolCall.of(tool, Map.of()).withContext(context));
  }

  private static CompletionStage<ToolResult> asks(BackendCall call, Question question) {
    return call.context().client().ask(question).thenApply(told -> ToolResult.text("told"));
  }

  @Test
  void standsStillUntilThePersonHasAnswered() {
    provider.backend("a").answer(call -> asks(call, FORM));

    assertThat(call("a.work", person(500), Optional.empty()).text()).isEqualTo("told");
    assertThat(call("a.work", person(300), Optional.of(Duration.ofMillis(100))).text())
        .isEqualTo("told");
  }

  @Test
  void standsStillForAllThatWaitForTheCall() {
    provider.backend("a").answer(call -> asks(call, FORM));

    assertThat(call("__composite.asking", person(400), Optional.of(TIMEOUT)).text())
        .isEqualTo("told");
  }

  @Test
  void standsStillUntilTheLastOfTwoIsAnswered() {
    provider
        .backend("a")
        .answer(
            call ->
                call.context()
                    .client()
                    .ask(FORM)
                    .thenCombine(person(500).ask(FORM), (one, other) -> ToolResult.text("told")));

    // The second answer has no question, and the time continues with the answer to the first.
    assertThrown(CallTimeoutException.class, () -> call("a.work", person(100), Optional.empty()));

    provider
        .backend("a")
        .answer(
            call -> {
              ClientChannel client = call.context().client();
              CompletionStage<Optional<RawJson>> first = client.ask(FORM);
              return client.ask(FORM).thenCombine(first, (a, b) -> ToolResult.text("told"));
            });
    assertThat(call("a.work", person(400), Optional.empty()).text()).isEqualTo("told");
  }

  @Test
  void goesOnAfterTheAnswer() {
    provider
        .backend("a")
        .answer(call -> asks(call, FORM).thenCompose(told -> new CompletableFuture<>()));
    long begun = System.nanoTime();

    assertThrown(CallTimeoutException.class, () -> call("a.work", person(300), Optional.empty()))
        .hasMessageContaining("within 200 ms, the timeout of backend \"a\"");

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(490));
  }

  @Test
  void standsStillNoLongerThanQuestionsMayTake() {
    provider.backend("a").answer(call -> asks(call, FORM));
    long begun = System.nanoTime();

    assertThrown(CallTimeoutException.class, () -> call("a.work", person(0), Optional.empty()));

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(1_190), Duration.ofSeconds(10));
  }

  @Test
  void goesOnWhileAModelAnswers() {
    provider.backend("a").answer(call -> asks(call, SAMPLE));

    assertThrown(CallTimeoutException.class, () -> call("a.work", person(0), Optional.empty()));
  }
}
