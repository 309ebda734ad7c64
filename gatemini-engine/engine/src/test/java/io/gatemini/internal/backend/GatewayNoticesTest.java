package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CallRefusedException;
import io.gatemini.Gateway;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Resource;
import io.gatemini.internal.surface.notice.Heard;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Notices of backends, calls and registrations, from their source to the client. */
class GatewayNoticesTest {
  private static final Session ANNA = Session.of("anna");
  private static final Session BORIS = Session.of("boris");
  private static final String SECRET = "s3cr3t-of-the-operator";

  private final TestTransport provider = TestTransport.manual("scripted");
  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final Heard heard = new Heard();
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(provider)
          .scheduler(scheduler)
          .executor(executor)
          .health(
              health ->
                  health
                      .maxRestarts(1)
                      .restartInitialBackoff(Duration.ofMillis(20))
                      .restartMaxBackoff(Duration.ofSeconds(30)))
          .backend(
              "it",
              BackendConfig.of("scripted")
                  .maxConcurrentCalls(1)
                  .semaphoreTimeout(Duration.ofMillis(20))
                  .env("API_KEY", SECRET)
                  .header("Authorization", "Bearer token-of-the-operator")
                  .url("http://host.test/mcp?key=in-the-query"))
          .backend(
              "java",
              BackendConfig.inProcess()
                  .tool("hi", "Hi.", "{}", args -> "hi")
                  .rateLimit(20_000, Duration.ofSeconds(60)))
          .build();

  @AfterEach
  void close() {
    gateway.close();
    scheduler.shutdownNow();
    executor.shutdownNow();
  }

  @Test
  void tellsHowABackendComesGoesAndComesBack() throws Exception {
    listen(ANNA, heard).logLevel(LogLevel.DEBUG);
    TestBackend first = provider.next();

    first.started.complete(null);
    awaitLine("INFO gatemini.backend backend \"it\" is healthy");
    provider.backends().tools("work", "more");
    first.context.listener().toolsChanged();
    awaitLine("INFO gatemini.catalog backend \"it\" has other tools now, 2 in all");
    first.context.listener().exited("it exited with code 1: " + SECRET);
    awaitLine(
        "WARNING gatemini.backend backend \"it\" is down and is started again: it exited with code"
            + " 1: ***");
    TestBackend second = provider.next();
    provider.backends().tools("work");
    second.started.complete(null);
    awaitLine("NOTICE gatemini.backend backend \"it\" is healthy again");
    second.context.listener().exited("it exited once more");
    awaitLine(
        "ERROR gatemini.backend backend \"it\" is stopped: it exited once more; it ends again and"
            + " again");
  }

  @Test
  void aListThatIsTheSameIsNoNews() throws Exception {
    listen(ANNA, heard).logLevel(LogLevel.DEBUG);
    TestBackend backend = provider.next();
    backend.started.complete(null);
    awaitLine("INFO gatemini.backend backend \"it\" is healthy");

    backend.context.listener().toolsChanged();
    await().until(() -> backend.listings.get() == 2);
    provider.backends().tools("other");
    backend.context.listener().toolsChanged();

    awaitLine("INFO gatemini.catalog backend \"it\" has other tools now, 1 in all");
    assertThat(heard.texts()).filteredOn(it -> it.contains("gatemini.catalog")).hasSize(1);
  }

  @Test
  void noMessageTellsASecretOfTheOperator() throws Exception {
    listen(ANNA, heard).logLevel(LogLevel.DEBUG);

    provider
        .next()
        .started
        .completeExceptionally(
            new BackendCallException(
                "HTTP 401 of http://host.test/mcp?key=in-the-query: \"Bearer"
                    + " token-of-the-operator\" and "
                    + SECRET
                    + " are not welcome, token-of-the-operator!"));

    awaitLine(
        "WARNING gatemini.backend backend \"it\" is stopped: HTTP 401 of"
            + " http://host.test/mcp?***: \"***\" and *** are not welcome, ***!");
    BackendStatus status =
        gateway.backends().stream().filter(it -> it.name().equals("it")).findFirst().get();
    assertThat(status.reason().orElseThrow() + heard.lines)
        .doesNotContain(SECRET, "token-of-the-operator", "in-the-query");
  }

  @Test
  void aRefusedCallIsHeardByItsSessionAlone() {
    listen(ANNA, heard);
    Heard other = new Heard();
    listen(BORIS, other).logLevel(LogLevel.INFO);

    assertThatThrownBy(
            () ->
                gateway
                    .callAsync(ToolCall.of("java.hi", Map.of()).withSession(ANNA).withReadOnly())
                    .join())
        .hasCauseInstanceOf(CallRefusedException.class);

    await().until(() -> heard.lines.size() == 1);
    assertThat(heard.texts().get(0))
        .startsWith("WARNING gatemini.policy a call was refused: \"java.hi\" was not called: it");
    assertThat(heard.lines.get(0).data().get("tool").asText()).isEqualTo("java.hi");
    gateway.register("new", BackendConfig.inProcess().tool("hi", "Hi.", "{}", args -> "hi"));
    gateway.deregister("new");
    // Said after the refusal: had that been for everybody, it would be heard by now.
    String stopped = "INFO gatemini.backend backend \"new\" is stopped: it was stopped";
    await().until(() -> other.texts().contains(stopped));
    assertThat(other.texts()).noneMatch(text -> text.contains("refused"));
  }

