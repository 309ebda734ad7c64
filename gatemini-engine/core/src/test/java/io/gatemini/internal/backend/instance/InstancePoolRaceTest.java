package io.gatemini.internal.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.PoolConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestTransport;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Two instances for the sessions of four threads. Too many classes take part for Lincheck, which
 * instruments them all within the time of the first run.
 */
class InstancePoolRaceTest {
  private static final int THREADS = 4;
  private static final int SESSIONS = 500;

  private final TestTransport transport = new TestTransport("test");
  private final Backend pool = pool(transport);

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @Test
  void givesEachInstanceToOneSessionAndLeavesNobodyWaiting() throws Exception {
    List<Callable<Void>> clients =
        IntStream.range(0, THREADS).mapToObj(number -> comeAndGo("client-" + number)).toList();

    for (Future<Void> client : threads.invokeAll(clients)) {
      client.get();
    }

    assertThat(transport.called).hasSize(THREADS * SESSIONS);
    assertThat(transport.all()).allMatch(instance -> sessions(instance) <= 1);
    assertThat(pool.stop()).isCompleted();
    assertThat(transport.all()).allMatch(instance -> instance.stops.get() == 1);
  }

  private Callable<Void> comeAndGo(String client) {
    return () -> {
      for (int i = 0; i < SESSIONS; i++) {
        Session session = Session.of(client + "-" + i);
        assertThat(call(session).get(60, TimeUnit.SECONDS).text()).isEqualTo("called work");
        pool.sessionEnded(session);
      }
      return null;
    };
  }

  private static Backend pool(TestTransport transport) {
    PoolConfig two = PoolConfig.defaults().minIdle(0).maxInstances(2);
    TestContext context = TestContext.withoutTimers("test", BackendConfig.of("test").pool(two));
    Backend pool =
        new DedicatedInstancesProvider(transport, HealthConfig::defaults).create(context);
    pool.start();
    return pool;
  }

  private CompletableFuture<ToolResult> call(Session session) {
    return pool.call(new BackendCall("work", RawJson.emptyObject(), CallContext.of(session)))
        .toCompletableFuture();
  }

  private static long sessions(TestBackend instance) {
    return instance.calls.stream().map(one -> one.call().context().session()).distinct().count();
  }
}
