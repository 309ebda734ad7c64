package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.RetryConfig;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestTransport;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetryTest {
  private final RuntimeException unreached = new BackendUnavailableException("not reached");
  private final RuntimeException lost = new BackendCallException("lost");
  private static final RetryConfig QUICK =
      RetryConfig.defaults().initialDelay(Duration.ofMillis(2)).maxDelay(Duration.ofMillis(5));

  private final TestTransport provider = GivenBackends.transport();
  @AutoClose private @Nullable Gateway gateway;

  @Test
  void repeatsAnyCallThatHasNotReachedItsBackend() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    failFirst(3, unreached);

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("after 3");
    assertThat(provider.called).hasSize(4);
  }

  @Values("a.look | a.put")
  void repeatsALostCallWhereTheToolSaysThatThisDoesNoHarm(String tool) {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    failFirst(2, lost);

    assertThat(join(call(gateway, tool)).text()).isEqualTo("after 2");
  }

  @Test
  void neverRepeatsACallThatMayHaveBeenCarriedOut() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    failFirst(1, lost);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
    assertThat(provider.called).hasSize(1);
  }

  @Test
  void repeatsNoAnswer() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));

    for (RuntimeException answer :
        List.of(
            BackendCallException.answered("-32602"),
            new InvalidArgumentsException("wrong"),
            new CallTimeoutException("late"))) {
      provider.called.clear();
      provider.backend("a").fail(answer);
      assertThatThrownBy(() -> join(call(gateway, "a.look"))).hasCause(answer);
      assertThat(provider.called).hasSize(1);
    }
    provider.called.clear();
    provider.backend("a").answer(call -> CompletableFuture.completedFuture(ToolResult.error("no")));
    assertThat(join(call(gateway, "a.look")).isError()).isTrue();
    assertThat(provider.called).hasSize(1);
  }

  @Test
  void repeatsNoCallThatIsRefusedForGood() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    RuntimeException forbidden = BackendUnavailableException.lasting("403 Forbidden");
    failFirst(1, forbidden);

    assertThatThrownBy(() -> join(call(gateway, "a.look"))).hasCause(forbidden);
    assertThat(provider.called).hasSize(1);
  }

  @Test
  void givesUpAfterTheLastRepetition() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK.maxRetries(2)));
    failFirst(100, unreached);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.called).hasSize(3);
  }

  @Test
  void callsOnceWhereNothingIsRepeated() {
    Gateway gateway = start(GivenBackends.config().retry(RetryConfig.never()));
    failFirst(1, unreached);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("after 1");
  }

  @Values("PT2M | PT72000000H")
  void tellsTheFailureAtOnceWhereTheNextWaitWouldPassTheDeadline(Duration wait) {
    Gateway gateway = start(GivenBackends.config());
    provider.backend("a").fail(new BackendUnavailableException("busy", null, wait));

    long before = System.nanoTime();
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("busy");

    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(10));
    assertThat(provider.called).hasSize(1);
  }

  @Test
  void waitsAsLongAsTheBackendAsksFor() {
    RetryConfig config = RetryConfig.defaults();
    BackendUnavailableException busy =
        new BackendUnavailableException("busy", null, Duration.ofSeconds(9));

    assertThat(RetryInterceptor.waitNanos(config, 0, busy, 1)).isEqualTo(9_000_000_000L);
    assertThat(RetryInterceptor.waitNanos(config, 0, unreached, 1)).isEqualTo(1_000_000_000L);
    assertThat(RetryInterceptor.waitNanos(config, 0, unreached, 0)).isEqualTo(500_000_000L);
    assertThat(
            List.of(1, 2, 3, 99).stream()
                .map(n -> RetryInterceptor.waitNanos(config, n, unreached, 1) / 1_000_000_000)
                .toList())
        .containsExactly(2L, 4L, 5L, 5L);
  }

  @Tag("long")
  @Test
  void endsAPauseWhenTheCallerGivesUp() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    failFirst(100, new BackendUnavailableException("busy", null, Duration.ofSeconds(4)));
    CompletableFuture<ToolResult> call = call(gateway, "a.work");

    call.cancel(true);

    await().during(Duration.ofMillis(4_500)).until(() -> provider.called.size() == 1);
  }

  @Tag("long")
  @Test
  void cancelsTheRepetitionThatIsUnderWay() {
    Gateway gateway = start(GivenBackends.config().retry(QUICK));
    CompletableFuture<ToolResult> second = new CompletableFuture<>();
    AtomicInteger calls = new AtomicInteger();
    provider
        .backend("a")
        .answer(
            call ->
                calls.incrementAndGet() == 1 ? CompletableFuture.failedFuture(unreached) : second);
    CompletableFuture<ToolResult> call =
        gateway.callAsync(ToolCall.of("a.work", Map.of()).withTimeout(Duration.ofSeconds(4)));
    await().until(() -> calls.get() == 2);

    assertThatThrownBy(() -> join(call)).hasCauseInstanceOf(CallTimeoutException.class);
    assertThatThrownBy(second::join).hasCauseInstanceOf(CallTimeoutException.class);
  }

  @Test
  void takesATokenForEveryRepetitionAndTellsTheFailureBeforeARefusal() {
    Gateway gateway =
        start(GivenBackends.config().retry(QUICK).rateLimit(2, Duration.ofSeconds(60)));
    failFirst(100, unreached);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.called).hasSize(2);
  }

  @Test
  void holdsNoPermitDuringAPause() {
    Gateway gateway =
        start(
            GivenBackends.config()
                .maxConcurrentCalls(1)
                .retry(RetryConfig.defaults().initialDelay(Duration.ofSeconds(5))));
    failFirst(1, unreached);
    CompletableFuture<ToolResult> pausing = call(gateway, "a.work");

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("after 1");
    assertThat(pausing).isNotDone();
    pausing.cancel(true);
  }

  @Test
  void waitsForTheRestartOfABackendThatHasJustEnded() {
    Gateway gateway = start(GivenBackends.config().retry(RetryConfig.never()));
    provider.backend("a").say("again");
    CompletableFuture<Void> restarted = new CompletableFuture<>();
    provider.backend("a").start(() -> restarted);
    provider.last("a").context.listener().exited("it exited with code 3");

    CompletableFuture<ToolResult> call = call(gateway, "a.work");
    restarted.complete(null);

    assertThat(join(call).text()).isEqualTo("again");
  }

  @Tag("long")
  @Test
  void failsAtOnceWithStateAndReasonWhereABackendDoesNotStart() {
    // Twice as long is the backend stopped then, and the test looks at it.
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .health(health -> health.restartInitialBackoff(Duration.ofSeconds(3)))
            .backend("a", GivenBackends.config())
            .build();
    this.gateway = gateway;
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    provider
        .backend("a")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("x")));
    provider.last("a").context.listener().exited("it exited with code 3");
    await().until(() -> gateway.backends().get(0).state().label().equals("Stopped"));

    long before = System.nanoTime();
    assertThatThrownBy(() -> join(call(gateway, "a.work")))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("\"a\" is not available: it is Stopped (x); call again later");
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(5));
    assertThat(provider.called).isEmpty();
  }

  private void failFirst(int times, RuntimeException failure) {
    AtomicInteger calls = new AtomicInteger();
    provider
        .backend("a")
        .answer(
            call ->
                calls.getAndIncrement() < times
                    ? CompletableFuture.failedFuture(failure)
                    : CompletableFuture.completedFuture(ToolResult.text("after " + times)));
  }

  private Gateway start(BackendConfig config) {
    Gateway started = Gateway.builder().plugin(provider).backend("a", config).build();
    gateway = started;
    assertThat(started.awaitReady(Duration.ofSeconds(60))).isTrue();
    return started;
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool) {
    return gateway.callAsync(ToolCall.of(tool, Map.of()));
  }

  private static ToolResult join(CompletableFuture<ToolResult> call) {
    return Patience.join(call);
  }
}
