package io.gatemini.internal.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.backend.StatefulBackends.Instance;
import io.gatemini.internal.backend.instance.InstancePool.Counts;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who gets which instance, and who waits for one. */
class DedicatedInstancesTest extends DedicatedInstancesFixture {
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
    start(limits(0, 1).acquireTimeout(Duration.ofMillis(50)));
    awaitCounts(new Counts(0, 0, 0, 0, 0));
    assertThat(count(ANN)).endsWith(":1");

    CompletableFuture<ToolResult> late = call(BOB, "count");

    assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("pool exhausted: all 1 instances of backend \"shell\"")
        .hasMessageContaining("within 50 ms (pool.acquire_timeout)")
        .hasMessageContaining("raise pool.max_instances");
    assertThat(pool.counts().waiting()).isZero();
  }

  @Test
  void leavesAnInstanceForOthersHoweverManySessionsAnAuthenticatedClientHas() throws Exception {
    start(limits(0, 3).acquireTimeout(Duration.ofMillis(50)));
    for (int i = 0; i < 2; i++) {
      assertThat(count(Session.of("bob " + i).withPrincipal("bob"))).endsWith(":1");
    }

    CompletableFuture<ToolResult> third = call(Session.of("bob 2").withPrincipal("bob"), "count");

    assertThatThrownBy(() -> third.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("all but one by your sessions");
    assertThat(count(ANN.withPrincipal("ann"))).endsWith(":1");
  }

  @Test
  void servesTheClientWithTheFewestInstancesFirst() throws Exception {
    start(limits(0, 2));
    Session first = Session.of("bob 0").withPrincipal("bob");
    assertThat(count(first)).endsWith(":1");
    assertThat(count(CLEO)).endsWith(":1");
    CompletableFuture<ToolResult> bob = call(Session.of("bob 1").withPrincipal("bob"), "count");
    CompletableFuture<ToolResult> ann = call(ANN, "count");

    pool.sessionEnded(CLEO);

    assertThat(ann.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
    assertThat(bob).isNotDone();
    pool.sessionEnded(first);
    assertThat(bob.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
  }

  private static Session bob(int number) {
    return Session.of("bob " + number).withPrincipal("bob");
  }

  @Test
  void takesTheLongestIdleInstanceFromTheClientWithMoreThanHalfWhileAnotherWaits()
      throws Exception {
    start(limits(0, 4));
    for (int i = 0; i < 3; i++) {
      assertThat(count(bob(i))).endsWith(":1");
    }
    assertThat(count(ANN)).endsWith(":1");
    assertThat(count(bob(0))).endsWith(":2");

    assertThat(count(CLEO)).endsWith(":1");

    assertThat(count(bob(0))).endsWith(":3");
    assertThat(count(bob(2))).endsWith(":2");
    assertThat(count(ANN)).endsWith(":2");
    pool.sessionEnded(CLEO);
    assertThat(count(bob(1))).endsWith(":1");
  }

  @Test
  void takesNoInstanceWithACallUnderWay() throws Exception {
    start(limits(0, 3));
    assertThat(count(ANN)).endsWith(":1");
    Instance first = instanceOf(bob(0));
    CompletableFuture<ToolResult> one = call(bob(0), "hold");
    instanceOf(bob(1));
    CompletableFuture<ToolResult> other = call(bob(1), "hold");

    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    assertThat(pool.counts()).isEqualTo(new Counts(0, 3, 0, 0, 1));
    first.open.forEach(held -> held.complete(ToolResult.text("done")));
    assertThat(cleo.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
    assertThat(one.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
    assertThat(other).isNotDone();
  }

  @Test
  void takesNothingForAClientThatWouldHaveAsManyAfterIt() throws Exception {
    start(limits(0, 3).acquireTimeout(Duration.ofMillis(50)));
    assertThat(count(bob(0))).endsWith(":1");
    assertThat(count(bob(1))).endsWith(":1");
    assertThat(count(ANN.withPrincipal("ann"))).endsWith(":1");

    CompletableFuture<ToolResult> more = call(CLEO.withPrincipal("ann"), "count");

    assertThatThrownBy(() -> more.get(60, TimeUnit.SECONDS)).hasMessageContaining("pool exhausted");
    assertThat(count(bob(0))).endsWith(":2");
    assertThat(count(bob(1))).endsWith(":2");
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
                    CallContext.of(BOB)
                        .withDeadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30))))
            .toCompletableFuture();

    assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void wakesWhoWaitsAsSoonAsASessionEnds() throws Exception {
    start(limits(1, 1));
    assertThat(count(ANN)).endsWith(":1");
    CompletableFuture<ToolResult> bob = call(BOB, "count");
    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    pool.sessionEnded(ANN);

    assertThat(bob.get(60, TimeUnit.SECONDS).text()).isEqualTo("1:1");
    assertThat(cleo).isNotDone();
    pool.sessionEnded(BOB);
    assertThat(cleo.get(60, TimeUnit.SECONDS).text()).isEqualTo("2:1");
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
    assertThat(bob.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
    assertThat(backends.mostAlive).hasValue(1);
  }

  @Test
  void countsPrewarmedInstancesAsTaken() throws Exception {
    start(limits(2, 2).acquireTimeout(Duration.ofMillis(50)));
    awaitCounts(new Counts(2, 0, 0, 0, 0));

    List<String> answers = List.of(count(ANN), count(BOB));
    CompletableFuture<ToolResult> cleo = call(CLEO, "count");

    assertThat(answers).containsExactlyInAnyOrder("0:1", "1:1");
    assertThatThrownBy(() -> cleo.get(60, TimeUnit.SECONDS)).hasMessageContaining("exhausted");
    assertThat(backends.created).hasSize(2);
    assertThat(pool.instances()).isEqualTo(2);
  }

  @Test
  void makesUpIdleInstancesAfterAPause() throws Exception {
    start(limits(1, 5).replenishDelay(Duration.ofSeconds(3)));

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

    assertThat(one.get(60, TimeUnit.SECONDS).text()).isEqualTo("1:1");
    assertThat(two.get(60, TimeUnit.SECONDS).text()).isEqualTo("1:2");
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

    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
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

    pool.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
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

    pool.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

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

    assertThat(cleo.get(60, TimeUnit.SECONDS).text()).endsWith(":1");
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
}
