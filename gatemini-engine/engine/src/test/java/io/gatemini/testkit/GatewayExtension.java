package io.gatemini.testkit;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Gives each test a gateway that is ready, and closes it afterwards; where the field is static, all
 * tests of the class share one. A test that leaves threads of its gateway behind fails.
 *
 * <pre>{@code
 * class RefundTest {
 *   @RegisterExtension
 *   final GatewayExtension gateways =
 *       GatewayExtension.of(
 *           () -> Gateway.builder().config(Path.of("src/main/resources/gatemini.yaml")));
 *
 *   @Test
 *   void finds(Gateway gateway) {
 *     GatewayAssertions.assertThat(gateway).search("money back").finds("billing.refund").in(3);
 *   }
 * }
 * }</pre>
 *
 * <p>Threads are known by their names, which all gateways of a process share: of tests that run at
 * the same time it is not asked what they leave.
 */
public final class GatewayExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {
  private static final Duration READY = Duration.ofSeconds(30);

  /** A closed gateway's threads may still be on their last steps. */
  private static final Duration LAST_STEPS = Duration.ofSeconds(10);

  /** One for all gateways of a process; ends by itself when it is idle. */
  private static final String SHARED = "gatemini-timeouts";

  private final Supplier<GatewayBuilder> description;
  private final Duration ready;
  private final Duration lastSteps;
  private volatile @Nullable Running running;

  /** A gateway, the test or class that it is for, and the threads that were there before. */
  private record Running(Gateway gateway, String owner, Set<Thread> before) {}

  /**
   * @param lastSteps how long threads of a closed gateway may take to end
   */
  GatewayExtension(Supplier<GatewayBuilder> description, Duration ready, Duration lastSteps) {
    this.description = Objects.requireNonNull(description, "description");
    this.ready = Objects.requireNonNull(ready, "ready");
    this.lastSteps = lastSteps;
  }

  /** Builds each gateway of what is supplied, which is asked for once a gateway. */
  public static GatewayExtension of(Supplier<GatewayBuilder> description) {
    return new GatewayExtension(description, READY, LAST_STEPS);
  }

  /**
   * The same with another patience for backends that start; 30 s where nothing is said. One that
   * has failed is waited for no longer: {@link GatewayAssert#isHealthy} asks for that.
   */
  public GatewayExtension readyWithin(Duration timeout) {
    return new GatewayExtension(description, timeout, lastSteps);
  }

  /**
   * The gateway of the test that runs.
   *
   * @throws IllegalStateException before the first and after the last test
   */
  public Gateway gateway() {
    Running now = running;
    if (now == null) {
      throw new IllegalStateException("there is a gateway during a test only");
    }
    return now.gateway();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    start(context);
  }

  private void start(ExtensionContext context) {
    if (running != null) {
      return; // It is the class's, or that of the class around it.
    }
    Set<Thread> before = threads();
    Gateway gateway = description.get().build();
    running = new Running(gateway, context.getUniqueId(), before);
    if (!gateway.awaitReady(ready)) {
      throw new AssertionError(
          "the gateway was not ready within %s:%n%s".formatted(ready, GatewayAssert.down(gateway)));
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    stop(context);
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    stop(context);
  }

  private void stop(ExtensionContext context) throws InterruptedException {
    Running now = running;
    if (now == null || !now.owner().equals(context.getUniqueId())) {
      return;
    }
    running = null;
    now.gateway().close();
    if (context.getExecutionMode() == ExecutionMode.SAME_THREAD) {
      Set<Thread> left = threads();
      left.removeAll(now.before());
      awaitEnd(List.copyOf(left));
    }
  }

  private void awaitEnd(List<Thread> threads) throws InterruptedException {
    long end = System.nanoTime() + lastSteps.toNanos();
    for (Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
    }
    List<String> left = threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
    if (!left.isEmpty()) {
      throw new AssertionError("the gateway is closed, and these threads of it still run: " + left);
    }
  }

  /** The platform threads of gateways. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("gatemini-"))
        .filter(thread -> !thread.getName().equals(SHARED))
        .collect(Collectors.toSet());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Gateway.class;
  }

  @Override
  public Gateway resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return gateway();
  }
}
