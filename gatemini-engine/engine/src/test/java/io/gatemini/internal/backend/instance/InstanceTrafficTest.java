package io.gatemini.internal.backend.instance;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.CallRefusedException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.backend.StatefulBackends.Instance;
import io.gatemini.internal.backend.instance.InstancePool.Counts;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many sessions at once, and pools behind a whole gateway. */
class InstanceTrafficTest extends DedicatedInstancesFixture {
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
                Patience.await(begin);
                if (ends) {
                  pool.sessionEnded(ANN);
                } else {
                  call(ANN, "count").handle((result, failure) -> null).join();
                }
              },
              context.executor()));
    }
    begin.countDown();
    CompletableFuture.allOf(racers.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    pool.sessionEnded(ANN);

    await()
        .untilAsserted(() -> assertThat(pool.counts().held() + pool.counts().waiting()).isZero());
    await().untilAsserted(() -> assertThat(backends.alive).hasValueLessThanOrEqualTo(1));
  }

  @Test
  void servesFiftySessionsWithFiveInstances() throws Exception {
    start(limits(1, 5).replenishDelay(Duration.ofMillis(5)));
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

  @Test
  @Tag("long")
  void noCallReachesAnInstanceThatIsTakenAtTheSameTime() throws Exception {
    start(limits(0, 4));
    AtomicBoolean done = new AtomicBoolean();
    List<CompletableFuture<Void>> greedy = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Session session = Session.of("bob " + i).withPrincipal("bob");
      greedy.add(CompletableFuture.runAsync(() -> callUntil(done, session), context.executor()));
    }

    for (int i = 0; i < 1_500; i++) {
      count(ANN);
      count(CLEO);
      pool.sessionEnded(ANN);
      pool.sessionEnded(CLEO);
      while (pool.counts().held() < 3 && greedy.stream().noneMatch(CompletableFuture::isDone)) {
        Thread.onSpinWait();
      }
    }
    done.set(true);

    CompletableFuture.allOf(greedy.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(backends.created).hasSizeGreaterThan(2_000);
    assertThat(backends.mostAlive).hasValueLessThanOrEqualTo(4);
  }

  private void callUntil(AtomicBoolean done, Session session) {
    while (!done.get()) {
      assertThat(Patience.join(call(session, "count")).text()).contains(":");
    }
  }

  /** Twenty calls; a session that ends in between begins to count anew. */
  private void use(Session session, AtomicInteger answered) {
    int expected = 1;
    for (int i = 0; i < 20; i++) {
      String answer = Patience.join(call(session, "count")).text();
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
        TestGateway.ready(
            Gateway.builder()
                .plugin(backends)
                .backend(
                    "shell",
                    BackendConfig.of("stateful")
                        .instanceMode(InstanceMode.DEDICATED)
                        .pool(limits(1, 5))))) {

      String ann = gatewayCount(gateway, ANN);
      String bob = gatewayCount(gateway, BOB);
      String annAgain = gatewayCount(gateway, ANN);
      gateway.endSession(ANN);

      assertThat(List.of(ann, bob, annAgain)).containsExactly("0:1", "1:1", "0:2");
      await().untilAsserted(() -> assertThat(backends.alive).hasValue(1));
    }
    assertThat(backends.alive).hasValue(0);
  }

  @Test
  void givesNothingToACallThatWasOnItsWayWhenItsClientWent() throws Exception {
    Session client = Session.of("mcp-1").withClient("agent", "1");
    CompletableFuture<Gateway> built = new CompletableFuture<>();
    try (Gateway gateway =
        Gateway.builder()
            .plugin(backends)
            .interceptor(
                (call, next) -> {
                  if (call.context().session().equals(client)) {
                    built.join().surface().disconnected(client);
                  }
                  return next.proceed(call);
                })
            .backend(
                "shell",
                BackendConfig.of("stateful")
                    .instanceMode(InstanceMode.DEDICATED)
                    .pool(limits(1, 1)))
            .build()) {
      built.complete(gateway);
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThrown(CallRefusedException.class, () -> gatewayCount(gateway, client))
          .hasMessageContaining("the session has ended");

      assertThat(gatewayCount(gateway, ANN)).isEqualTo("0:1");
    }
  }

  @Test
  void remembersTheClientsThatWentLast() {
    EndedSessions ended = new EndedSessions();

    for (int i = 0; i <= 10_000; i++) {
      ended.add(Session.of("mcp-" + i).withClient("agent", "1"));
    }
    ended.add(ANN);

    assertThat(ended.size()).isEqualTo(10_000);
    assertThat(ended.contains(Session.of("mcp-0").withClient("agent", "1"))).isFalse();
    assertThat(ended.contains(Session.of("mcp-1").withClient("agent", "1"))).isTrue();
    assertThat(ended.contains(ANN)).isFalse();
  }

  private static String gatewayCount(Gateway gateway, Session session) {
    return gateway
        .call(ToolCall.of("shell.count", RawJson.emptyObject()).withSession(session))
        .text();
  }

  @Test
  void isRefusedWhereTheTransportHasOneInstanceOnly() {
    backends.dedicated = false;

    assertThrown(
            ConfigException.class,
            () ->
                Gateway.builder()
                    .plugin(backends)
                    .backend(
                        "shell", BackendConfig.of("stateful").instanceMode(InstanceMode.DEDICATED))
                    .build())
        .hasMessageContaining("backends.shell.instance_mode")
        .hasMessageContaining("\"stateful\"");
  }
}
