package io.gatemini.internal.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.PoolConfig;
import io.gatemini.internal.backend.StatefulBackends.Instance;
import io.gatemini.internal.backend.instance.InstancePool.Counts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Instances that end, hang, do not start or take too much. */
class InstanceFailuresTest extends DedicatedInstancesFixture {
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
    start(limits(1, 1).replenishDelay(Duration.ofMillis(20)));

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

    assertThatThrownBy(() -> start.get(60, TimeUnit.SECONDS))
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
    create(BackendConfig.of("stateful").pool(limits(0, 5)).startTimeout(Duration.ofSeconds(2)));
    pool.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(count(BOB)).endsWith(":1");
    backends.start = new CompletableFuture<>();

    assertThatThrownBy(() -> count(ANN)).hasMessageContaining("within 2 s; raise start_timeout");

    await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));
  }

  @Test
  void waitsForAnInstanceThatStartsBeyondTheTimeOfAcquiring() throws Exception {
    start(limits(0, 5).acquireTimeout(Duration.ofMillis(30)));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    backends.start = new CompletableFuture<>();
    CompletableFuture<ToolResult> call = call(ANN, "count");
    await().until(() -> context.timers() == 1); // that of the start

    backends.start.complete(null);

    assertThat(call.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
  }

  @Test
  void stopsAnInstanceThatMissesPingsAndLeavesTheOthersAlone() throws Exception {
    start(limits(2, 5));
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance hung = instanceOf(ANN);
    Instance well = instanceOf(BOB);
    hung.answersPings = false;

    pool.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);

    // Pinged again without another check, which would come an interval later.
    await().until(() -> hung.ended);
    assertThat(hung.pings).hasValue(2);
    assertThat(count(BOB)).isEqualTo(well.number + ":2");
    assertThat(count(ANN)).isEqualTo("2:1");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void pingsNobodyWhoWasStopped() throws Exception {
    create(BackendConfig.of("stateful").pool(limits(0, 5)), patience().failureThreshold(1000));
    pool.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    Instance hung = instanceOf(ANN);
    hung.answersPings = false;
    pool.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    await().until(() -> hung.pings.get() > 1);

    pool.sessionEnded(ANN);

    await().until(() -> hung.ended);
    int pings = hung.pings.get();
    await().during(Duration.ofMillis(300)).until(() -> hung.pings.get() <= pings + 1);
  }

  @Test
  void givesASessionTheIdleInstanceThatAnsweredItsLastPing() throws Exception {
    letTheFirstMissAPing(limits(2, 5));

    assertThat(count(ANN)).isEqualTo("1:1");
    assertThat(count(BOB)).isEqualTo("2:1");
  }

  @Test
  void givesASessionTheIdleInstanceThatMissedAPingWhereThereIsNoOther() throws Exception {
    letTheFirstMissAPing(limits(2, 2));

    assertThat(count(ANN)).isEqualTo("1:1");
    assertThat(count(BOB)).isEqualTo("0:1");
  }

  /** It is pinged again long after the test. */
  private void letTheFirstMissAPing(PoolConfig limits) throws Exception {
    create(
        BackendConfig.of("stateful").pool(limits),
        HealthConfig.defaults().timeout(Duration.ofMinutes(5)).failureThreshold(2));
    pool.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance first = backends.created.get(0);
    first.answersPings = false;
    pool.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    await().until(() -> first.openPings.stream().anyMatch(it -> it.getNumberOfDependents() > 0));
    first.openPings.get(0).completeExceptionally(new BackendCallException("no"));
  }

  @Test
  void leavesAnInstanceAloneThatAnswersAgain() throws Exception {
    start(limits(1, 5));
    Instance slow = instanceOf(ANN);
    slow.pingsToRefuse.set(1);
    pool.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    await().until(() -> slow.pings.get() == 2);

    assertThat(slow.ended).isFalse();
    await()
        .until(
            () -> {
              pool.ping();
              return slow.pings.get() > 2;
            });
    assertThat(count(ANN)).isEqualTo(slow.number + ":2");
  }

  @Test
  void losesNoPlaceToAnInstanceThatThrowsAnError() throws Exception {
    start(limits(0, 2));
    assertThat(count(ANN)).endsWith(":1");
    backends.lacksAClass = true;

    assertThatThrownBy(() -> count(BOB))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("could not start an instance: java.lang.NoClassDefFoundError");
    assertThatThrownBy(() -> count(ANN))
        .hasCauseInstanceOf(BackendCallException.class)
        .hasMessageContaining("failed when it was called: NoClassDefFoundError");
    backends.lacksAClass = false;

    assertThat(count(BOB)).endsWith(":1");
    assertThat(count(ANN)).endsWith(":2");
    awaitCounts(new Counts(0, 2, 0, 0, 0));
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
    assertThat(call.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
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

    assertThatThrownBy(() -> pong.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("none of the 1 instances of backend \"shell\" answers");
  }

  @Test
  void stopsAnInstanceThatTakesTooMuchMemory() throws Exception {
    create(BackendConfig.of("stateful").pool(limits(2, 5)).maxMemoryMb(10));
    pool.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    awaitCounts(new Counts(2, 0, 0, 0, 0));
    Instance greedy = instanceOf(ANN);
    Instance modest = instanceOf(BOB);
    greedy.memory = 11 << 20;
    modest.memory = 9 << 20;

    pool.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);

    await().until(() -> greedy.ended);
    assertThat(count(BOB)).isEqualTo(modest.number + ":2");
    assertThat(pool.memoryBytes()).isEmpty();
  }
}
