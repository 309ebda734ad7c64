package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a backend is watched, with a heart that beats every tenth of a second. */
class BackendHealthTest {
  private static final Duration BEAT = Duration.ofMillis(100);

  /** Long enough that no healthy backend misses two pings on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final TestTransport provider = TestTransport.manual("scripted");

  @AutoClose
  private final Gateway gateway =
      Gateway.builder()
          .plugin(provider)
          .health(
              health ->
                  health
                      .interval(BEAT)
                      .timeout(PATIENCE)
                      .failureThreshold(2)
                      .maxRestarts(3)
                      .restartInitialBackoff(Duration.ofMillis(20))
                      .restartMaxBackoff(Duration.ofSeconds(4))
                      .recoveryMultiplier(40)
                      .memoryCheckInterval(Duration.ofMillis(20)))
          .backend("it", BackendConfig.of("scripted").maxMemoryMb(100))
          .build();

  @Test
  void killsAProcessThatHangsAndStartsItAgain() throws Exception {
    provider.backends().pid(1);
    TestBackend hung = healthy();

    provider.backends().ping(CompletableFuture::new);

    await().until(hung.stopped::isDone);
    // A call in the moment before would still reach the one that is killed.
    await().until(() -> !status().available());
    provider.backends().ping(Backend::done);
    CompletableFuture<ToolResult> waiting = call(Duration.ofMinutes(1));
    TestBackend second = healthy();
    assertThat(hung.pings).hasValueGreaterThanOrEqualTo(2);
    answerTheNextCallOf(second);
    assertThat(waiting.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
    assertThat(status().restarts()).isEqualTo(1);
  }

  @Tag("long")
  @Test
  void givesWhatRunsElsewhereAnotherChance() throws Exception {
    TestBackend remote = healthy();

    provider.backends().ping(CompletableFuture::new);

    await().until(() -> status().state() == BackendState.UNHEALTHY);
    assertThat(status().reason()).get().asString().contains("did not answer 2 pings", "1 s");
    assertThatThrownBy(() -> call(Duration.ofMinutes(1)).get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("did not answer 2 pings");
    assertThat(gateway.catalog().resolve("it.work")).isPresent();

    provider.backends().ping(Backend::done);

    await().until(() -> status().available());
    assertThat(status().restarts()).isZero();
    CompletableFuture<ToolResult> after = call(Duration.ofMinutes(1));
    answerTheNextCallOf(remote);
    assertThat(after.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
  }

  @Tag("long")
  @Test
  void startsAgainWhatStaysSilentElsewhere() throws Exception {
    TestBackend remote = healthy();

    provider.backends().ping(CompletableFuture::new);

    await().until(remote.stopped::isDone);
    provider.backends().ping(Backend::done);
    healthy();
    assertThat(status().restarts()).isEqualTo(1);
  }

  /** The next ping of its own would come after 100 s. */
  @Test
  void servesTheNextCallOnceItAnswersAgain() throws Exception {
    TestTransport elsewhere = TestTransport.manual("scripted");
    try (Gateway patient =
        Gateway.builder()
            .plugin(elsewhere)
            .health(
                health ->
                    health
                        .interval(BEAT)
                        .timeout(PATIENCE)
                        .failureThreshold(2)
                        .suspicionTimeout(BEAT)
                        .restartInitialBackoff(Duration.ofMillis(20))
                        .recoveryMultiplier(1_000))
            .backend("it", BackendConfig.of("scripted"))
            .build()) {
      TestBackend remote = elsewhere.next();
      remote.started.complete(null);
      assertThat(patient.awaitReady(Duration.ofSeconds(60))).isTrue();
      elsewhere.backends().ping(CompletableFuture::new);
      await().until(() -> patient.backends().get(0).state() == BackendState.UNHEALTHY);
      await().until(() -> refused(patient));
      assertThat(remote.stopped).isNotDone();

      elsewhere.backends().ping(Backend::done);
      await().until(() -> !refused(patient));

      assertThat(patient.backends().get(0).available()).isTrue();
      assertThat(patient.backends().get(0).restarts()).isZero();
    }
  }

  /** Without the calls the twelfth start would come after more than a minute. */
  @Test
  void startsAgainAtTheNextCallInsteadOfAtTheEndOfTheWait() throws Exception {
    TestTransport broken = TestTransport.manual("scripted");
    try (Gateway patient =
        Gateway.builder()
            .plugin(broken)
            .health(
                health ->
                    health
                        .maxRestarts(1_000)
                        .restartInitialBackoff(Duration.ofMillis(20))
                        .restartMaxBackoff(Duration.ofHours(1)))
            .backend("it", BackendConfig.of("scripted"))
            .build()) {
      for (int start = 0; start < 12; start++) {
        startedByACall(patient, broken)
            .started
            .completeExceptionally(new BackendUnavailableException("no such program"));
      }

      startedByACall(patient, broken).started.complete(null);

      await().until(() -> patient.backends().get(0).available());
    }
  }

  private static TestBackend startedByACall(Gateway patient, TestTransport transport)
      throws InterruptedException {
    await()
        .until(
            () -> {
              var unused = patient.callAsync(ToolCall.of("it.work", RawJson.emptyObject()));
              return !transport.created.isEmpty();
            });
    return transport.next();
  }

