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
import io.gatemini.GatewayBuilder;
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
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plug-ins that break every promise of the SPI harm themselves only. */
@SuppressWarnings("NullAway") // hands out what it must not
class HostileBackendsTest {
  private static final Supplier<CompletionStage<List<BackendTool>>> HOLES =
      () -> CompletableFuture.completedFuture(Arrays.asList(tool("a"), null));

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

  static Stream<Named<Supplier<?>>> failures() {
    return Stream.of(
        Named.of("throws", failing(new IllegalStateException("not now"))),
        Named.of("returns nothing", () -> null));
  }

  private static <T> Supplier<T> failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void startsABackendAgainWhoseStopFails(Supplier<? extends CompletionStage<Void>> stop) {
    provider.backends().stop(stop);
    Gateway gateway = start();

    provider.last("it").context.listener().exited("crashed");

    await().until(() -> status(gateway).restarts() == 1 && status(gateway).available());
    assertThat(gateway.call("it.work", Map.of()).text()).isEqualTo("fine");
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
    provider.backends().list(HOLES);
    Gateway gateway = start();
    await().until(() -> status(gateway).state() == BackendState.STOPPED);

    provider.backends().list(() -> null);

    await().until(() -> status(gateway).restarts() >= 2);
    assertThat(status(gateway).available()).isFalse();
  }

  static Stream<Named<Supplier<?>>> listings() {
    return Stream.of(
        Named.of("threw", failing(new IllegalStateException("not now"))), Named.of("holes", HOLES));
  }

  @ParameterizedTest
  @MethodSource("listings")
  void listsAgainAfterAListingThatFailed(
      Supplier<? extends CompletionStage<List<BackendTool>>> listing) {
    Gateway gateway = start();
    provider.backends().list(listing);
    provider.last("it").context.listener().toolsChanged();
    await().until(() -> provider.last("it").listings.get() == 2);

    provider.change("it", tool("work"), tool("more"));

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
    assertCallFails(gateway);
    provider.backends().answer(call -> null);
    assertCallFails(gateway);
    provider.backends().answer(call -> CompletableFuture.completedFuture(null));
    assertCallFails(gateway);
    await().untilAsserted(() -> assertThat(gateway.stats().errors()).isEqualTo(3));

    provider.backends().say("fine");

    assertThat(gateway.call("it.work", Map.of()).text()).isEqualTo("fine");
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
    Patience.await(blocked);

    CompletableFuture<ToolResult> late =
        gateway.callAsync(
            ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(Duration.ofMillis(50)));

    assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
    over.countDown();
  }

  @Test
  void tellsEverybodyOfTheEndOfASessionAlsoBehindOneWhoThrows() throws Exception {
    TestTransport scripted = new TestTransport("scripted");

    startAround(scripted).endSession(Session.of("ann"));

    assertThat(scripted.next().endedSessions).containsExactly(Session.of("ann"));
  }

  @Test
  void stopsTheOthersWhereOneThrows() throws Exception {
    provider.backends().stop(failing(new IllegalStateException("no stop")));
    TestTransport scripted = new TestTransport("scripted");

    startAround(scripted).close();

    assertThat(scripted.next().stopped).isDone();
  }

  @Test
  void tellsHowItStandsWhileItsToolsAreRead() throws Exception {
    Gateway gateway = start();

    SlowList slow = new SlowList();

    CompletableFuture<BackendStatus> status =
        CompletableFuture.supplyAsync(() -> status(gateway), ownThread);
    assertThat(Patience.join(status).available()).isTrue();
    slow.end();
  }

  @Test
  void closesWhileAListOfToolsTakesItsTime() throws Exception {
    Gateway gateway = start();
    SlowList slow = new SlowList();

    Patience.join(CompletableFuture.runAsync(gateway::close, ownThread));

    slow.end();
  }

  @Test
  void takesNoToolsFromTheNextOwnerOfAName() throws Exception {
    Gateway gateway = start();
    gateway.register("late", config());
    SlowList slow = new SlowList();
    Patience.join(CompletableFuture.runAsync(() -> gateway.deregister("late"), ownThread));
    gateway.register("late", BackendConfig.inProcess().tool("hi", "Says hi.", "{}", args -> "hi"));

    slow.end();

    assertThat(gateway.catalog().tools("late"))
        .extracting(ToolDescriptor::originalName)
        .containsExactly("hi");
  }

  /** With another backend between two that misbehave. */
  private Gateway startAround(TestTransport other) {
    return start(
        Gateway.builder()
            .plugin(other)
            .backend("a", config())
            .backend("b", BackendConfig.of(other.name()))
            .backend("c", config()));
  }

  private Gateway start() {
    return start(config());
  }

  private Gateway start(BackendConfig config) {
    return start(
        Gateway.builder()
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(100))
                        .restartInitialBackoff(Duration.ofMillis(10)))
            .backend("it", config));
  }

  private Gateway start(GatewayBuilder builder) {
    Gateway started = TestGateway.ready(builder.plugin(provider));
    gateway = started;
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

  private static void assertCallFails(Gateway gateway) {
    assertThrown(BackendCallException.class, () -> gateway.call("it.work", Map.of()));
  }

  /** A list of one tool of "it" whose reading has begun and takes its time. */
  private final class SlowList extends AbstractList<BackendTool> {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CompletableFuture<Void> read;

    SlowList() {
      provider.backends().list(() -> CompletableFuture.completedFuture(this));
      read =
          CompletableFuture.runAsync(
              provider.last("it").context.listener()::toolsChanged, ownThread);
      Patience.await(reached);
    }

    void end() {
      goOn.countDown();
      Patience.join(read);
    }

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
