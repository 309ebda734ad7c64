package io.gatemini.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendConfig;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ConfigException;
import io.gatemini.Gateway;
import io.gatemini.HealthConfig;
import io.gatemini.InstanceMode;
import io.gatemini.PoolConfig;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.internal.lifecycle.InstancePool.Counts;
import io.gatemini.internal.lifecycle.StatefulBackends.Instance;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class DedicatedInstancesTest {
  private static final Session ANN = Session.of("ann");
  private static final Session BOB = Session.of("bob");
  private static final Session CLEO = Session.of("cleo");

  private final StatefulBackends backends = new StatefulBackends();
  private PoolContext context = new PoolContext(BackendConfig.of("stateful"));
  private DedicatedInstances pool = DedicatedInstances.over(backends, context, patience());

  @AfterEach
  void stop() throws Exception {
    pool.stop().toCompletableFuture().get(10, TimeUnit.SECONDS);
    context.close();
    assertThat(backends.alive).hasValue(0);
  }

  private static HealthConfig patience() {
    return HealthConfig.builder().timeout(Duration.ofMillis(50)).failureThreshold(2).build();
  }

  /** No refill, unless a test asks for it. */
  private static PoolConfig limits(int minIdle, int maxInstances) {
    return PoolConfig.defaults()
        .withInstances(minIdle, maxInstances)
        .withReplenishDelay(Duration.ofMinutes(5));
  }

  private void start(PoolConfig limits) throws Exception {
    create(BackendConfig.of("stateful").pool(limits));
    pool.start().toCompletableFuture().get(10, TimeUnit.SECONDS);
    listing();
  }

  private void create(BackendConfig config) {
    context.close();
    context = new PoolContext(config);
    pool = DedicatedInstances.over(backends, context, patience());
  }

  private List<BackendTool> listing() throws Exception {
    return pool.listTools().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private CompletableFuture<ToolResult> call(Session session, String tool) {
    return pool.call(new BackendCall(tool, RawJson.emptyObject(), session, ProgressListener.none()))
        .toCompletableFuture();
  }

  private String count(Session session) throws Exception {
    return call(session, "count").get(10, TimeUnit.SECONDS).text();
  }

  private Instance instanceOf(Session session) throws Exception {
    String answer = count(session);
    return backends.created.get(Integer.parseInt(answer.substring(0, answer.indexOf(':'))));
  }

  private void awaitCounts(Counts expected) {
    await().atMost(Duration.ofSeconds(10)).until(pool::counts, expected::equals);
  }

  @Test
  void takesAsLongToStopAsItsInstances() throws Exception {
    start(limits(1, 2));

    assertThat(pool.stopTimeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void givesASessionTheIdleInstance() throws Exception {
    start(limits(1, 5));

    String answer = count(ANN);

    assertThat(answer).isEqualTo("0:1");
    assertThat(backends.created).hasSize(1);
  }

  @Test
  void keepsTheStateOfASessionToItself() throws Exception {
    start(limits(1, 5));

    List<String> answers = List.of(count(ANN), count(BOB), count(ANN), count(BOB), count(ANN));

    assertThat(answers).containsExactly("0:1", "1:1", "0:2", "1:2", "0:3");
  }

  @Test
  void returnsTheFutureOfTheInstanceItself() throws Exception {
    start(limits(1, 5));
    Instance instance = instanceOf(ANN);

    CompletableFuture<ToolResult> call = call(ANN, "hold");

    assertThat(instance.open).containsExactly(call);
  }

  @Test
  void stopsTheInstanceWhenItsSessionEnds() throws Exception {
    start(limits(0, 1));
    Instance first = instanceOf(ANN);
    CompletableFuture<ToolResult> open = call(ANN, "hold");

    pool.sessionEnded(ANN);

    assertThatThrownBy(open::join).hasCauseInstanceOf(BackendCallException.class);
    await().untilAsserted(() -> assertThat(backends.alive).hasValue(0));
    assertThat(count(ANN)).isEqualTo((first.number + 1) + ":1");
  }

  @Test
  void givesUpWhenNoInstanceBecomesFree() throws Exception {
    start(limits(0, 1).withAcquireTimeout(Duration.ofMillis(50)));
    assertThat(count(ANN)).endsWith(":1");

    CompletableFuture<ToolResult> late = call(BOB, "count");

    assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("pool exhausted: all 1 instances of backend \"shell\"")
        .hasMessageContaining("within 50 ms (pool.acquire_timeout)")
        .hasMessageContaining("raise pool.max_instances");
    assertThat(pool.counts().waiting()).isZero();
  }

  @Test
  void givesUpAtTheDeadlineOfTheCall() throws Exception {
    start(limits(0, 1));
    assertThat(count(ANN)).endsWith(":1");

    CompletableFuture<ToolResult> late =
        pool.call(
                new BackendCall(
                    "count",
                    RawJson.emptyObject(),
                    BOB,
                    ProgressListener.none(),
                    List.of(),
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30)))
            .toCompletableFuture();

    assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void wakesWhoWaitsAsSoonAsASessionEnds() throws Exception {
    start(limits(1, 1));
    assertThat(count(ANN)).endsWith(":1");
    CompletableFuture<ToolResult> bob = call(BOB, "count");
    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    pool.sessionEnded(ANN);

    assertThat(bob.get(10, TimeUnit.SECONDS).text()).isEqualTo("1:1");
    assertThat(cleo).isNotDone();
    pool.sessionEnded(BOB);
    assertThat(cleo.get(10, TimeUnit.SECONDS).text()).isEqualTo("2:1");
  }

  @Test
  void freesAPlaceOnlyWhenItsInstanceIsGone() throws Exception {
    start(limits(0, 1));
    assertThat(count(ANN)).endsWith(":1");
    backends.stop = new CompletableFuture<>();
    CompletableFuture<ToolResult> bob = call(BOB, "count");

    pool.sessionEnded(ANN);
    awaitCounts(new Counts(0, 0, 0, 1, 1));
    int before = backends.alive.get();
    backends.stop.complete(null);

    assertThat(before).isEqualTo(1);
    assertThat(bob.get(10, TimeUnit.SECONDS).text()).endsWith(":1");
    assertThat(backends.mostAlive).hasValue(1);
  }

  @Test
  void countsPrewarmedInstancesAsTaken() throws Exception {
    start(limits(2, 2).withAcquireTimeout(Duration.ofMillis(50)));
    awaitCounts(new Counts(2, 0, 0, 0, 0));

    List<String> answers = List.of(count(ANN), count(BOB));
    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    assertThat(answers).containsExactlyInAnyOrder("0:1", "1:1");
    assertThatThrownBy(() -> cleo.get(10, TimeUnit.SECONDS)).hasMessageContaining("exhausted");
    assertThat(backends.created).hasSize(2);
    assertThat(pool.instances()).isEqualTo(2);
  }

  @Test
  void makesUpIdleInstancesAfterAPause() throws Exception {
    start(limits(1, 5).withReplenishDelay(Duration.ofMillis(100)));

    assertThat(count(ANN)).isEqualTo("0:1");

    assertThat(backends.created).hasSize(1);
    awaitCounts(new Counts(1, 1, 0, 0, 0));
    pool.sessionEnded(ANN);
    awaitCounts(new Counts(1, 0, 0, 0, 0));
  }

  @Test
  void stopsTheInstanceThatOnlyListedWhereNoneShallBeIdle() throws Exception {
    start(limits(0, 5));

    awaitCounts(new Counts(0, 0, 0, 0, 0));
    assertThat(backends.alive).hasValue(0);
    assertThat(listing()).extracting(BackendTool::name).containsExactly("count", "hold");
    assertThat(backends.created).hasSize(1);
  }

  @Test
  void givesBothFirstCallsOfASessionTheSameInstance() throws Exception {
    start(limits(0, 5));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();
    CompletableFuture<ToolResult> one = call(ANN, "count");
    CompletableFuture<ToolResult> two = call(ANN, "count");

    backends.start.complete(null);

    assertThat(one.get(10, TimeUnit.SECONDS).text()).isEqualTo("1:1");
    assertThat(two.get(10, TimeUnit.SECONDS).text()).isEqualTo("1:2");
    assertThat(backends.created).hasSize(2);
    assertThat(backends.alive).hasValue(1);
  }

  @Test
  void leavesNothingOfASessionThatEndsWhileItsInstanceStarts() throws Exception {
    start(limits(0, 1));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();
    CompletableFuture<ToolResult> call = call(ANN, "count");

    pool.sessionEnded(ANN);

    assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("session has ended");
    backends.start.complete(null);
    assertThat(count(BOB)).endsWith(":1");
    assertThat(pool.counts()).isEqualTo(new Counts(0, 1, 0, 0, 0));
  }

  @Test
  void stopsWhatIsStillStarting() throws Exception {
    start(limits(0, 3));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();
    CompletableFuture<ToolResult> call = call(ANN, "count");
    await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));

    pool.stop().toCompletableFuture().get(10, TimeUnit.SECONDS);
    backends.start.complete(null);

    assertThatThrownBy(call::join).hasCauseInstanceOf(BackendUnavailableException.class);
    assertThat(backends.alive).hasValue(0);
    assertThatThrownBy(() -> count(BOB)).hasMessageContaining("stopped");
  }

  @Test
  void endsAllInstancesAndAllWaitingWhenItStops() throws Exception {
    start(limits(2, 2));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    assertThat(count(ANN)).endsWith(":1");
    CompletableFuture<ToolResult> open = call(ANN, "hold");
    assertThat(count(BOB)).endsWith(":1");
    CompletableFuture<ToolResult> waiting = call(CLEO, "count");

    pool.stop().toCompletableFuture().get(10, TimeUnit.SECONDS);

    assertThat(backends.alive).hasValue(0);
    assertThatThrownBy(open::join).hasCauseInstanceOf(BackendCallException.class);
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(BackendUnavailableException.class);
    assertThat(context.exits).isEmpty();
  }

  @Test
  void givesUpTheWaitingOfACallThatIsCancelled() throws Exception {
    start(limits(0, 1));
    assertThat(count(ANN)).endsWith(":1");
    CompletableFuture<ToolResult> bob = call(BOB, "count");
    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    bob.cancel(true);
    pool.sessionEnded(ANN);

    assertThat(cleo.get(10, TimeUnit.SECONDS).text()).endsWith(":1");
    assertThat(pool.counts()).isEqualTo(new Counts(0, 1, 0, 0, 0));
    await().until(() -> context.timers() == 0);
  }

  @Test
  void cancelsACallThatWaitedForItsInstance() throws Exception {
    start(limits(0, 1));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    CompletableFuture<ToolResult> call = call(ANN, "hold");
    await().until(() -> backends.last().open.size() == 1);
    CompletableFuture<ToolResult> inside = backends.last().open.iterator().next();

    call.completeExceptionally(new CallTimeoutException("too slow"));

    assertThatThrownBy(inside::join).hasCauseInstanceOf(CallTimeoutException.class);
  }

  @Test
  void disturbsOnlyTheSessionOfAnInstanceThatEnds() throws Exception {
    start(limits(2, 5));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance first = instanceOf(ANN);
    Instance second = instanceOf(BOB);

    first.exit();

    assertThat(count(ANN)).isEqualTo("2:1");
    assertThat(count(BOB)).isEqualTo(second.number + ":2");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void replacesAnIdleInstanceThatEnds() throws Exception {
    start(limits(1, 1).withReplenishDelay(Duration.ofMillis(20)));

    backends.last().exit();

    await().until(() -> backends.created.size() == 2);
    awaitCounts(new Counts(1, 0, 0, 0, 0));
    assertThat(context.exits).isEmpty();
  }

  @Test
  void failsToStartWhenTheFirstInstanceDoes() {
    create(BackendConfig.of("stateful").pool(limits(3, 5)));
    backends.start =
        CompletableFuture.failedFuture(new BackendUnavailableException("it has no database"));

    CompletableFuture<Void> start = pool.start().toCompletableFuture();

    assertThatThrownBy(() -> start.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("it has no database");
    assertThat(backends.created).hasSize(1);
    await().untilAsserted(() -> assertThat(backends.alive).hasValue(0));
    assertThat(context.exits).isEmpty();
  }

  @Test
  void leavesNothingWhenItsStartIsGivenUp() {
    create(BackendConfig.of("stateful").pool(limits(1, 5)));
    backends.start = new CompletableFuture<>();
    CompletableFuture<Void> start = pool.start().toCompletableFuture();
    await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));

    start.cancel(true);

    await().untilAsserted(() -> assertThat(backends.alive).hasValue(0));
  }

  @Test
  void failsOnlyTheCallWhoseInstanceDoesNotStart() throws Exception {
    start(limits(0, 5));
    assertThat(count(ANN)).endsWith(":1");
    backends.start =
        CompletableFuture.failedFuture(new BackendUnavailableException("out of licences"));

    assertThatThrownBy(() -> count(BOB)).hasMessageContaining("out of licences");
    backends.start = CompletableFuture.completedFuture(null);

    assertThat(count(BOB)).endsWith(":1");
    assertThat(count(ANN)).endsWith(":2");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void endsAsAWholeWhenNothingRunsAndNothingStarts() throws Exception {
    start(limits(0, 5));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start =
        CompletableFuture.failedFuture(new BackendUnavailableException("out of licences"));

    assertThatThrownBy(() -> count(ANN)).hasMessageContaining("out of licences");

    await().until(() -> context.exits.size() == 1);
    assertThat(context.exits.get(0)).contains("none could be started: out of licences");
    assertThatThrownBy(() -> count(BOB)).hasMessageContaining("stopped");
  }

  @Test
  void boundsTheStartOfAnInstance() throws Exception {
    create(BackendConfig.of("stateful").pool(limits(0, 5)).startTimeout(Duration.ofMillis(80)));
    pool.start().toCompletableFuture().get(10, TimeUnit.SECONDS);
    assertThat(count(BOB)).endsWith(":1");
    backends.start = new CompletableFuture<>();

    assertThatThrownBy(() -> count(ANN)).hasMessageContaining("within 80 ms; raise start_timeout");

    await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));
  }

  @Test
  void waitsForAnInstanceThatStartsBeyondTheTimeOfAcquiring() throws Exception {
    start(limits(0, 5).withAcquireTimeout(Duration.ofMillis(30)));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();
    CompletableFuture<ToolResult> call = call(ANN, "count");
    await().until(() -> context.timers() == 1); // that of the start

    backends.start.complete(null);

    assertThat(call.get(10, TimeUnit.SECONDS).text()).endsWith(":1");
  }

  @Test
  void stopsAnInstanceThatMissesPingsAndLeavesTheOthersAlone() throws Exception {
    start(limits(2, 5));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance hung = instanceOf(ANN);
    Instance well = instanceOf(BOB);
    hung.answersPings = false;

    for (int i = 0; i < 2; i++) {
      int missed = i;
      pool.ping().toCompletableFuture().get(10, TimeUnit.SECONDS);
      assertThat(hung.ended).isFalse();
      await().until(() -> hung.ended || context.timers() == (missed == 0 ? 1 : 0));
    }

    await().until(() -> hung.ended);
    assertThat(count(BOB)).isEqualTo(well.number + ":2");
    assertThat(count(ANN)).isEqualTo("2:1");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void givesASessionTheIdleInstanceThatAnsweredItsLastPing() throws Exception {
    start(limits(2, 5));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    letTheFirstMissAPing();

    assertThat(count(ANN)).isEqualTo("1:1");
    assertThat(count(BOB)).isEqualTo("2:1");
  }

  @Test
  void givesASessionTheIdleInstanceThatMissedAPingWhereThereIsNoOther() throws Exception {
    start(limits(2, 2));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    letTheFirstMissAPing();

    assertThat(count(ANN)).isEqualTo("1:1");
    assertThat(count(BOB)).isEqualTo("0:1");
  }

  private void letTheFirstMissAPing() throws Exception {
    backends.created.get(0).refusesPings = true;
    pool.ping().toCompletableFuture().get(10, TimeUnit.SECONDS);
    await().until(() -> backends.created.get(1).pings.get() == 1);
  }

  @Test
  void startsAnotherAtOnceForASessionWhoseInstanceEndedYoung() throws Exception {
    start(limits(0, 5));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    Instance crashed = instanceOf(ANN);
    crashed.exit();
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();

    CompletableFuture<ToolResult> call = call(ANN, "count");

    assertThat(pool.counts()).isEqualTo(new Counts(0, 0, 1, 0, 1));
    backends.start.complete(null);
    assertThat(call.get(10, TimeUnit.SECONDS).text()).endsWith(":1");
  }

  @Test
  void pausesBetweenStartsWhereOneHasFailed() throws Exception {
    start(limits(0, 5));
    assertThat(count(ANN)).endsWith(":1");
    backends.start =
        CompletableFuture.failedFuture(new BackendUnavailableException("out of licences"));
    long failed = System.nanoTime();
    assertThatThrownBy(() -> count(BOB)).hasMessageContaining("out of licences");
    backends.start = CompletableFuture.completedFuture(null);

    assertThat(count(BOB)).endsWith(":1");

    assertThat(System.nanoTime() - failed).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(250));
  }

  @Test
  void failsAPingWhenAllPlacesAreTakenAndNoneAnswers() throws Exception {
    start(limits(0, 1));
    instanceOf(ANN).answersPings = false;

    CompletableFuture<Void> pong = pool.ping().toCompletableFuture();

    assertThatThrownBy(() -> pong.get(10, TimeUnit.SECONDS))
        .hasMessageContaining("none of the 1 instances of backend \"shell\" answers");
  }

  @Test
  void stopsAnInstanceThatTakesTooMuchMemory() throws Exception {
    create(BackendConfig.of("stateful").pool(limits(2, 5)).maxMemoryMb(10));
    pool.start().toCompletableFuture().get(10, TimeUnit.SECONDS);
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance greedy = instanceOf(ANN);
    Instance modest = instanceOf(BOB);
    greedy.memory = 11 << 20;
    modest.memory = 9 << 20;

    pool.ping().toCompletableFuture().get(10, TimeUnit.SECONDS);

    await().until(() -> greedy.ended);
    assertThat(count(BOB)).isEqualTo(modest.number + ":2");
    assertThat(pool.memoryBytes()).isEmpty();
  }

  @Test
  void passesOnThatToolsChangedAndListsThoseOfTheInstanceThatSaidSo() throws Exception {
    start(limits(2, 5));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance instance = instanceOf(BOB);
    backends.tools = new String[] {"other"};

    instance.context.listener().toolsChanged();

    assertThat(context.toolChanges).hasValue(1);
    assertThat(listing()).extracting(BackendTool::name).containsExactly("other");
  }

  @RepeatedTest(20)
  void neverLosesAnInstanceInARaceOfFirstCallsAndEnds() throws Exception {
    start(limits(0, 2));
    CountDownLatch begin = new CountDownLatch(1);
    List<CompletableFuture<Void>> racers = new ArrayList<>();

    for (int i = 0; i < 4; i++) {
      boolean ends = i == 3;
      racers.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  begin.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                if (ends) {
                  pool.sessionEnded(ANN);
                } else {
                  call(ANN, "count").handle((result, failure) -> null).join();
                }
              },
              context.executor()));
    }
    begin.countDown();
    CompletableFuture.allOf(racers.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
    pool.sessionEnded(ANN);

    await()
        .untilAsserted(() -> assertThat(pool.counts().held() + pool.counts().waiting()).isZero());
    await().untilAsserted(() -> assertThat(backends.alive).hasValueLessThanOrEqualTo(1));
  }

  @Test
  void servesFiftySessionsWithFiveInstances() throws Exception {
    start(limits(1, 5).withReplenishDelay(Duration.ofMillis(5)));
    AtomicInteger answered = new AtomicInteger();
    List<CompletableFuture<Void>> clients = new ArrayList<>();

    for (int i = 0; i < 50; i++) {
      Session session = Session.of("s" + i);
      clients.add(CompletableFuture.runAsync(() -> use(session, answered), context.executor()));
    }
    CompletableFuture.allOf(clients.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);

    assertThat(answered).hasValue(1_000);
    assertThat(backends.mostAlive).hasValueLessThanOrEqualTo(5);
    awaitCounts(new Counts(1, 0, 0, 0, 0));
    assertThat(backends.alive).hasValue(1);
  }

  /** Twenty calls; a session that ends in between begins to count anew. */
  private void use(Session session, AtomicInteger answered) {
    int expected = 1;
    for (int i = 0; i < 20; i++) {
      String answer = call(session, "count").orTimeout(60, TimeUnit.SECONDS).join().text();
      assertThat(answer).endsWith(":" + expected);
      answered.incrementAndGet();
      expected++;
      if (i == 19 || ThreadLocalRandom.current().nextInt(8) == 0) {
        pool.sessionEnded(session);
        expected = 1;
      }
    }
  }

  @Test
  void isAModeOfABackendOfAGateway() throws Exception {
    try (Gateway gateway =
        Gateway.builder()
            .plugin(backends)
            .backend(
                "shell",
                BackendConfig.of("stateful")
                    .instanceMode(InstanceMode.DEDICATED)
                    .pool(limits(1, 5)))
            .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(10))).isTrue();
      String ann = gatewayCount(gateway, ANN);
      String bob = gatewayCount(gateway, BOB);
      String annAgain = gatewayCount(gateway, ANN);
      gateway.endSession(ANN);

      assertThat(List.of(ann, bob, annAgain)).containsExactly("0:1", "1:1", "0:2");
      await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));
    }
    assertThat(backends.alive).hasValue(0);
  }

  private static String gatewayCount(Gateway gateway, Session session) {
    return gateway
        .call(ToolCall.of("shell.count", RawJson.emptyObject()).withSession(session))
        .text();
  }

  @Test
  void isRefusedWhereTheTransportHasOneInstanceOnly() {
    backends.dedicated = false;

    assertThatThrownBy(
            () ->
                Gateway.builder()
                    .plugin(backends)
                    .backend(
                        "shell", BackendConfig.of("stateful").instanceMode(InstanceMode.DEDICATED))
                    .build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("backends.shell.instance_mode")
        .hasMessageContaining("\"stateful\"");
  }
}
