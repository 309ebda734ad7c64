package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.backend.StatefulBackends.Instance;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host restarts one backend; of itself the second restart would come after an hour. */
@Timeout(60)
class GatewayRestartTest {
  private static final Duration WHILE = Duration.ofMillis(200);

  // Kept, or the handler goes with the logger.
  private static final Logger LOGGED = Logger.getLogger(ManagedBackend.class.getName());

  private final TestTransport provider = TestTransport.manual("scripted");
  private final StatefulBackends stateful = new StatefulBackends();

  @AutoClose
  private final Gateway gateway =
      Gateway.builder()
          .plugin(provider)
          .plugin(stateful)
          .health(
              health ->
                  health
                      .maxRestarts(1)
                      .restartInitialBackoff(Duration.ofMillis(10))
                      .restartMaxBackoff(Duration.ofHours(1)))
          .alias("do_it", "it.work")
          .backend("it", BackendConfig.of("scripted"))
          .build();

  private TestBackend healthy() throws InterruptedException {
    TestBackend next = provider.next();
    next.started.complete(null);
    await().until(() -> status().available());
    return next;
  }

  private BackendStatus status() {
    return gateway.backends().get(0);
  }

  private CompletableFuture<ToolResult> call(String tool) {
    return gateway.callAsync(
        ToolCall.of(tool, RawJson.emptyObject()).withTimeout(Duration.ofSeconds(20)));
  }

  private static void answer(TestBackend backend) throws InterruptedException {
    backend.calls.take().answer().complete(ToolResult.text("fine"));
  }

