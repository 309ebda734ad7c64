package io.gatemini.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class GatewayExtensionTest {
  private static final List<Gateway> SEEN = new ArrayList<>();
  private static CountDownLatch leak = new CountDownLatch(0);
  private static boolean running;

  @AfterEach
  void forget() {
    SEEN.clear();
    leak.countDown();
  }

  @Test
  void givesEachTestAGatewayOfItsOwn() {
    TestExecutionSummary summary = run(ForEachTest.class);

    assertThat(summary.getTotalFailureCount()).isZero();
    assertThat(SEEN).hasSize(2).doesNotHaveDuplicates().allSatisfy(GatewayExtensionTest::isClosed);
  }

  @Test
  void givesAClassOneGateway() {
    TestExecutionSummary summary = run(ForAClass.class);

    assertThat(summary.getTotalFailureCount()).isZero();
    assertThat(SEEN).hasSize(2).allMatch(gateway -> gateway == SEEN.get(0));
    isClosed(SEEN.get(0));
  }

  @Test
  void failsATestWhoseGatewayIsNotReady() {
    assertThat(failures(run(NeverReady.class)))
        .hasSize(1)
        .first()
        .asString()
        .contains("was not ready within PT0.05S", "slow is STARTING");
  }

  @Test
  void failsATestThatLeavesThreadsBehind() {
    leak = new CountDownLatch(1);

    assertThat(failures(run(Leaking.class)))
        .hasSize(1)
        .first()
        .asString()
        .contains("still run: [gatemini-left]");
  }

  @Test
  void hasNoGatewayOutsideOfATest() {
    assertThatThrownBy(GatewayExtension.of(Gateway::builder)::gateway)
        .isInstanceOf(IllegalStateException.class);
  }

  private static void isClosed(Gateway gateway) {
    assertThatThrownBy(() -> gateway.call("shop.work", Map.of()))
        .isInstanceOf(GatewayClosedException.class);
  }

  private static List<Throwable> failures(TestExecutionSummary summary) {
    return summary.getFailures().stream().map(TestExecutionSummary.Failure::getException).toList();
  }

  /** Deliberate failures are run from here alone, and not from a package. */
  static boolean isRunning() {
    return running;
  }

  private static TestExecutionSummary run(Class<?> tests) {
    running = true;
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(tests))
                .build(),
            listener);
    running = false;
    return listener.getSummary();
  }

  private static GatewayExtension shop() {
    return GatewayExtension.of(
        () ->
            Gateway.builder()
                .plugin(new TestTransport("test"))
                .backend("shop", BackendConfig.of("test")));
  }

  static class ForEachTest {
    @RegisterExtension final GatewayExtension gateways = shop();

    @Test
    void one(Gateway gateway) {
      SEEN.add(gateway);
      assertThat(gateway.call("shop.work", Map.of()).text()).isEqualTo("called work");
    }

    @Test
    void another() {
      SEEN.add(gateways.gateway());
    }
  }

  static class ForAClass {
    @RegisterExtension static final GatewayExtension GATEWAYS = shop();

    @Test
    void one(Gateway gateway) {
      SEEN.add(gateway);
    }

    @Test
    void another(Gateway gateway) {
      SEEN.add(gateway);
    }
  }

  @EnabledIf("io.gatemini.testkit.GatewayExtensionTest#isRunning")
  static class NeverReady {
    @RegisterExtension
    final GatewayExtension gateways =
        GatewayExtension.of(
                () -> {
                  TestTransport transport = new TestTransport("test");
                  transport.backends().start(CompletableFuture::new);
                  return Gateway.builder()
                      .plugin(transport)
                      .backend("slow", BackendConfig.of("test"));
                })
            .readyWithin(Duration.ofMillis(50));

    @Test
    void isNotReached(Gateway gateway) {
      SEEN.add(gateway);
    }
  }

  @EnabledIf("io.gatemini.testkit.GatewayExtensionTest#isRunning")
  static class Leaking {
    @RegisterExtension
    final GatewayExtension gateways =
        new GatewayExtension(Gateway::builder, Duration.ofSeconds(30), Duration.ofMillis(100));

    @Test
    void leavesAThread() {
      CountDownLatch until = leak;
      Thread left =
          new Thread(
              () -> {
                try {
                  until.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "gatemini-left");
      left.setDaemon(true);
      left.start();
    }
  }
}
