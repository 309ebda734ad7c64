package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartQueueTest {
  private final TestTransport provider = TestTransport.manual("scripted");
  private final List<Runnable> later = new ArrayList<>();

  @Test
  void startsAFewAtATimeAndSaysWhichWait() throws Exception {
    try (Gateway gateway = gateway(2, "a", "b", "c", "d", "e")) {
      TestBackend first = provider.next();
      TestBackend second = provider.next();
      assertThat(gateway.backends()).allMatch(it -> it.state() == BackendState.STARTING);
      assertThat(gateway.backends().stream().filter(StartQueueTest::waits)).hasSize(3);

      first.started.complete(null);

      TestBackend third = provider.next();
      await().until(() -> gateway.backends().stream().filter(StartQueueTest::waits).count() == 2);
      assertThat(provider.all()).containsExactly(first, second, third);
    }
  }

  @Test
  void startsFirstWhatACallWaitsFor() throws Exception {
    try (Gateway gateway = gateway(1, "a", "b", "c", "d", "e")) {
      TestBackend first = provider.next();
      List<String> waiting = waiting(gateway);

      var earlier = gateway.callAsync(ToolCall.of(waiting.get(3) + ".work", Map.of()));
      var later = gateway.callAsync(ToolCall.of(waiting.get(2) + ".work", Map.of()));
      first.started.complete(null);

      TestBackend called = provider.next();
      assertThat(called.context.name()).isEqualTo(waiting.get(2));
      called.started.complete(null);
      assertThat(provider.next().context.name()).isEqualTo(waiting.get(3));
      assertThat(List.of(earlier, later)).noneMatch(call -> call.isCompletedExceptionally());
    }
  }

  @Test
  void startsFirstWhatAProgramNames() throws Exception {
    try (Gateway gateway = gateway(1, "ant", "bee", "cat", "dog")) {
      TestBackend first = provider.next();
      String last = waiting(gateway).get(2);

      var run = gateway.runAsync(ChainRequest.of("return await " + last + ".work({})"));
      first.started.complete(null);

      assertThat(provider.next().context.name()).isEqualTo(last);
      assertThat(run).isNotDone();
    }
  }

  @Test
  void startsFirstWhatIsRegistered() throws Exception {
    try (Gateway gateway = gateway(1, "a", "b", "c", "d")) {
      TestBackend first = provider.next();

      var registered = gateway.registerAsync("new", BackendConfig.of("scripted"));
      first.started.complete(null);

      TestBackend next = provider.next();
      assertThat(next.context.name()).isEqualTo("new");
      next.started.complete(null);
      registered.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void countsTheTimeoutFromTheOwnStart() throws Exception {
    BackendConfig config = BackendConfig.of("scripted").startTimeout(Duration.ofMillis(700));
    try (Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .health(HealthConfig.defaults().maxConcurrentStarts(1))
            .backend("a", config)
            .backend("b", config)
            .build()) {
      TestBackend first = provider.next();

      TestBackend second = provider.next();

      await().until(() -> status(gateway, first).state() == BackendState.STOPPED);
      assertThat(status(gateway, second).state()).isEqualTo(BackendState.STARTING);
      second.started.complete(null);
      await().until(() -> status(gateway, second).available());
      assertThat(status(gateway, second).restarts()).isZero();
    }
  }

  @Test
  void doesNotLetJavaToolsWait() {
    try (Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .health(HealthConfig.defaults().maxConcurrentStarts(1))
            .backend("slow", BackendConfig.of("scripted"))
            .backend("java", BackendConfig.inProcess().tool("hi", "Hi.", "{}", args -> "hi"))
            .build()) {
      assertThat(gateway.call("java.hi", Map.of()).text()).isEqualTo("hi");
    }
  }

  @Test
  void removesOneThatWaits() throws Exception {
    try (Gateway gateway = gateway(1, "a", "b", "c")) {
      TestBackend first = provider.next();
      var registered = gateway.registerAsync("new", BackendConfig.of("scripted"));

      registered.cancel(true);
      first.started.complete(null);

      assertThat(provider.next().context.name()).isIn("a", "b", "c");
    }
  }

  @Test
  void letsTheNextBeginWhereOneTakesLong() {
    StartQueue queue = new StartQueue(1, (delay, work) -> later.add(work));
    List<Integer> begun = new ArrayList<>();
    StartQueue.Turn slow = queue.turn();
    slow.await(() -> begun.add(0), false);
    queue.turn().await(() -> begun.add(1), false);
    queue.turn().await(() -> begun.add(2), false);
    assertThat(begun).containsExactly(0);

    later.get(0).run();
    slow.end();

    assertThat(begun).as("a turn ends once").containsExactly(0, 1);
  }

  @Test
  void endsAnyNumberThatFailAtOnce() {
    StartQueue queue = new StartQueue(1, (delay, work) -> {});
    List<Integer> begun = new ArrayList<>();
    StartQueue.Turn first = queue.turn();
    first.await(() -> {}, false);
    for (int i = 0; i < 20_000; i++) {
      int number = i;
      StartQueue.Turn turn = queue.turn();
      turn.await(
          () -> {
            begun.add(number);
            turn.end();
          },
          false);
    }

    first.end();

    assertThat(begun).hasSize(20_000).isSorted();
  }

  @Test
  void keepsThoseThatAreKnownWaitingWhileItIsHeld() {
    StartQueue queue = new StartQueue(4, (delay, work) -> later.add(work));
    CompletableFuture<Void> urgent = new CompletableFuture<>();
    List<String> begun = new ArrayList<>();
    StartQueue.Turn called = queue.turn();

    queue.hold(urgent);
    queue.turn().await(() -> begun.add("known"), true);
    called.await(() -> begun.add("called"), true);
    queue.turn().await(() -> begun.add("unknown"), false);
    assertThat(begun).containsExactly("unknown");

    later.clear();
    called.want();
    List.copyOf(later).forEach(Runnable::run);
    assertThat(begun).containsExactly("unknown", "called");

    urgent.completeExceptionally(new IllegalStateException("no index"));
    assertThat(begun).containsExactly("unknown", "called", "known");
  }

  private Gateway gateway(int most, String... names) {
    var builder =
        Gateway.builder()
            .plugin(provider)
            .health(
                HealthConfig.defaults()
                    .maxConcurrentStarts(most)
                    .drainTimeout(Duration.ofMillis(1)));
    for (String name : names) {
      builder.backend(name, BackendConfig.of("scripted"));
    }
    return builder.build();
  }

  private static List<String> waiting(Gateway gateway) {
    return gateway.backends().stream()
        .filter(StartQueueTest::waits)
        .map(BackendStatus::name)
        .toList();
  }

  private static boolean waits(BackendStatus status) {
    return status.reason().orElse("").equals("it starts as soon as others have started");
  }

  private static BackendStatus status(Gateway gateway, TestBackend backend) {
    return gateway.backends().stream()
        .filter(it -> it.name().equals(backend.context.name()))
        .findFirst()
        .orElseThrow();
  }
}