  @Test
  void startsTheNextLifeWhenTheLastIsGoneAndKeepsToolsAndAliases() throws Exception {
    TestBackend first = healthy();
    List<ToolDescriptor> tools = gateway.catalog().tools("it");
    CompletableFuture<Void> gone = new CompletableFuture<>();
    provider.backends().stop(() -> gone);

    CompletableFuture<BackendStatus> restarted = gateway.restartAsync("it");

    await().until(first.stopped::isDone);
    CompletableFuture<ToolResult> waiting = call("do_it");
    await().during(WHILE).until(provider.created::isEmpty);
    assertThat(status().state()).isEqualTo(BackendState.STARTING);
    assertThat(status().reason()).contains("it was restarted");
    assertThat(gateway.catalog().tools("it")).isSameAs(tools);
    gone.complete(null);
    TestBackend second = provider.next();
    assertThat(restarted).isNotDone();
    second.started.complete(null);
    answer(second);
    assertThat(waiting.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
    BackendStatus status = restarted.get(60, TimeUnit.SECONDS);
    assertThat(status.available()).isTrue();
    assertThat(status.restarts()).isEqualTo(1);
    assertThat(gateway.catalog().tools("it")).isSameAs(tools);
  }

  @Test
  void waitsForTheNextLifeOfOneThatIsRestartedBeforeItIsAnnounced() throws Exception {
    TestBackend first = provider.next();
    CompletableFuture<CompletableFuture<BackendStatus>> restarting = new CompletableFuture<>();
    Handler atOnce =
        onLine(
            "backend it is healthy",
            () -> {
              if (!restarting.isDone()) {
                restarting.complete(gateway.restartAsync("it"));
              }
            });

    LOGGED.addHandler(atOnce);
    try {
      first.started.complete(null);
      CompletableFuture<BackendStatus> restarted = restarting.get(60, TimeUnit.SECONDS);
      TestBackend second = provider.next();
      assertThat(restarted).isNotDone();
      second.started.complete(null);
      assertThat(restarted.get(60, TimeUnit.SECONDS).available()).isTrue();
    } finally {
      LOGGED.removeHandler(atOnce);
    }
  }

  /** Runs on the thread that logs, which goes on afterwards. */
  private static Handler onLine(String start, Runnable action) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        if (line.getMessage().startsWith(start)) {
          action.run();
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void startsOneThatHasFailedTooOftenAndForgetsItsFailures() throws Exception {
    healthy().context.listener().exited("it crashed");
    healthy().context.listener().exited("it crashed");
    assertThat(status().state()).isEqualTo(BackendState.STOPPED);
    assertThat(status().reason()).get().asString().contains("again and again");

    CompletableFuture<BackendStatus> restarted = gateway.restartAsync("it");
    TestBackend last = healthy();

    assertThat(restarted.get(60, TimeUnit.SECONDS).reason()).isEmpty();
    // Its end is the first one: it is waited for, and soon started again.
    last.context.listener().exited("it crashed");
    assertThat(status().state()).isEqualTo(BackendState.STARTING);
    healthy();
  }

  @Test
  void saysWhyItDidNotStartAndGoesOnTrying() throws Exception {
    healthy();

    CompletableFuture<BackendStatus> restarted = gateway.restartAsync("it");
    provider.next().started.completeExceptionally(new BackendUnavailableException("no disk"));

    assertThatThrownBy(() -> restarted.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no disk");
    healthy();
  }

  @Test
  void restartsOneThatStartsForThoseWhoWaitForIt() throws Exception {
    CompletableFuture<BackendStatus> registered =
        gateway.registerAsync("more", BackendConfig.of("scripted"));
    TestBackend one = provider.next();
    TestBackend other = provider.next();
    TestBackend slow = one.context.name().equals("more") ? one : other;
    await().until(() -> slow.started.getNumberOfDependents() > 0);

    CompletableFuture<BackendStatus> restarted = gateway.restartAsync("more");
    CompletableFuture<BackendStatus> again = gateway.restartAsync("more");

    await().until(slow.stopped::isDone);
    assertThat(registered).isNotDone();
    List<TestBackend> lives = new ArrayList<>();
    while (!registered.isDone()) {
      TestBackend next = provider.created.poll(100, TimeUnit.MILLISECONDS);
      if (next != null) {
        lives.add(next);
        next.started.complete(null);
      }
    }
    assertThat(registered.get(60, TimeUnit.SECONDS).available()).isTrue();
    assertThat(restarted.get(60, TimeUnit.SECONDS).available()).isTrue();
    assertThat(again.get(60, TimeUnit.SECONDS).available()).isTrue();
    lives.addAll(provider.created);
    assertThat(lives).filteredOn(life -> !life.stopped.isDone()).hasSize(1);
  }

  @Test
  void stopsTheInstancesOfAllSessions() throws Exception {
    healthy();
    gateway.register("own", BackendConfig.of("stateful").instanceMode(InstanceMode.DEDICATED));
    Session ann = Session.of("ann");
    Session bob = Session.of("bob");
    assertThat(count(ann)).isNotEqualTo(count(bob));
    CompletableFuture<ToolResult> held =
        gateway.callAsync(ToolCall.of("own.hold", RawJson.emptyObject()).withSession(ann));
    await().until(() -> stateful.created.stream().anyMatch(instance -> !instance.open.isEmpty()));
    List<Instance> before = List.copyOf(stateful.created);

    gateway.restart("own");

    assertThatThrownBy(() -> held.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendCallException.class);
    await().until(() -> before.stream().allMatch(instance -> instance.ended));
    String again = count(ann);
    int fresh = Integer.parseInt(again.substring(0, again.indexOf(':')));
    assertThat(fresh).isGreaterThanOrEqualTo(before.size());
  }

  private String count(Session session) {
    return gateway
        .call(ToolCall.of("own.count", RawJson.emptyObject()).withSession(session))
        .text();
  }

  @Test
  void namesTheNearestBackendWhereThereIsNoneOfThisName() throws Exception {
    healthy();

    assertThrown(RegistrationException.class, () -> gateway.restart("iz"))
        .hasMessageContaining("backend \"iz\" is not known; did you mean \"it\"?");
  }

  @Test
  void endsWithTheGatewayAndWithTheBackend() throws Exception {
    healthy();
    CompletableFuture<BackendStatus> added =
        gateway.registerAsync("more", BackendConfig.of("scripted"));
    provider.next().started.complete(null);
    added.get(60, TimeUnit.SECONDS);
    CompletableFuture<Void> gone = new CompletableFuture<>();
    provider.backends().stop(() -> gone);
    CompletableFuture<BackendStatus> restarted = gateway.restartAsync("more");

    CompletableFuture<Void> removed = gateway.deregisterAsync("more");

    assertThatThrownBy(() -> restarted.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("was stopped");
    gone.complete(null);
    removed.get(60, TimeUnit.SECONDS);
    gateway.close();
    assertThrown(GatewayClosedException.class, () -> gateway.restart("it"));
  }
}
