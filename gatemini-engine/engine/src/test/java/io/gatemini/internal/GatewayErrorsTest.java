package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InstanceMode;
import io.gatemini.config.PoolConfig;
import io.gatemini.internal.Faults.Place;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.MadeErrors;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of Error in each place of a plug-in: it fails what was asked, and nothing else. */
class GatewayErrorsTest {
  private static final int PATIENCE_SECONDS = 60;

  private static final Session AGENT = Session.of("agent");

  /** Backends throw here before anybody asks for anything. */
  private static final Set<Place> EARLY =
      EnumSet.of(
          Place.CREATE,
          Place.START,
          Place.START_LATER,
          Place.LIST,
          Place.LIST_LATER,
          Place.DESCRIPTION,
          Place.INDEX);

  private static final Set<Place> AT_THE_END =
      EnumSet.of(Place.STOP, Place.CLOSE_ENGINE, Place.CLOSE_EXPOSURE);

  /** Each session may have an instance of its own. */
  private static final Set<Place> OF_INSTANCES =
      EnumSet.complementOf(EnumSet.range(Place.HANDLER, Place.LISTENER));

  /** The answer in its place is as good: nothing is lost. */
  private static final Set<Place> SILENT = EnumSet.of(Place.REDUCER_PASSES);

  record Case(Place place, MadeErrors kind, InstanceMode mode) {}

  static Stream<Case> whileItRuns() {
    Set<Place> building =
        EnumSet.of(
            Place.CREATE_RETRIEVER,
            Place.CREATE_REDUCER,
            Place.CREATE_RESOURCES,
            Place.CREATE_PROMPTS);
    Stream<Case> shared =
        cases(EnumSet.complementOf(EnumSet.copyOf(building)), InstanceMode.SHARED);
    return Stream.concat(shared, cases(OF_INSTANCES, InstanceMode.DEDICATED));
  }