  @Tag("long")
  @Test
  void aCallThatIsRefusedAfterItHasWaitedIsHeardAsWell() throws Exception {
    listen(ANNA, heard);
    TestBackend backend = provider.next();
    backend.started.complete(null);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    ToolCall call = ToolCall.of("it.work", Map.of()).withSession(ANNA);
    CompletableFuture<ToolResult> first = gateway.callAsync(call);

    assertThatThrownBy(() -> gateway.callAsync(call).join())
        .hasCauseInstanceOf(CallRefusedException.class);

    await().until(() -> heard.lines.size() == 1);
    assertThat(heard.texts().get(0)).contains("max concurrent calls");
    assertThat(first).isNotDone();
  }

  @Test
  void aRefusedRegistrationIsHeardByItsSessionAlone() {
    listen(ANNA, heard);
    Heard other = new Heard();
    listen(BORIS, other);

    assertThatThrownBy(
            () -> gateway.registerAsync("new", BackendConfig.stdio("rm", "-r"), ANNA).join())
        .hasCauseInstanceOf(RegistrationException.class);
    assertThrown(Exception.class, () -> gateway.deregisterAsync("java", ANNA).join());

    await().until(() -> heard.lines.size() == 2);
    assertThat(heard.texts())
        .allMatch(it -> it.startsWith("WARNING gatemini.policy registering or removing \""));
    assertThat(other.lines).isEmpty();
  }

  @Test
  void tenThousandCallsAreAFewUpdates() {
    Listening listening = listen(ANNA, heard);
    listening.subscribe("gatemini://stats");
    listening.subscribe("gatemini://recent");
    long started = System.nanoTime();

    for (int i = 0; i < 10_000; i++) {
      gateway.callAsync(ToolCall.of("java.hi", Map.of())).join();
    }

    await().until(() -> heard.updated.size() >= 2);
    long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
    assertThat(heard.updated.size()).isLessThanOrEqualTo(2 * ((int) seconds + 2));
    assertThat(heard.updated).contains("gatemini://stats", "gatemini://recent");
  }

  @Test
  void theListOfResourcesDoesNotChangeWithTheStateOfABackend() throws Exception {
    listen(ANNA, heard).logLevel(LogLevel.DEBUG);
    List<Resource> before = gateway.resources();

    provider.next().started.complete(null);
    awaitLine("INFO gatemini.backend backend \"it\" is healthy");

    assertThat(gateway.resources()).isEqualTo(before);
  }

  @Test
  void whatABackendSaysOfItselfIsKnownBeforeItsTools() throws Exception {
    TestBackend first = provider.next();
    CompletableFuture<Boolean> hadTools = new CompletableFuture<>();
    provider
        .backends()
        .description(
            () -> {
              hadTools.complete(!gateway.catalog().tools("it").isEmpty());
              return "Keeps files.";
            });

    first.started.complete(null);

    assertThat(hadTools.get(60, TimeUnit.SECONDS)).isFalse();
    await().until(() -> !gateway.catalog().tools("it").isEmpty());
    assertThat(gateway.instructions()).contains("it (1) Keeps files");
  }

  @Test
  void backendsThatComeAndGoAreNewsOfBackendsAndHealth() {
    Listening listening = listen(ANNA, heard);
    listening.subscribe("gatemini://backends");
    listening.subscribe("gatemini://health");

    gateway.register("new", BackendConfig.inProcess().tool("hi", "Hi.", "{}", args -> "hi"));
    await().until(() -> heard.updated.size() >= 2);
    int before = heard.updated.size();
    gateway.deregister("new");

    await().until(() -> heard.updated.size() >= before + 2);
  }

  @Test
  void nobodyIsToldThatTheGatewayCloses() throws Exception {
    listen(ANNA, heard).logLevel(LogLevel.DEBUG);
    provider.next().started.complete(null);
    awaitLine("INFO gatemini.backend backend \"it\" is healthy");

    gateway.close();

    assertThat(gateway.backends()).allMatch(it -> it.state() == BackendState.STOPPED);
    // Every pending notice would have arrived by now: the threads of the host continue.
    await().until(() -> scheduler.getActiveCount() == 0);
    assertThat(heard.texts()).noneMatch(it -> it.contains("stopped"));
  }

  private Listening listen(Session session, Heard listener) {
    return gateway.surface().listen(session, listener);
  }

  private void awaitLine(String line) {
    await()
        .untilAsserted(
            () -> assertThat(heard.texts()).as(() -> heard.lines.toString()).contains(line));
  }
}