  private static boolean refused(Gateway gateway) throws InterruptedException {
    CompletableFuture<ToolResult> call =
        gateway.callAsync(ToolCall.of("it.work", RawJson.emptyObject()));
    await().until(() -> call.isDone() || gateway.backends().get(0).available());
    return call.isCompletedExceptionally();
  }

  /** Its own wait would be 20 ms. */
  @Test
  void startsWhoWasBusyAgainWhenItWantsIt() throws Exception {
    TestBackend busy = provider.next();
    long refused = System.nanoTime();
    busy.started.completeExceptionally(
        new BackendUnavailableException("429; retry after 1 s", null, Duration.ofSeconds(1)));

    healthy();

    assertThat(System.nanoTime() - refused).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    assertThat(status().restarts()).isEqualTo(1);
  }

  @Tag("long")
  @Test
  void endsACrashLoopAsStoppedAndGoesOnTryingSlowly() throws Exception {
    for (int life = 0; life <= 3; life++) {
      healthy().context.listener().exited("exited with code 3");
    }

    assertThat(status().state()).isEqualTo(BackendState.STOPPED);
    assertThat(status().reason()).get().asString().contains("code 3", "again and again");
    assertThatThrownBy(() -> call(Duration.ofMinutes(1)).get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("again and again");
    long stopped = System.nanoTime();
    TestBackend last = healthy();
    assertThat(System.nanoTime() - stopped).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
    CompletableFuture<ToolResult> after = call(Duration.ofMinutes(1));
    answerTheNextCallOf(last);
    assertThat(after.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
  }

  @Test
  void neverStartsASlowStarterTwice() throws Exception {
    TestBackend slow = provider.next();

    assertThat(provider.created.poll(BEAT.toMillis() * 5, TimeUnit.MILLISECONDS)).isNull();
    assertThat(status().state()).isEqualTo(BackendState.STARTING);
    slow.started.complete(null);
    await().until(() -> status().available());
  }

  @Test
  void startsAgainWhatUsesTooMuchMemoryButNotAgainAndAgain() throws Exception {
    TestBackend large = healthy();

    provider.backends().memoryBytes(101 << 20);

    await().until(large.stopped::isDone);
    TestBackend second = provider.next();
    assertThat(status().reason()).get().asString().contains("101 MiB", "max_memory_mb 100");
    second.started.complete(null);
    // Until it has started, the status may show the memory of the first.
    await().until(() -> status().available());
    await().until(() -> status().memoryBytes().isPresent());
    assertThat(status().memoryBytes()).hasValue(101 << 20);
    // The cooldown of a minute holds.
    assertThat(provider.created.poll(BEAT.toMillis() * 3, TimeUnit.MILLISECONDS)).isNull();
    assertThat(second.stopped).isNotDone();
  }

  @Test
  void knowsTheMemoryOfABackendWithoutALimit() throws Exception {
    provider.backends().memoryBytes(50L << 20);
    healthy();
    CompletableFuture<BackendStatus> registered =
        gateway.registerAsync("free", BackendConfig.of("scripted"));
    provider.next().started.complete(null);
    registered.get(60, TimeUnit.SECONDS);

    await()
        .until(
            () ->
                gateway.backends().stream()
                    .filter(backend -> backend.name().equals("free"))
                    .anyMatch(backend -> backend.memoryBytes().equals(OptionalLong.of(50L << 20))));
  }

  @Test
  void listsAFloodOfChangesOnceInAWhileAndMissesNone() throws Exception {
    TestBackend backend = healthy();

    for (int i = 0; i < 10_000; i++) {
      if (i == 9_999) {
        provider.backends().tools("work", "last");
      }
      backend.context.listener().toolsChanged();
    }

    await()
        .untilAsserted(
            () ->
                assertThat(gateway.catalog().tools("it"))
                    .extracting(ToolDescriptor::originalName)
                    .containsExactly("last", "work"));
    // Twice a second, for as long as it took.
    assertThat(backend.listings).hasValueLessThan(50);
  }

  @Test
  void missesNoChangeThatIsToldWhileItStarts() throws Exception {
    TestBackend backend = provider.next();
    await().until(() -> backend.started.getNumberOfDependents() > 0);

    backend.context.listener().toolsChanged();
    backend.started.complete(null);

    await().until(() -> backend.listings.get() == 2);
  }

  @Test
  void tellsBackendsThatASessionHasEnded() throws Exception {
    TestBackend backend = healthy();
    Session session = Session.random();

    gateway.endSession(session);

    assertThat(backend.endedSessions).containsExactly(session);
  }

  private TestBackend healthy() throws InterruptedException {
    TestBackend backend = provider.next();
    backend.started.complete(null);
    await().until(() -> status().available());
    return backend;
  }

  private CompletableFuture<ToolResult> call(Duration timeout) {
    return gateway.callAsync(ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(timeout));
  }

  private static void answerTheNextCallOf(TestBackend backend) throws InterruptedException {
    TestBackend.Call call = backend.calls.poll(60, TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    call.answer().complete(ToolResult.text("fine"));
  }

  private BackendStatus status() {
    return gateway.backends().get(0);
  }
}
