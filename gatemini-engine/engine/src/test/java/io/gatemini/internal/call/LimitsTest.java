package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Permits and rates as a caller meets them; the names follow part 10 of the specification. */
class LimitsTest {
  private final TestTransport provider = GivenBackends.transport();
  private final ConcurrentLinkedQueue<CompletableFuture<ToolResult>> open =
      new ConcurrentLinkedQueue<>();
  private @Nullable Gateway gateway;

  @AfterEach
  void close() {
    // Closing waits for calls under way.
    open.forEach(call -> call.complete(ToolResult.text("late")));
    if (gateway != null) {
      gateway.close();
    }
  }

  @Test
  void answersTwentyConcurrentCallsWithoutCrossTalk() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(4)));
    ExecutorService threads = Executors.newCachedThreadPool();
    provider
        .backend("a")
        .answer(
            call ->
                CompletableFuture.supplyAsync(
                    () -> ToolResult.text(call.arguments().tree().path("n").asText()), threads));

    List<CompletableFuture<ToolResult>> calls =
        IntStream.range(0, 20).mapToObj(i -> call(gateway, "a.work", Map.of("n", i))).toList();

    for (int i = 0; i < 20; i++) {
      assertThat(join(calls.get(i)).text()).isEqualTo(String.valueOf(i));
    }
    threads.shutdown();
  }

  @Test
  void keepsBackendsApart() {
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackends.config().maxConcurrentCalls(1),
                "b", GivenBackends.config().maxConcurrentCalls(1),
                "c", GivenBackends.config(),
                "d", GivenBackends.config().maxConcurrentCalls(10),
                "e", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").answer(this::later);
    List.of("b", "c", "d", "e").forEach(name -> provider.backend(name).say(name));

    List<CompletableFuture<ToolResult>> hanging =
        IntStream.range(0, 10).mapToObj(i -> call(gateway, "a.work")).toList();

    for (String name : List.of("b", "c", "d", "e")) {
      for (int i = 0; i < 10; i++) {
        assertThat(join(call(gateway, name + ".work")).text()).isEqualTo(name);
      }
    }
    assertThat(hanging).noneMatch(CompletableFuture::isDone);
    // Or the end of the gateway waits ten seconds for those that follow the first.
    hanging.forEach(call -> call.cancel(true));
  }

  @Test
  void neverLetsMoreThanThreeOfThirtyCallsRun() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(3)));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    provider
        .backend("a")
        .answer(
            call ->
                CompletableFuture.supplyAsync(
                    () -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      Thread.onSpinWait();
                      running.decrementAndGet();
                      return ToolResult.text("done");
                    },
                    threads));

    List<CompletableFuture<ToolResult>> calls =
        IntStream.range(0, 30).mapToObj(i -> call(gateway, "a.work")).toList();

    calls.forEach(call -> assertThat(join(call).text()).isEqualTo("done"));
    assertThat(most).hasValueLessThanOrEqualTo(3);
    threads.shutdown();
  }

  @Test
  void delaysASessionByOneCallOfAnotherThatHasHundreds() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(10)));
    provider.backend("a").answer(this::later);
    for (int i = 0; i < 300; i++) {
      open("greedy", gateway);
    }

    CompletableFuture<ToolResult> first = open("modest", gateway);
    open.remove().complete(ToolResult.text("of the greedy one"));
    CompletableFuture<ToolResult> running = last();
    running.complete(ToolResult.text("one end later"));

    assertThat(join(first).text()).isEqualTo("one end later");
    // A second one follows the turn of the other session.
    CompletableFuture<ToolResult> second = open("modest", gateway);
    open.remove().complete(ToolResult.text("of the greedy one"));
    last().complete(ToolResult.text("two ends later"));
    assertThat(join(second).text()).isEqualTo("two ends later");
  }

  @Test
  void leavesAPermitForOthersWhateverAnAuthenticatedClientCalls() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(3)));
    provider.backend("a").answer(this::later);
    for (int i = 0; i < 10; i++) {
      open(Session.of("session " + i).withPrincipal("greedy"), gateway);
    }
    assertThat(open).hasSize(2);

    CompletableFuture<ToolResult> modest =
        open(Session.of("other").withPrincipal("modest"), gateway);

    assertThat(open).hasSize(3);
    last().complete(ToolResult.text("at once"));
    assertThat(join(modest).text()).isEqualTo("at once");
    // Its place is another client's alone.
    assertThat(open).hasSize(3);
    open.remove().complete(ToolResult.text("of the greedy one"));
    assertThat(open).hasSize(3);
  }

  @Test
  void letsTheOnlyPermitGoRoundBetweenClientsNotSessions() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").answer(this::later);
    List<CompletableFuture<ToolResult>> greedy =
        IntStream.range(0, 10)
            .mapToObj(i -> open(Session.of("session " + i).withPrincipal("greedy"), gateway))
            .toList();
    List<CompletableFuture<ToolResult>> modest =
        IntStream.range(0, 2)
            .mapToObj(i -> open(Session.of("other").withPrincipal("modest"), gateway))
            .toList();

    for (int i = 0; i < 4; i++) {
      last().complete(ToolResult.text("call " + i));
    }

    assertThat(join(modest.get(0)).text()).isEqualTo("call 1");
    assertThat(join(modest.get(1)).text()).isEqualTo("call 3");
    greedy.forEach(call -> call.cancel(true)); // the end of the gateway waits for them
  }

  private CompletableFuture<ToolResult> open(String session, Gateway gateway) {
    return open(Session.of(session), gateway);
  }

  private static CompletableFuture<ToolResult> open(Session session, Gateway gateway) {
    return gateway.callAsync(ToolCall.of("a.work", Map.of()).withContext(CallContext.of(session)));
  }

  /** The call that began last. */
  private CompletableFuture<ToolResult> last() {
    return new ArrayList<>(open).get(open.size() - 1);
  }

  @Test
  void letsAnyNumberRunWhereThePermitsAreZero() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(0)));
    provider.backend("a").answer(this::later);

    IntStream.range(0, 500).forEach(i -> call(gateway, "a.work"));

    assertThat(open).hasSize(500);
  }

  @Test
  void givesThePermitBackAfterErrorTimeoutAndCancellation() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").fail(BackendCallException.answered("broken"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("broken");

    provider.backend("a").answer(this::later);
    CompletableFuture<ToolResult> slow =
        gateway.callAsync(ToolCall.of("a.work", Map.of()).withTimeout(Duration.ofMillis(30)));
    assertThatThrownBy(() -> join(slow)).hasCauseInstanceOf(CallTimeoutException.class);
    await().until(() -> open.element().isCompletedExceptionally());
    open.remove();

    CompletableFuture<ToolResult> unwanted = call(gateway, "a.work");
    unwanted.cancel(true);
    assertThat(open.remove()).isCancelled();

    CompletableFuture<ToolResult> last = call(gateway, "a.work");
    open.remove().complete(ToolResult.text("served"));
    assertThat(join(last).text()).isEqualTo("served");
  }

  @Test
  void givesThePermitBackThoughTheBackendIgnoresThatItsCallWasGivenUp() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").answer(call -> new Stubborn());
    call(gateway, "a.work").cancel(true);

    provider.backend("a").say("served");

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("served");
  }

  private static final class Stubborn extends CompletableFuture<ToolResult> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }

    @Override
    public boolean completeExceptionally(Throwable problem) {
      return false;
    }
  }

  @Test
  void tellsOfThePermitsWhereTheTurnDoesNotCome() {
    Gateway gateway =
        start(
            Map.of(
                "a",
                GivenBackends.config()
                    .maxConcurrentCalls(2)
                    .semaphoreTimeout(Duration.ofMillis(50))));
    provider.backend("a").answer(this::later);

    List<CompletableFuture<ToolResult>> calls =
        IntStream.range(0, 4).mapToObj(i -> call(gateway, "a.work")).toList();

    for (CompletableFuture<ToolResult> late : calls.subList(2, 4)) {
      assertThatThrownBy(() -> join(late))
          .hasCauseInstanceOf(CallRefusedException.class)
          .hasMessageContaining("max concurrent calls, 2,")
          .hasMessageContaining("raise max_concurrent_calls")
          .hasMessageMatching("(?s).*for the \\d+ ms this call waited.*");
    }
    open.forEach(call -> call.complete(ToolResult.text("ok")));
    assertThat(join(calls.get(0)).text()).isEqualTo("ok");
  }

  @Tag("long")
  @Test
  void tellsOfThePermitsAlsoWhereTheCallsOwnDeadlineComesFirst() {
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackends.config().maxConcurrentCalls(1).timeout(Duration.ofSeconds(4))));
    provider.backend("a").answer(this::later);
    CompletableFuture<ToolResult> first = call(gateway, "a.work");
    CompletableFuture<ToolResult> second =
        gateway.callAsync(ToolCall.of("a.work", Map.of()).withTimeout(Duration.ofMillis(20)));

    assertThatThrownBy(() -> join(second)).hasMessageContaining("max_concurrent_calls");
    assertThatThrownBy(() -> join(first)).hasCauseInstanceOf(CallTimeoutException.class);
  }

  @Test
  void freesThePlaceOfAWaiterWhoGivesUp() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").answer(this::later);
    call(gateway, "a.work");
    CompletableFuture<ToolResult> unwanted = call(gateway, "a.work");
    CompletableFuture<ToolResult> waiting = call(gateway, "a.work");
    unwanted.cancel(true);

    open.remove().complete(ToolResult.text("first"));
    open.remove().complete(ToolResult.text("third"));

    assertThat(join(waiting).text()).isEqualTo("third");
    assertThat(open).isEmpty();
  }

  @Test
  void givesThePermitBackBeforeTheCallerHears() {
    Gateway gateway = start(Map.of("a", GivenBackends.config().maxConcurrentCalls(1)));
    provider.backend("a").answer(this::later);
    CompletableFuture<ToolResult> first = call(gateway, "a.work");
    CompletableFuture<String> chained =
        first.thenApply(
            answer -> {
              provider.backend("a").say("second");
              return join(call(gateway, "a.work")).text();
            });

    open.remove().complete(ToolResult.text("first"));

    assertThat(chained).isCompletedWithValue("second");
  }

  @Test
  void failsWhoWaitsForARemovedBackend() {
    Gateway gateway = start(Map.of());
    gateway.register("a", GivenBackends.config().maxConcurrentCalls(1));
    provider.backend("a").answer(this::later);
    call(gateway, "a.work");
    CompletableFuture<ToolResult> waiting = call(gateway, "a.work");

    gateway.deregister("a");
    open.remove().completeExceptionally(new BackendCallException("it was stopped"));

    assertThatThrownBy(() -> join(waiting)).hasCauseInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void refusesAtOnceWhatIsBeyondTheRate() {
    Gateway gateway =
        start(Map.of("a", GivenBackends.config().rateLimit(2, Duration.ofSeconds(60))));
    provider.backend("a").say("ok");

    join(call(gateway, "a.work"));
    join(call(gateway, "a.look"));

    assertThatThrownBy(() -> join(call(gateway, "a.work")))
        .hasCauseInstanceOf(CallRefusedException.class)
        .hasMessageContaining("rate_limit")
        .hasMessageContaining("2 calls in 60 s")
        .hasMessageMatching("(?s).*call again in (30\\.0|2\\d\\.\\d) s.*");
    assertThat(provider.called).hasSize(2);
  }

  @Tag("long")
  @Test
  void servesAgainWhenTheBucketHasRefilled() {
    Gateway gateway =
        start(Map.of("a", GivenBackends.config().rateLimit(1, Duration.ofSeconds(4))));
    provider.backend("a").say("ok");
    join(call(gateway, "a.work"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("rate_limit");

    await().ignoreExceptions().until(() -> join(call(gateway, "a.work")).text().equals("ok"));
  }

  @Test
  void countsWhatNeverReachedTheBackendWithoutALatency() {
    Gateway gateway =
        start(Map.of("a", GivenBackends.config().rateLimit(1, Duration.ofSeconds(60))));
    provider.backend("a").say("ok");
    join(call(gateway, "a.work"));

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("rate_limit");

    ToolStats stats =
        gateway.stats().tools().stream().filter(s -> s.tool().equals("a.work")).findFirst().get();
    assertThat(stats.calls()).isEqualTo(2);
    assertThat(stats.errors()).isEqualTo(1);
    assertThat(gateway.stats().backends().get(0).latency().calls()).isEqualTo(1);
  }

  private CompletableFuture<ToolResult> later(BackendCall call) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    open.add(answer);
    return answer;
  }

  private Gateway start(Map<String, BackendConfig> backends) {
    var builder = Gateway.builder().plugin(provider);
    backends.forEach(builder::backend);
    Gateway started = builder.build();
    gateway = started;
    assertThat(started.awaitReady(Duration.ofSeconds(60))).isTrue();
    return started;
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool) {
    return call(gateway, tool, Map.of());
  }

  private static CompletableFuture<ToolResult> call(
      Gateway gateway, String tool, Map<String, ?> arguments) {
    return gateway.callAsync(ToolCall.of(tool, arguments));
  }

  private static ToolResult join(CompletableFuture<ToolResult> call) {
    return Patience.join(call);
  }
}
