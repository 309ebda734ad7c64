package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BackendLifecycleTest {
  private final TestTransport provider = TestTransport.manual("scripted");

  @AutoClose
  private final Gateway gateway =
      Gateway.builder()
          .plugin(provider)
          .backend("slow", BackendConfig.of("scripted").timeout(Duration.ofSeconds(10)))
          .backend("java", BackendConfig.inProcess().tool("hi", "Hi.", "{}", args -> "hi"))
          .build();

  @Test
  void servesTheOthersWhileOneStarts() {
    assertThat(gateway.call("java.hi", Map.of()).text()).isEqualTo("hi");
    assertThat(status("slow").state()).isEqualTo(BackendState.STARTING);
    assertThat(gateway.awaitReady(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void letsACallWaitForABackendThatStarts() throws Exception {
    TestBackend backend = provider.next();
    CompletableFuture<ToolResult> result = call("slow.work", Duration.ofSeconds(10));

    backend.started.complete(null);

    next(backend).answer().complete(ToolResult.text("done"));
    assertThat(result.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(status("slow").available()).isTrue();
  }

  /** Between the look at the catalog and the look at the backend, the backend may get ready. */
  @Test
  void callsAToolThatIsListedInThatMoment() {
    for (int i = 0; i < 200; i++) {
      try (Gateway fast =
          Gateway.builder()
              .plugin(new TestTransport("quick"))
              .backend("it", BackendConfig.of("quick"))
              .build()) {
        do {
          fast.call("it.work", Map.of());
        } while (!fast.awaitReady(Duration.ZERO));
      }
    }
  }

  @Test
  void letsAProgramWaitForTheBackendsItNames() throws Exception {
    TestBackend backend = provider.next();
    CompletableFuture<ChainResult> named =
        gateway.runAsync(ChainRequest.of("return await slow.work({})"));
    CompletableFuture<ChainResult> other = gateway.runAsync(ChainRequest.of("await java.hi({})"));
    assertThat(other.get(60, TimeUnit.SECONDS).text()).isEqualTo("hi");

    backend.started.complete(null);

    next(backend).answer().complete(ToolResult.text("done"));
    assertThat(named.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
  }

  @Test
  void endsTheWaitingOfAProgramAtItsTimeout() throws Exception {
    ChainRequest request =
        ChainRequest.of("return await slow.work({})").withTimeout(Duration.ofMillis(50));

    ChainResult result = gateway.runAsync(request).get(60, TimeUnit.SECONDS);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("did not start within 50 ms: slow; give");
  }

  @Test
  void letsTheFirstSearchWaitForTheFirstTools() throws Exception {
    TestTransport lazy = TestTransport.manual("scripted");
    try (Gateway waiting =
        Gateway.builder()
            .plugin(lazy)
            .lazyStart(true)
            .backend("later", BackendConfig.of("scripted"))
            .build()) {
      CompletableFuture<List<SearchHit>> hits = waiting.searchAsync(SearchRequest.of("work"));
      assertThat(hits).isNotDone();

      lazy.next().started.complete(null);

      assertThat(hits.get(60, TimeUnit.SECONDS))
          .extracting(SearchHit::key)
          .containsExactly("later.work");
    }
  }

  @Test
  void endsTheWaitingAtTheDeadlineOfTheCall() {
    CompletableFuture<ToolResult> result = call("slow.work", Duration.ofMillis(50));

    assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("backend \"slow\"")
        .hasMessageContaining("still Starting after");
  }

  @Test
  void tellsWhyABackendDidNotStart() throws Exception {
    TestBackend backend = provider.next();
    CompletableFuture<ToolResult> waiting = call("slow.work", Duration.ofSeconds(10));

    backend.started.completeExceptionally(new BackendUnavailableException("no such program"));

    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no such program");
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(status("slow").reason()).get().asString().contains("no such program");
    await().until(backend.stopped::isDone);
  }

  @Test
  void namesABackendOnceHoweverOftenItsFailureDoes() throws Exception {
    TestTransport broken = TestTransport.manual("scripted");
    try (Gateway patient =
        Gateway.builder()
            .plugin(broken)
            // It stays stopped for as long as the test looks at it.
            .health(health -> health.restartInitialBackoff(Duration.ofSeconds(30)))
            .backend("slow", BackendConfig.of("scripted"))
            .build()) {
      ToolCall call = ToolCall.of("slow.work", RawJson.emptyObject());
      TestBackend backend = broken.next();
      CompletableFuture<ToolResult> waiting = patient.callAsync(call);

      backend.started.completeExceptionally(
          new BackendUnavailableException(
              "backend \"slow\" did not start: backend \"slow\" exited with code 3"));

      assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
          .hasRootCauseMessage(
              "backend \"slow\" is not available: it did not start: it exited with code 3");
      assertThat(patient.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(patient.backends().get(0).reason())
          .contains("it did not start: it exited with code 3");
      assertThatThrownBy(() -> patient.callAsync(call).get(60, TimeUnit.SECONDS))
          .hasRootCauseMessage(
              "backend \"slow\" is not available: it is Stopped (it did not start: it exited with"
                  + " code 3); call again later, or use another tool; see gatemini://backend/slow");
    }
  }

  @Test
  void startsABackendAgainThatEndedAndLetsCallsWait() throws Exception {
    TestBackend first = provider.next();
    first.started.complete(null);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    first.context.listener().exited("exited with code 3");
    CompletableFuture<ToolResult> during = call("slow.work", Duration.ofSeconds(10));
    TestBackend second = provider.next();
    second.started.complete(null);

    next(second).answer().complete(ToolResult.text("again"));
    assertThat(during.get(60, TimeUnit.SECONDS).text()).isEqualTo("again");
    assertThat(status("slow").restarts()).isEqualTo(1);
    assertThat(gateway.catalog().resolve("slow.work")).isPresent();
  }

  @Test
  void ignoresWhatAnEarlierLifeReports() throws Exception {
    TestBackend first = provider.next();
    first.started.complete(null);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    first.context.listener().exited("gone");
    TestBackend second = provider.next();
    second.started.complete(null);
    await().until(() -> status("slow").available());

    first.context.listener().exited("gone again");

    assertThat(status("slow").available()).isTrue();
  }

  @Test
  void keepsNoCallThatWasGivenUpWhileABackendStarts() throws Exception {
    TestBackend first = provider.next();
    WeakReference<RawJson> beforeTheFirstListing = givenUp();
    first.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    first.context.listener().exited("gone");
    WeakReference<RawJson> duringARestart = givenUp();

    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(beforeTheFirstListing.get()).isNull();
              assertThat(duringARestart.get()).isNull();
            });
  }

  private WeakReference<RawJson> givenUp() {
    RawJson arguments = RawJson.parse("{\"text\":\"of some length\"}");
    CompletableFuture<ToolResult> call = gateway.callAsync(ToolCall.of("slow.work", arguments));
    assertThat(call).isNotDone();
    call.cancel(true);
    return new WeakReference<>(arguments);
  }

  @Test
  void losesNoneOfThousandsOfCallsThatWaitForOneStart() throws Exception {
    TestBackend backend = provider.next();
    List<CompletableFuture<ToolResult>> waiting = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      waiting.add(call("slow.work", Duration.ofSeconds(20)));
    }
    System.gc();

    backend.started.complete(null);

    for (int i = 0; i < waiting.size(); i++) {
      next(backend).answer().complete(ToolResult.text("done"));
    }
    CompletableFuture.allOf(waiting.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
  }

  @Test
  void givesUpTheCallsOfASessionThatEndsAndNoOthers() throws Exception {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    CompletableFuture<ToolResult> anns = callFor(Session.of("ann"));
    TestBackend.Call open = next(backend);
    CompletableFuture<ToolResult> bobs = callFor(Session.of("bob"));

    gateway.endSession(Session.of("ann"));
    gateway.endSession(Session.of("nobody"));

    assertThat(anns).isCancelled();
    assertThat(open.answer()).isCancelled();
    assertThat(bobs).isNotDone();
    next(backend).answer().complete(ToolResult.text("done"));
    assertThat(bobs.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
  }

  private CompletableFuture<ToolResult> callFor(Session session) {
    return gateway.callAsync(ToolCall.of("slow.work", RawJson.emptyObject()).withSession(session));
  }

  @Test
  void listsToolsAgainWhenTheyChange() throws Exception {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    provider.backends().tools("work", "rest");
    backend.context.listener().toolsChanged();

    await()
        .untilAsserted(
            () ->
                assertThat(gateway.catalog().tools("slow"))
                    .extracting(ToolDescriptor::originalName)
                    .containsExactly("rest", "work"));
    assertThat(status("slow").toolCount()).isEqualTo(2);
  }

  @Test
  void cancelsTheBackendsWorkWhenTheCallerGivesUp() throws Exception {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    CompletableFuture<ToolResult> result = call("slow.work", Duration.ofSeconds(10));
    TestBackend.Call open = next(backend);

    result.cancel(true);

    assertThat(open.answer()).isCancelled();
  }

  @Test
  void timesOutAtTheBackendsOwnTimeoutAndCancelsItsWork() throws Exception {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    long started = System.nanoTime();
    CompletableFuture<ToolResult> result = call("slow.work", Duration.ofMillis(200));
    TestBackend.Call open = next(backend);

    assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);

    assertThat(Duration.ofNanos(System.nanoTime() - started))
        .isBetween(Duration.ofMillis(200), Duration.ofSeconds(8));
    await().untilAsserted(() -> assertThat(open.answer()).isCompletedExceptionally());
  }

  @Test
  void countsCallsAndErrors() throws Exception {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    for (int i = 0; i < 3; i++) {
      CompletableFuture<ToolResult> result = call("slow.work", Duration.ofSeconds(10));
      CompletableFuture<ToolResult> answer = next(backend).answer();
      if (i == 0) {
        answer.complete(ToolResult.text("fine"));
      } else if (i == 1) {
        answer.complete(ToolResult.error("not so fine"));
      } else {
        answer.completeExceptionally(new BackendCallException("broken"));
      }
      assertThat(result.handle((value, failure) -> true).get()).isTrue();
    }

    await().untilAsserted(() -> assertThat(gateway.stats().calls()).isEqualTo(3));
    assertThat(gateway.stats().errors()).isEqualTo(2);
    assertThat(gateway.stats().backends().get(0).latency().calls()).isEqualTo(3);
  }

  @Test
  void startsLazilyAtTheFirstUse() throws Exception {
    TestTransport lazy = TestTransport.manual("scripted");
    try (Gateway waiting =
        Gateway.builder()
            .plugin(lazy)
            .lazyStart(true)
            .backend("later", BackendConfig.of("scripted"))
            .build()) {
      assertThat(lazy.created).isEmpty();
      assertThat(waiting.backends().get(0).state()).isEqualTo(BackendState.STARTING);

      waiting.surface().connected(Session.random());

      lazy.next().started.complete(null);
      assertThat(waiting.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(waiting.catalog().resolve("later.work")).isPresent();
      assertThat(lazy.created).isEmpty();
    }
  }

  @Test
  void keepsNothingOfARegistrationThatFails() throws Exception {
    CompletableFuture<BackendStatus> registered =
        gateway.registerAsync("more", BackendConfig.of("scripted"));
    TestBackend backend = scriptedFor("more");

    backend.started.completeExceptionally(new BackendUnavailableException("no route"));

    assertThatThrownBy(() -> registered.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RegistrationException.class)
        .hasMessageContaining("no route");
    assertThat(gateway.backends()).extracting(BackendStatus::name).doesNotContain("more");
    assertThat(gateway.catalog().tools("more")).isEmpty();
  }

  @Test
  void registersAndRemovesABackendAtRunTime() {
    BackendStatus status =
        gateway.register(
            "extra",
            BackendConfig.inProcess().tool("shout_loudly", "Shouts.", "{}", args -> "HEY"));

    assertThat(status.available()).isTrue();
    assertThat(gateway.search("shout").get(0).key()).isEqualTo("extra.shout_loudly");
    gateway.deregister("extra");
    assertThat(gateway.catalog().resolve("extra.shout_loudly")).isEmpty();
    assertThrown(RegistrationException.class, () -> gateway.deregister("extra"));
  }

  @Test
  void neverReplacesOrRemovesAConfiguredBackend() {
    assertThrown(
            RegistrationException.class, () -> gateway.register("java", BackendConfig.inProcess()))
        .hasMessageContaining("java");
    assertThrown(RegistrationException.class, () -> gateway.deregister("java"))
        .hasMessageContaining("configured");
    assertThrown(
            RegistrationException.class,
            () -> gateway.register("other", BackendConfig.inProcess().namespace("java")))
        .hasMessageContaining("namespace");
    assertThat(gateway.call("java.hi", Map.of()).text()).isEqualTo("hi");
  }

  private CompletableFuture<ToolResult> call(String tool, Duration timeout) {
    return gateway.callAsync(ToolCall.of(tool, RawJson.emptyObject()).withTimeout(timeout));
  }

  private BackendStatus status(String name) {
    return gateway.backends().stream().filter(s -> s.name().equals(name)).findFirst().get();
  }

  private TestBackend scriptedFor(String name) throws InterruptedException {
    TestBackend backend = provider.next();
    return backend.context.name().equals(name) ? backend : scriptedFor(name);
  }

  private static TestBackend.Call next(TestBackend backend) throws InterruptedException {
    TestBackend.Call call = backend.calls.poll(60, TimeUnit.SECONDS);
    if (call == null) {
      throw new AssertionError("no call came");
    }
    return call;
  }
}