  private static Stream<Case> cases(Set<Place> places, InstanceMode mode) {
    return places.stream()
        .flatMap(place -> Stream.of(MadeErrors.values()).map(kind -> new Case(place, kind, mode)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whileItRuns")
  void failsWhatWasAskedAndNothingElse(Case tried) throws Exception {
    try (LoggedErrors logged = new LoggedErrors()) {
      check(tried, logged);
    } catch (VirtualMachineError e) {
      // JUnit ends at one, and says nothing of the other cases.
      throw new AssertionError("it came back to the caller, or ended a thread", e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGatewayThatCannotBeBuiltIsInNobodysWay(MadeErrors kind) throws Exception {
    for (Place place :
        List.of(
            Place.CREATE_RETRIEVER,
            Place.CREATE_REDUCER,
            Place.CREATE_RESOURCES,
            Place.CREATE_PROMPTS)) {
      Faults faults = new Faults(kind);
      faults.arm(place);

      Throwable problem = catchThrowable(() -> builder(faults, InstanceMode.SHARED).build());
      faults.disarm();

      // An unsuitable class is reported in one sentence.
      Throwable told = problem instanceof ConfigException ? problem.getCause() : problem;
      assertThat(told).as("%s", place).isInstanceOf(kind.get().getClass());
      try (Gateway next = builder(faults, InstanceMode.SHARED).build()) {
        assertServes(next);
      }
    }
  }

  private static void check(Case tried, LoggedErrors logged) throws Exception {
    Place place = tried.place;
    Faults faults = new Faults(tried.kind);
    if (EARLY.contains(place)) {
      faults.arm(place);
    }
    Gateway gateway = builder(faults, tried.mode).build();
    try {
      gateway.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS));
      provoke(place, gateway, faults);
      if (!AT_THE_END.contains(place)) {
        awaitThrown(faults);
      }
      faults.disarm();

      // Everything else is served, and so is what failed.
      assertServes(gateway);
      if (AT_THE_END.contains(place)) {
        gateway.expose(new FaultyPlugins(faults).transport());
        faults.arm(place);
      }
    } finally {
      CompletableFuture.runAsync(gateway::close).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    awaitThrown(faults);
    Class<?> kind = tried.kind.get().getClass();
    if (!SILENT.contains(place)) {
      assertThat(logged.mention(kind)).as("logged, with %s", logged).isTrue();
    }
    assertThat(logged.times(kind))
        .as("as often as it was thrown, at most")
        .isLessThanOrEqualTo(faults.thrown());
  }

  private static void awaitThrown(Faults faults) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
        .until(() -> faults.thrown() > 0);
  }

  private static void assertServes(Gateway gateway) throws Exception {
    assertThat(done(gateway.callAsync(ToolCall.of("good.echo", Map.of()))).text())
        .isEqualTo("good");
    assertThat(done(gateway.searchAsync(SearchRequest.of("echo")))).isNotNull();
    assertThat(done(gateway.runAsync(ChainRequest.of("program"))).text()).contains("7");
    assertThat(gateway.surface().tools(Session.local())).isNotEmpty();
  }

  private static <T> T done(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The request fails, with a GatewayException at the blocking edge, and does not hang. */
  private static void fails(CompletableFuture<?> asked) {
    try {
      asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      throw new IllegalStateException("it did not fail");
    } catch (TimeoutException e) {
      throw new IllegalStateException("it hangs", e);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(GatewayException.class);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void provoke(Place place, Gateway gateway, Faults faults) throws Exception {
    FaultyPlugins plugins = new FaultyPlugins(faults);
    if (!AT_THE_END.contains(place)) {
      faults.arm(place);
    }
    switch (place) {
      case CALL, CALL_LATER -> fails(gateway.callAsync(ToolCall.of("bad.work", Map.of())));
      case STATUS -> assertThat(gateway.backends()).hasSize(2);
      case HANDLER ->
          assertThat(done(gateway.callAsync(ToolCall.of("good.handler", Map.of()))).isError())
              .isTrue();
      case SESSION_ENDED -> gateway.endSession(AGENT);
      case INTERCEPTOR -> fails(gateway.callAsync(ToolCall.of("good.echo", Map.of())));
      case SEARCH -> fails(gateway.searchAsync(SearchRequest.of("echo")));
      case REDUCER_PASSES -> done(gateway.runAsync(json("good.echo")));
      case REDUCE, ESTIMATOR -> done(gateway.runAsync(json("good.long")));
      case ANALYZER -> done(gateway.runAsync(json("good.long").withIntent("a line")));
      case CREATE_ENGINE, PROGRAM ->
          assertThat(done(gateway.runAsync(ChainRequest.of("program"))).isError()).isTrue();
      case WARM_ENGINE ->
          done(
              gateway
                  .surface()
                  .call(
                      new SurfaceCall(
                          "tool_info",
                          RawJson.parse("{\"tool_name\": \"good.long\"}"),
                          CallContext.of(AGENT))));
      case ENGINE_LOAD -> {
        done(gateway.runAsync(ChainRequest.of("program")));
        assertThat(gateway.stats()).isNotNull();
      }
      case RESOURCES -> gateway.surface().resources(Session.local());
      case READ -> fails(gateway.readResourceAsync("test://one"));
      case PROMPTS -> gateway.surface().prompts(Session.local());
      case PROMPT -> fails(gateway.promptAsync("one", Map.of()));
      case COMPLETE ->
          assertThat(
                  done(gateway
                          .surface()
                          .complete(
                              new CompletionRequest(
                                  AGENT,
                                  CompletionRequest.Kind.PROMPT,
                                  "one",
                                  "word",
                                  "a",
                                  Map.of())))
                      .values())
              .isEmpty();
      case POLICY, SECRET ->
          fails(
              gateway.registerAsync(
                  "new", BackendConfig.of("faulty").env("TOKEN", "secretref:faulty:x"), AGENT));
      case TRANSPORT ->
          assertThrown(GatewayException.class, () -> gateway.expose(plugins.transport()));
      case LISTENER_READY, LISTENER -> {
        gateway.surface().listen(Session.local(), plugins.listener());
        gateway.register("more", BackendConfig.of("faulty"));
      }
      default -> {
        // It is met without being asked for.
      }
    }
  }

  private static ChainRequest json(String tool) {
    return ChainRequest.of("{\"tool\": \"" + tool + "\", \"arguments\": {}}");
  }

  private static GatewayBuilder builder(Faults faults, InstanceMode mode) {
    FaultyPlugins plugins = new FaultyPlugins(faults);
    GatewayBuilder builder = TestGateway.builder().retrieval("faulty");
    plugins.all().forEach(builder::plugin);
    return builder
        .interceptor(
            (call, next) -> {
              faults.at(Place.INTERCEPTOR);
              return next.proceed(call);
            })
        .textAnalyzer(plugins.analyzer())
        .tokenEstimator(plugins.estimator())
        .registrationPolicy(plugins.policy())
        .sandbox(sandbox -> sandbox.prewarm(true))
        .outputConfig(output -> output.maxOutputTokens(100))
        .health(
            health ->
                health
                    .interval(Duration.ofMillis(20))
                    .timeout(Duration.ofSeconds(5))
                    .memoryCheckInterval(Duration.ofMillis(20))
                    .drainTimeout(Duration.ofMillis(100)))
        .backend(
            "good",
            BackendConfig.inProcess()
                .tool("echo", "Echoes.", Tools.ANY_OBJECT.toString(), args -> "good")
                .tool("long", "Long.", Tools.ANY_OBJECT.toString(), args -> "line\n".repeat(9_000))
                .tool(
                    "handler",
                    "Throws.",
                    Tools.ANY_OBJECT.toString(),
                    args -> {
                      faults.at(Place.HANDLER);
                      return "good";
                    }))
        .backend(
            "bad",
            BackendConfig.of("faulty")
                .instanceMode(mode)
                .pool(PoolConfig.defaults().replenishDelay(Duration.ofMillis(1)))
                .maxMemoryMb(100));
  }
}
