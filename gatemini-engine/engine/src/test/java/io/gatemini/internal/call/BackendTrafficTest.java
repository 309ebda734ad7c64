package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.RetryConfig;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestTransport;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many calls while backends come, go and are replaced; the cases of part 10 of the specification.
 */
@Tag("long")
class BackendTrafficTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final TestTransport provider = GivenBackends.transport();

  /** Not the common pool, which has one thread on a small machine. */
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private @Nullable Gateway gateway;

  @AfterEach
  void close() {
    if (gateway != null) {
      gateway.close();
    }
    threads.shutdownNow();
  }

  @Test
  void answersTenCallsOfEachOfFiveBackendsWithItsOwnAnswers() {
    List<String> names = List.of("a", "b", "c", "d", "e");
    Gateway gateway = start();
    for (String name : names) {
      gateway.register(name, GivenBackends.config().maxConcurrentCalls(3));
      provider.backend(name).answer(call -> later(() -> echo(name, call)));
    }

    List<CompletableFuture<String>> calls =
        IntStream.range(0, 50)
            .mapToObj(i -> call(gateway, names.get(i % 5) + ".work", i))
            .map(call -> call.thenApply(ToolResult::text))
            .toList();

    for (int i = 0; i < 50; i++) {
      assertThat(join(calls.get(i))).isEqualTo(names.get(i % 5) + i);
    }
  }

  @Test
  void letsRunningCallsFinishAndRefusesNewOnesWhenABackendGoesDown() {
    // Twice as long is the backend stopped then, and the test looks at it.
    Gateway gateway = start(Duration.ofSeconds(3));
    gateway.register("a", GivenBackends.config());
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    provider.backend("a").answer(call -> answer);
    CompletableFuture<ToolResult> running = call(gateway, "a.work", 1);
    provider
        .backend("a")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("x")));

    context("a").listener().exited("it exited with code 3");
    await().atMost(SOON).until(() -> status(gateway, "a").state() == BackendState.STOPPED);

    assertThatThrownBy(() -> join(call(gateway, "a.work", 2)))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("it is Stopped");
    assertThat(running).isNotDone();
    answer.complete(ToolResult.text("finished"));
    assertThat(join(running).text()).isEqualTo("finished");
    assertThat(provider.called).hasSize(1);
  }

  @Test
  void answersEveryCallThoughTheBackendIsStartedAgainInBetween() throws Exception {
    Gateway gateway = start();
    gateway.register("a", GivenBackends.config().maxConcurrentCalls(4));
    provider.backend("a").answer(call -> later(() -> echo("a", call)));
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Integer>> callers =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> callUntil(over, gateway), threads))
            .toList();

    for (int restarts = 1; restarts <= 10; restarts++) {
      int expected = restarts;
      context("a").listener().exited("it exited with code 3");
      await()
          .atMost(SOON)
          .until(
              () ->
                  status(gateway, "a").available() && status(gateway, "a").restarts() == expected);
    }
    over.set(true);

    for (CompletableFuture<Integer> caller : callers) {
      assertThat(caller.get(60, TimeUnit.SECONDS)).isPositive();
    }
  }

  @Test
  void leavesACallThatWaitedForTheStartTheTimeOfItsBackend() {
    Duration backends = Duration.ofMinutes(10);
    Duration longer = Duration.ofMinutes(20);
    Duration shorter = Duration.ofMinutes(5);
    ConcurrentHashMap<String, Long> deadlines = new ConcurrentHashMap<>();
    CompletableFuture<Void> start = new CompletableFuture<>();
    provider.backend("a").start(() -> start);
    provider
        .backend("a")
        .answer(
            call -> {
              deadlines.put(call.tool(), call.context().deadlineNanos());
              return CompletableFuture.completedFuture(ToolResult.text("from a"));
            });
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .backend("a", GivenBackends.config().timeout(backends))
            .build();
    this.gateway = gateway;

    List<CompletableFuture<ToolResult>> calls =
        List.of(
            gateway.callAsync(ToolCall.of("a.work", Map.of()).withTimeout(longer)),
            gateway.callAsync(ToolCall.of("a.look", Map.of()).withTimeout(shorter)),
            gateway.callAsync(ToolCall.of("a.put", Map.of())));
    long arrived = System.nanoTime();
    start.complete(null);

    calls.forEach(call -> assertThat(join(call).text()).isEqualTo("from a"));
    assertThat(Objects.requireNonNull(deadlines.get("work")) - arrived)
        .isBetween(backends.toNanos(), longer.toNanos());
    assertThat(Objects.requireNonNull(deadlines.get("look")) - arrived)
        .isLessThanOrEqualTo(shorter.toNanos());
    assertThat(Objects.requireNonNull(deadlines.get("put")) - arrived)
        .isLessThanOrEqualTo(backends.toNanos());
  }

  /** Each call is answered with its own answer. */
  private static int callUntil(AtomicBoolean over, Gateway gateway) {
    int answered = 0;
    while (!over.get() || answered == 0) {
      assertThat(join(call(gateway, "a.work", answered)).text()).isEqualTo("a" + answered);
      answered++;
    }
    return answered;
  }

  @Test
  void isReplacedUnderLoadWithoutACrossedOrLostAnswer() throws Exception {
    Gateway gateway = start();
    gateway.register("a", GivenBackends.config().maxConcurrentCalls(2));
    provider.backend("a").answer(call -> later(() -> echo("a", call)));
    AtomicBoolean over = new AtomicBoolean();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Integer>> callers =
        IntStream.range(0, 4)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> tryUntil(over, gateway, wrong), threads))
            .toList();

    for (int i = 0; i < 20; i++) {
      gateway.deregister("a");
      gateway.register("a", GivenBackends.config().maxConcurrentCalls(2));
    }
    over.set(true);

    for (CompletableFuture<Integer> caller : callers) {
      assertThat(caller.get(60, TimeUnit.SECONDS)).isPositive();
    }
    assertThat(wrong).isEmpty();
  }

  /** Each call is answered with its own answer, or fails in words; at least one is answered. */
  private static int tryUntil(AtomicBoolean over, Gateway gateway, Queue<String> wrong) {
    int answered = 0;
    for (int i = 0; !over.get() || answered == 0; i++) {
      try {
        String text = join(call(gateway, "a.work", i)).text();
        answered++;
        if (!text.equals("a" + i)) {
          wrong.add(i + " was answered " + text);
        }
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof GatewayException)) {
          wrong.add(i + " failed with " + e.getCause());
        }
      }
    }
    return answered;
  }

  @Test
  void showsTheSameToolsToAllWhoLookAtOnce() throws Exception {
    Gateway gateway = start();
    List.of("a", "b", "c").forEach(name -> gateway.register(name, GivenBackends.config()));
    CountDownLatch go = new CountDownLatch(1);

    List<CompletableFuture<List<String>>> looks =
        IntStream.range(0, 20)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> names(go, gateway), threads))
            .toList();
    go.countDown();

    List<String> expected =
        List.of(
            "a.look", "a.put", "a.work", "b.look", "b.put", "b.work", "c.look", "c.put", "c.work");
    for (CompletableFuture<List<String>> look : looks) {
      assertThat(look.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
    }
  }

  private static List<String> names(CountDownLatch go, Gateway gateway) {
    Patience.await(go);
    return gateway.catalog().tools().stream().map(ToolDescriptor::key).sorted().toList();
  }

  @Test
  void leavesNothingOfABackendThatIsRemoved() throws Exception {
    Gateway gateway = start();
    gateway.register("b", GivenBackends.config());
    provider.backend("a").say("ok");
    provider.backend("b").say("from b");
    WeakReference<Object> removed = useAndRemove(gateway);

    assertThat(gateway.catalog().tools("a")).isEmpty();
    assertThat(gateway.backends()).extracting(BackendStatus::name).containsExactly("b");
    assertThatThrownBy(() -> join(call(gateway, "a.work", 0)))
        .hasCauseInstanceOf(UnknownToolException.class);
    await()
        .atMost(SOON)
        .until(
            () -> {
              System.gc();
              return removed.get() == null;
            });
  }

  /** Uses up its token, leaves its permit taken, and changes its tools. */
  private WeakReference<Object> useAndRemove(Gateway gateway) {
    gateway.register("a", limited());
    assertThat(join(call(gateway, "a.work", 0)).text()).isEqualTo("ok");
    assertThatThrownBy(() -> join(call(gateway, "a.work", 0))).hasMessageContaining("rate_limit");
    BackendContext context = context("a");
    provider.forget("a");
    gateway.deregister("a");
    return new WeakReference<>(context.listener());
  }

  @Test
  void beginsAnewWhereTheLimitsWereUsedUp() {
    Gateway gateway = start();
    gateway.register("a", limited());
    CompletableFuture<ToolResult> open = new CompletableFuture<>();
    provider.backend("a").answer(call -> open);
    CompletableFuture<ToolResult> first = call(gateway, "a.work", 0);
    CompletableFuture<ToolResult> second = call(gateway, "a.work", 1);
    assertThatThrownBy(() -> join(second)).hasMessageContaining("rate_limit");

    gateway.deregister("a");
    gateway.register("a", limited());
    provider.backend("a").say("fresh");

    assertThat(join(call(gateway, "a.work", 2)).text()).isEqualTo("fresh");
    open.complete(ToolResult.text("late"));
    assertThat(first.handle((answer, failure) -> true)).succeedsWithin(SOON);
  }

  private static BackendConfig limited() {
    return GivenBackends.config()
        .maxConcurrentCalls(1)
        .rateLimit(1, Duration.ofMinutes(10))
        .retry(RetryConfig.never())
        .fallbackChain("nobody");
  }

  private static ToolResult echo(String name, BackendCall call) {
    return ToolResult.text(name + call.arguments().tree().path("n").asText());
  }

  private CompletableFuture<ToolResult> later(Supplier<ToolResult> answer) {
    return CompletableFuture.supplyAsync(answer, threads);
  }

  private BackendContext context(String backend) {
    return provider.last(backend).context;
  }

  private Gateway start() {
    return start(Duration.ofMillis(1));
  }

  private Gateway start(Duration restartBackoff) {
    Gateway started =
        Gateway.builder()
            .plugin(provider)
            .health(health -> health.maxRestarts(100).restartInitialBackoff(restartBackoff))
            .build();
    gateway = started;
    return started;
  }

  private static BackendStatus status(Gateway gateway, String name) {
    return gateway.backends().stream().filter(it -> it.name().equals(name)).findFirst().get();
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool, int n) {
    return gateway.callAsync(ToolCall.of(tool, Map.of("n", n)));
  }

  private static <T> T join(CompletableFuture<T> call) {
    return Patience.join(call);
  }
}
