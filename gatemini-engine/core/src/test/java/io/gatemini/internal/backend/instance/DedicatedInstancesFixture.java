package io.gatemini.internal.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.PoolConfig;
import io.gatemini.internal.backend.StatefulBackends;
import io.gatemini.internal.backend.StatefulBackends.Instance;
import io.gatemini.internal.backend.instance.InstancePool.Counts;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A pool over backends that count, and what its tests ask of it. */
abstract class DedicatedInstancesFixture {
  static final Session ANN = Session.of("ann");
  static final Session BOB = Session.of("bob");
  static final Session CLEO = Session.of("cleo");

  final StatefulBackends backends = new StatefulBackends();
  TestContext context = new TestContext("shell", BackendConfig.of("stateful")).withThreads();
  DedicatedInstances pool =
      DedicatedInstances.over(backends, context, DedicatedInstancesFixture::patience);

  @AfterEach
  void stop() throws Exception {
    pool.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    context.close();
    assertThat(backends.alive).hasValue(0);
  }

  static HealthConfig patience() {
    return HealthConfig.defaults().timeout(Duration.ofMillis(50)).failureThreshold(2);
  }

  /** No refill, unless a test asks for it. */
  static PoolConfig limits(int minIdle, int maxInstances) {
    return PoolConfig.defaults()
        .minIdle(minIdle)
        .maxInstances(maxInstances)
        .replenishDelay(Duration.ofMinutes(5));
  }

  void start(PoolConfig limits) throws Exception {
    create(BackendConfig.of("stateful").pool(limits));
    pool.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    listing();
  }

  void create(BackendConfig config) {
    create(config, patience());
  }

  void create(BackendConfig config, HealthConfig health) {
    context.close();
    context = new TestContext("shell", config).withThreads();
    pool = DedicatedInstances.over(backends, context, () -> health);
  }

  List<BackendTool> listing() throws Exception {
    return pool.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  CompletableFuture<ToolResult> call(Session session, String tool) {
    return pool.call(new BackendCall(tool, RawJson.emptyObject(), CallContext.of(session)))
        .toCompletableFuture();
  }

  String count(Session session) throws Exception {
    return call(session, "count").get(60, TimeUnit.SECONDS).text();
  }

  Instance instanceOf(Session session) throws Exception {
    String answer = count(session);
    return backends.created.get(Integer.parseInt(answer.substring(0, answer.indexOf(':'))));
  }

  void awaitCounts(Counts expected) {
    await().until(pool::counts, expected::equals);
  }
}
