package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plug-ins that break every promise of the SPI harm themselves only. */
@SuppressWarnings("NullAway") // hands out what it must not
class HostileBackendsTest {
  private final TestTransport provider = new TestTransport("hostile");

  /** Not the common pool, which has one thread on a small machine. */
  private final Executor ownThread = task -> new Thread(task).start();

  @AutoClose private @Nullable Gateway gateway;

  @BeforeEach
  void misbehave() {
    provider
        .backends()
        .say("fine")
        .sessionEnded(
            session -> {
              throw new IllegalStateException("who?");
            });
  }

  @Test
  void startsABackendAgainWhoseStopThrows() {
    provider
        .backends()
        .stop(
            () -> {
              throw new IllegalStateException("no stop");
            });
    Gateway gateway = start();

    provider.last("it").context.listener().exited("crashed");

    await().until(() -> status(gateway).restarts() == 1 && status(gateway).available());
    assertThat(call(gateway).join().text()).isEqualTo("fine");
  }

  @Test
  void startsABackendAgainWhoseStopReturnsNothing() {
    provider.backends().stop(() -> null);
    Gateway gateway = start();

    provider.last("it").context.listener().exited("crashed");

    await().until(() -> status(gateway).restarts() == 1 && status(gateway).available());
  }

  @Test
  void failsABackendWhoseClassesAreMissing() {
    provider
        .backends()
        .start(
            () -> {
              throw new NoClassDefFoundError("org/example/Driver");
            });

    Gateway gateway = start();

    await().until(() -> status(gateway).state() == BackendState.STOPPED);
    assertThat(status(gateway).reason()).get().asString().contains("Driver");
  }

  @Test
  void failsABackendThatListsNothingOrHoles() {
    provider
        .backends()
        .list(() -> CompletableFuture.completedFuture(Arrays.asList(tool("a"), null)));
    Gateway gateway = start();
    await().until(() -> status(gateway).state() == BackendState.STOPPED);

    provider.backends().list(() -> null);

    await().until(() -> status(gateway).restarts() >= 2);
    assertThat(status(gateway).available()).isFalse();
  }

  @Test
  void listsAgainAfterAListingThatThrew() {
    Gateway gateway = start();
    provider
        .backends()
        .list(
            () -> {
              throw new IllegalStateException("not now");
            });
    provider.last("it").context.listener().toolsChanged();
    await().until(() -> provider.last("it").listings.get() == 2);

    provider
        .backends()
        .list(() -> CompletableFuture.completedFuture(List.of(tool("work"), tool("more"))));
    provider.last("it").context.listener().toolsChanged();

    await().untilAsserted(() -> assertThat(gateway.catalog().tools("it")).hasSize(2));
  }

  @Test
  void listsAgainAfterAListingWithHoles() {
    Gateway gateway = start();
    provider
        .backends()
        .list(() -> CompletableFuture.completedFuture(Arrays.asList(tool("a"), null)));
    provider.last("it").context.listener().toolsChanged();
    await().until(() -> provider.last("it").listings.get() == 2);

    provider
        .backends()
        .list(() -> CompletableFuture.completedFuture(List.of(tool("work"), tool("more"))));
    provider.last("it").context.listener().toolsChanged();

    await().untilAsserted(() -> assertThat(gateway.catalog().tools("it")).hasSize(2));
  }

  @Test
  void keepsThePermitsOfABackendWhoseCallsBreak() {
    Gateway gateway = start(config().maxConcurrentCalls(1));
    provider
        .backends()
        .answer(
            call -> {
              throw new StackOverflowError();
            });
    assertThrown(BackendCallException.class, () -> join(call(gateway)));
    provider.backends().answer(call -> null);
    assertThrown(BackendCallException.class, () -> join(call(gateway)));
    provider.backends().answer(call -> CompletableFuture.completedFuture(null));
    assertThrown(BackendCallException.class, () -> join(call(gateway)));
    await().untilAsserted(() -> assertThat(gateway.stats().errors()).isEqualTo(3));

    provider.backends().answer(call -> CompletableFuture.completedFuture(ToolResult.text("fine")));

    assertThat(join(call(gateway)).text()).isEqualTo("fine");
  }

  @Test
  void keepsTheDeadlinesOfAllWhileOneBlocksInItsPing() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    provider
        .backends()
        .ping(
            () -> {
              blocked.countDown();
              Patience.hold(over);
              return Backend.done();
            });
    provider.backends().answer(call -> new CompletableFuture<>());
    Gateway gateway = start();
    assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<ToolResult> late =
        gateway.callAsync(
            ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(Duration.ofMillis(50)));

    assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
    over.countDown();
  }

  @Test
  void tellsEverybodyOfTheEndOfASessionAlsoBehindOneWhoThrows() throws Exception {
    TestTransport scripted = TestTransport.manual("scripted");
    Gateway both =
        Gateway.builder()
            .plugin(provider)
            .plugin(scripted)
            .backend("a", config())
            .backend("b", BackendConfig.of("scripted"))
            .backend("c", config())
            .build();
    gateway = both;
    TestBackend listening = scripted.next();
    listening.started.complete(null);
    both.awaitReady(Duration.ofSeconds(60));

    both.endSession(Session.of("ann"));

    assertThat(listening.endedSessions).containsExactly(Session.of("ann"));
  }

  @Test
  void stopsTheOthersWhereOneThrows() throws Exception {
    provider
        .backends()
        .stop(
            () -> {
              throw new IllegalStateException("no stop");
            });
    TestTransport scripted = TestTransport.manual("scripted");
    Gateway both =
        Gateway.builder()
            .plugin(provider)
            .plugin(scripted)
            .backend("a", config())
            .backend("b", BackendConfig.of("scripted"))
            .backend("c", config())
            .build();
    TestBackend other = scripted.next();
    other.started.complete(null);
    both.awaitReady(Duration.ofSeconds(60));

    both.close();

    assertThat(other.stopped).isDone();
  }

  @Test
  void tellsHowItStandsWhileItsToolsAreRead() throws Exception {
    SlowList slow = new SlowList();
    Gateway gateway = start();
    provider.backends().list(() -> CompletableFuture.completedFuture(slow));

    CompletableFuture<Void> telling =
        CompletableFuture.runAsync(provider.last("it").context.listener()::toolsChanged, ownThread);

    assertThat(slow.reached.await(60, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<BackendStatus> status =
        CompletableFuture.supplyAsync(() -> status(gateway), ownThread);
    assertThat(status.get(60, TimeUnit.SECONDS).available()).isTrue();
    slow.goOn.countDown();
    telling.get(60, TimeUnit.SECONDS);
  }

  @Test
  void closesWhileAListOfToolsTakesItsTime() throws Exception {
    SlowList slow = new SlowList();
    Gateway gateway = start();
    provider.backends().list(() -> CompletableFuture.completedFuture(slow));
    CompletableFuture<Void> telling =
        CompletableFuture.runAsync(provider.last("it").context.listener()::toolsChanged, ownThread);
    assertThat(slow.reached.await(60, TimeUnit.SECONDS)).isTrue();

    CompletableFuture.runAsync(gateway::close, ownThread).get(60, TimeUnit.SECONDS);

    slow.goOn.countDown();
    telling.get(60, TimeUnit.SECONDS);
  }

  @Test
  void takesNoToolsFromTheNextOwnerOfAName() throws Exception {
    SlowList slow = new SlowList();
    Gateway gateway = start();
    gateway.register("late", config());
    provider.backends().list(() -> CompletableFuture.completedFuture(slow));
    CompletableFuture<Void> telling =
        CompletableFuture.runAsync(provider.last("it").context.listener()::toolsChanged, ownThread);
    assertThat(slow.reached.await(60, TimeUnit.SECONDS)).isTrue();
    CompletableFuture.runAsync(() -> gateway.deregister("late"), ownThread)
        .get(60, TimeUnit.SECONDS);
    gateway
        .registerAsync("late", BackendConfig.inProcess().tool("hi", "Says hi.", "{}", args -> "hi"))
        .get(60, TimeUnit.SECONDS);

    slow.goOn.countDown();

    telling.get(60, TimeUnit.SECONDS);
    assertThat(gateway.catalog().tools("late"))
        .extracting(ToolDescriptor::originalName)
        .containsExactly("hi");
  }

  private Gateway start() {
    return start(config());
  }

  private Gateway start(BackendConfig config) {
    Gateway started =
        Gateway.builder()
            .plugin(provider)
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(100))
                        .restartInitialBackoff(Duration.ofMillis(10)))
            .backend("it", config)
            .build();
    gateway = started;
    assertThat(started.awaitReady(Duration.ofSeconds(60))).isTrue();
    return started;
  }

  private static BackendConfig config() {
    return BackendConfig.of("hostile").validateArguments(false);
  }

  private static BackendTool tool(String name) {
    return BackendTool.of(name, "Does " + name + ".", Tools.ANY_OBJECT);
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().get(0);
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway) {
    return gateway.callAsync(ToolCall.of("it.work", Map.of()));
  }

  private static ToolResult join(CompletableFuture<ToolResult> call) {
    try {
      return call.get(60, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** A list of one tool that takes its time to be read. */
  private static final class SlowList extends AbstractList<BackendTool> {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public BackendTool get(int index) {
      reached.countDown();
      Patience.hold(goOn);
      return tool("slow");
    }

    @Override
    public int size() {
      return 1;
    }
  }
}
