package io.gatemini.transport.stdio;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Values;
import io.gatemini.transport.testing.ChildServer;
import io.gatemini.transport.testing.ProcessBackendTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StdioBackendTest extends ProcessBackendTest {
  private Backend create(BackendConfig config) {
    return create(
        new StdioBackendProvider(),
        new TestContext("child", config.option("shutdown_grace_period", "1s")));
  }

  private Backend start(BackendConfig config) throws Exception {
    return started(create(config));
  }

  private static CompletableFuture<ToolResult> call(
      Backend backend, String tool, String arguments) {
    return call(backend, tool, arguments, ProgressListener.none());
  }

  private static CompletableFuture<ToolResult> call(
      Backend backend, String tool, String arguments, ProgressListener progress) {
    return backend
        .call(
            new BackendCall(
                tool,
                RawJson.wrap(arguments.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                CallContext.local().withProgress(progress)))
        .toCompletableFuture();
  }

  private static final String GARBAGE =
      """
      say npm notice new version
      say\s
      say {"level":"info"}
      say [1,2]
      say \u001b[32mready\u001b[0m {
      """;

  /** A page of tools that names the next. */
  private static String list(int next, String more) {
    return "tools/list result {\"tools\":["
        + ScriptedServer.tool("tool${/params/cursor|0}")
        + more
        + "],\"nextCursor\":\""
        + next
        + "\"}";
  }

  /** The members before the fault are enough to know which call it answers. */
  private static String half(String rest) {
    return "stderr out of cheese\nwrite {\"jsonrpc\":\"2.0\",\"id\":${/id}" + rest + "\nexit 7";
  }

  private static String text(CompletableFuture<ToolResult> result) throws Exception {
    return result.get(60, TimeUnit.SECONDS).text();
  }

  private static ProcessHandle process(Backend backend) {
    return ProcessHandle.of(backend.pid().orElseThrow()).orElseThrow();
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .filteredOn(provider -> provider.name().equals("stdio"))
        .hasSize(1);
  }

  @Test
  void refusesAConfigurationWithoutACommandOrWithAnOptionWithoutSense() {
    StdioBackendProvider provider = new StdioBackendProvider();

    assertThrown(ConfigException.class, () -> provider.validate("a", BackendConfig.of("stdio")))
        .hasMessageContaining("\"a\"")
        .hasMessageContaining("command");
    assertThrown(
            ConfigException.class,
            () ->
                provider.validate(
                    "a", BackendConfig.stdio("x").option("shutdown_grace_period", "soon")))
        .hasMessageContaining("shutdown_grace_period");
    assertThrown(
            ConfigException.class,
            () ->
                provider.validate(
                    "a", BackendConfig.stdio("x").option("shutdown_grace_period", "1m")))
        .hasMessageContaining(
            "backends.a.shutdown_grace_period: shutdown_grace_period must be at most 55s");
    provider.validate("a", BackendConfig.stdio("x").option("shutdown_grace_period", 55));
    provider.validate("a", BackendConfig.stdio("x").option("max_message_bytes", 4096));
  }

  @Test
  void startsListsAndCalls() throws Exception {
    Backend backend =
        start(
            ChildServer.config(list(1, ""), list(2, ""), "tools/list tools tool${/params/cursor}"));

    List<BackendTool> tools = backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(tools).extracting(BackendTool::name).containsExactly("tool0", "tool1", "tool2");
    assertThat(tools.get(0).inputSchema().toString())
        .isEqualTo("{\"type\":\"object\",\"x-number\":0.15}");
    assertThat(tools.get(0).description()).isEqualTo("é😀");
    assertThat(backend.description())
        .isEqualTo(
            "Reads client capabilities {'elicitation':{'form':{}},'tasks':{'cancel':{},'requests':{'elicitation':{'create':{}}}}}.");
    assertThat(text(call(backend, "echo", "{\"a\":\"é😀\"}"))).isEqualTo("{\"a\":\"é😀\"}");
    assertThat(
            play(
                    backend,
                    "say {\"result\":{\"content\":[],\"f\":0.10,\"s\":\"\\u0041 é😀\"},"
                        + "\"jsonrpc\":\"2.0\",\"id\":${/id}}")
                .get(60, TimeUnit.SECONDS)
                .toString())
        .isEqualTo("{\"content\":[],\"f\":0.10,\"s\":\"\\u0041 é😀\"}");
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void endsAListingThatGoesInACircleAndLeavesOutWhatHasNoName() throws Exception {
    Backend backend =
        start(
            ChildServer.config(
                list(
                    1,
                    ",{\"description\":\"no name\"},{\"name\":\"strange\",\"inputSchema\":true}")));

    List<BackendTool> tools = backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(tools)
        .extracting(BackendTool::name)
        .containsExactly("tool0", "strange", "tool1", "strange");
  }

  /** T12. */
  @Test
  void t12RefusesACallBeforeTheHandshakeIsOver() throws Exception {
    Backend backend = create(ChildServer.config(ScriptedServer.MUTE));
    CompletableFuture<Void> started = backend.start().toCompletableFuture();

    assertThat(failure(call(backend, "echo", "{}")))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("not started");
    assertThat(started).isNotDone();
  }

  @Test
  void failsAStartThatTakesTooLongAndLeavesNothing() throws Exception {
    Backend backend =
        create(ChildServer.config(ScriptedServer.MUTE).startTimeout(Duration.ofMillis(700)));

    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    ProcessHandle child = process(backend);

    assertThat(failure(started))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("700 ms");
    await().until(() -> !child.isAlive());
  }

  @Test
  void endsTheChildWhenTheStartIsGivenUpFromOutside() throws Exception {
    Backend backend = create(ChildServer.config(ScriptedServer.MUTE));
    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    ProcessHandle child = process(backend);

    started.completeExceptionally(new CallTimeoutException("start_timeout"));

    await().until(() -> !child.isAlive());
    assertThat(context().exits).isEmpty();
  }

  @Test
  void tellsWhyAChildDidNotStart() throws Exception {
    Backend backend =
        create(
            ChildServer.config(
                "start stderr cannot open the database\nstart stderr giving up\nstart exit 3"));

    assertThat(failure(backend.start().toCompletableFuture()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("\" did not start: it exited with code 3; last words: ")
        .hasMessageContaining("giving up");
    assertThat(backend.stderrTail()).containsExactly("cannot open the database", "giving up");
    assertThat(context().exits).isEmpty();
  }

  @Test
  void doesNotRepeatAValueThatCannotBePassedOn() throws Exception {
    Backend backend = create(BackendConfig.stdio("sh").env("TOKEN", "s3cr3t" + (char) 0));

    assertThat(failure(backend.start().toCompletableFuture()))
        .hasMessageContaining("env.TOKEN must not contain the NUL character")
        .hasMessageNotContaining("s3cr3t");
  }

  @Test
  void doesNotRepeatTheSecretsThatAChildWasGiven() throws Exception {
    Backend backend =
        create(
            BackendConfig.stdio("sh", "-c", "echo \"login as $TOKEN failed, $LEVEL\" >&2; exit 1")
                .env("TOKEN", "hunter2hunter2")
                .env("LEVEL", "debug"));

    assertThat(failure(backend.start().toCompletableFuture()))
        .hasMessageEndingWith("last words: login as ${TOKEN} failed, debug");
  }

  @Test
  void tellsOfACommandThatIsNotThere(@TempDir Path directory) throws Exception {
    Backend missing = create(BackendConfig.stdio(directory.resolve("no-such-program").toString()));
    assertThat(failure(missing.start().toCompletableFuture()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("\"no-such-program\" was not found")
        .hasMessageNotContaining(directory.toString());

    assertThat(
            failure(
                create(BackendConfig.stdio("npx -y @modelcontextprotocol/server-memory"))
                    .start()
                    .toCompletableFuture()))
        .hasMessageContaining(
            "its command is \"npx\" with arguments; write the program alone in command");

    Backend nowhere = create(BackendConfig.stdio("sh").cwd(directory.resolve("gone").toString()));
    assertThat(failure(nowhere.start().toCompletableFuture()))
        .hasMessageContaining("cwd")
        .hasMessageNotContaining(directory.toString());
  }

  @Test
  void failsOpenCallsAtOnceWhenTheChildDies() throws Exception {
    Backend backend = start(ChildServer.config());
    CompletableFuture<ToolResult> open = call(backend, "never", "{}");

    long before = System.nanoTime();
    CompletableFuture<ToolResult> killer = call(backend, "die", "{\"code\":7}");
    Throwable problem = failure(open);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);

    assertThat(problem)
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("exited with code 7")
        .hasMessageContaining("out of cheese");
    assertThat(failure(killer)).hasMessageContaining("code 7");
    assertThat(millis).isLessThan(10_000);
    await().until(() -> context().exits.size() == 1);
    assertThat(context().exits.get(0)).contains("code 7");
    assertThat(failure(call(backend, "echo", "{}"))).hasMessageContaining("code 7");
    assertThat(failure(backend.ping().toCompletableFuture())).hasMessageContaining("code 7");
  }

  @Values("`` | ,\"result\":{\"cont | ,\"result\":{} | ,\"error\":{\"co | }")
  void takesHalfAnAnswerForTheEndOfTheChild(String rest) throws Exception {
    Backend backend = start(ChildServer.config());

    Throwable problem = failure(play(backend, half(rest)));

    assertThat(problem).isInstanceOf(BackendCallException.class);
    assertThat(((BackendCallException) problem).isAnswer()).isFalse();
    assertThat(problem).hasMessageContaining("exited with code 7; last words: out of cheese");
  }

  @Test
  void keepsTheLastWordsForTheLogWhereSeveralClientsReadTheReason() throws Exception {
    TestContext shared = new TestContext("child", ChildServer.config());
    shared.servesSeveralClients = true;
    Backend backend = started(create(new StdioBackendProvider(), shared));

    try (LoggedErrors logged = new LoggedErrors()) {
      assertThat(failure(play(backend, half(""))))
          .hasMessageContaining("exited with code 7")
          .hasMessageNotContaining("out of cheese");
      // An open call hears of it before the gateway does.
      await().until(() -> !context().exits.isEmpty());
      assertThat(context().exits).singleElement().asString().endsWith("exited with code 7");
      assertThat(logged.messages())
          .anyMatch(line -> line.contains("exited with code 7; last words: out of cheese"));
      assertThat(backend.stderrTail()).contains("out of cheese");
    }
  }

  @Test
  void takesAWholeAnswerWithoutALineFeed() throws Exception {
    Backend backend = start(ChildServer.config());
    String rest = ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"last\"}]}}";

    assertThat(text(play(backend, half(rest)))).isEqualTo("last");
  }

  /** T11, the other end of it: a kill from outside. */
  @Test
  void t11FailsOpenCallsWhenTheChildIsKilled() throws Exception {
    Backend backend = start(ChildServer.config());
    CompletableFuture<ToolResult> open = call(backend, "never", "{}");
    text(call(backend, "echo", "{}"));

    long before = System.nanoTime();
    process(backend).destroyForcibly();
    Throwable problem = failure(open);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);

    assertThat(problem).hasMessageContaining("exited with code 137");
    assertThat(millis).isLessThan(10_000);
  }

  @Test
  void treatsAChildThatClosesItsOutputAsGone() throws Exception {
    Backend backend = start(ChildServer.config());
    ProcessHandle child = process(backend);

    assertThat(failure(play(backend, "close out\nwait"))).hasMessageContaining("closed its pipe");
    await().until(() -> !child.isAlive());
    await().until(() -> context().exits.size() == 1);
  }

  @Test
  void swallowsWhatIsNotJsonRpcAndDoesNotMissStderr() throws Exception {
    Backend backend =
        start(ChildServer.config("start close err\n" + GARBAGE.replace("say", "start say")));

    assertThat(text(play(backend, GARBAGE + "answer ok"))).isEqualTo("ok");
    assertThat(text(call(backend, "echo", "{\"a\":1}"))).isEqualTo("{\"a\":1}");
  }

  @Test
  void keepsTheTailOfALongStderr() throws Exception {
    Backend backend =
        start(
            ChildServer.config(
                "start times 19998 stderr line ${i}\nstart stderr line 19999 "
                    + "e".repeat(50_000)));

    text(call(backend, "echo", "{}"));

    await().until(() -> backend.stderrTail().get(199).startsWith("line 19999"));
    assertThat(backend.stderrTail()).hasSize(200);
    assertThat(backend.stderrTail().get(0)).startsWith("line 19800");
    assertThat(backend.stderrTail().get(199)).hasSizeLessThan(1_100);
  }

  @Test
  void givesTheChildACleanEnvironmentAndItsDirectory(@TempDir Path directory) throws Exception {
    Backend backend =
        start(
            ChildServer.config()
                .env("OWN_KEY", "value")
                .env("PATH", "/own/path")
                .cwd(directory.toString()));

    JsonNode environment = RawJson.parse(text(call(backend, "env", "{}"))).tree();

    assertThat(environment.get("OWN_KEY").asText()).isEqualTo("value");
    assertThat(environment.get("PATH").asText()).isEqualTo("/own/path");
    environment
        .fieldNames()
        .forEachRemaining(
            name ->
                assertThat(name)
                    .matches(
                        "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TERM|TMPDIR|TEMP|TMP|TZ|LC_.*"
                            + "|XDG_.*|.*_PROXY|.*_proxy|SSL_CERT_FILE|SSL_CERT_DIR"
                            + "|NODE_EXTRA_CA_CERTS|SSH_AUTH_SOCK|(WAYLAND_)?DISPLAY|JAVA_HOME"
                            + "|OWN_KEY|GATEMINI_CHILD|GATEMINI_ANCESTRY"));
    assertThat(text(call(backend, "cwd", "{}"))).isEqualTo(directory.toRealPath().toString());
  }

  /** T6 on this side: ids cannot collide, and an answer without a request disturbs nothing. */
  @Test
  void t06DropsLateAnswers() throws Exception {
    Backend backend = start(ChildServer.config());
    call(backend, "never", "{}").cancel(true);
    await().untilAsserted(() -> assertThat(text(call(backend, "cancelled", "{}"))).isNotEmpty());

    assertThat(
            text(
                play(
                    backend,
                    "say {\"jsonrpc\":\"2.0\",\"id\":${cancelled},\"result\":{\"content\":[]}}\n"
                        + "say {\"jsonrpc\":\"2.0\",\"id\":\"strange\",\"result\":{}}\n"
                        + "say {\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}\n"
                        + "answer ok")))
        .isEqualTo("ok");
    assertThat(text(call(backend, "echo", "{\"b\":2}"))).isEqualTo("{\"b\":2}");
  }

  /** T8 on this side. */
  @Test
  void t08TellsTheServerOfACallThatWasGivenUpOrTimedOut() throws Exception {
    Backend backend = start(ChildServer.config());
    CompletableFuture<ToolResult> givenUp = call(backend, "never", "{}");
    CompletableFuture<ToolResult> timedOut = call(backend, "never", "{}");

    givenUp.cancel(true);
    timedOut.completeExceptionally(new CallTimeoutException("too slow"));

    assertThat(text(call(backend, "cancelled", "{}"))).isEqualTo("1,2");
    call(backend, "echo", "{}").get(60, TimeUnit.SECONDS);
    assertThat(text(call(backend, "cancelled", "{}"))).isEqualTo("1,2");
  }

  /** T9 on this side: a token of its own for each call, and none without a listener. */
  @Test
  void t09PassesProgressOnInOrder() throws Exception {
    Backend backend = start(ChildServer.config());
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();

    CompletableFuture<ToolResult> one =
        call(backend, "steps", "{}", (progress, total, message) -> first.add(progress));
    CompletableFuture<ToolResult> two =
        call(
            backend,
            "steps",
            "{}",
            (progress, total, message) -> {
              assertThat(total).isEqualTo(OptionalDouble.of(20));
              assertThat(message).isEqualTo(Optional.of("step"));
              second.add(progress);
            });

    assertThat(text(one)).isNotEqualTo(text(two)).isNotEmpty();
    List<Double> expected = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      expected.add((double) i);
    }
    assertThat(first).isEqualTo(expected);
    assertThat(second).isEqualTo(expected);
    assertThat(text(call(backend, "steps", "{}"))).isEmpty();
  }

  @Test
  void passesErrorsOnWithCodeAndMessage() throws Exception {
    Backend backend = start(ChildServer.config());

    assertThat(failure(play(backend, "fail {\"code\":-32050,\"message\":\"out of paper\"}")))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("-32050")
        .hasMessageContaining("out of paper");
    assertThat(failure(play(backend, "result 5")))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("not an object");
  }

  @Test
  void answersWhatTheServerAsksAndHearsOfChangedTools() throws Exception {
    Backend backend = start(ChildServer.config());

    assertThat(
            text(
                play(
                    backend,
                    "say {\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"ping\"}\nsay {\"jsonrpc\":\"2.0\","
                        + "\"id\":\"q2\",\"method\":\"sampling/createMessage\",\"params\":{}}\nanswer ok")))
        .isEqualTo("ok");
    assertThat(
            text(
                play(
                    backend,
                    "say {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\nanswer ok")))
        .isEqualTo("ok");

    assertThat(context().toolChanges).hasValue(1);
    assertThat(text(call(backend, "echo", "{}"))).isEqualTo("{}");
  }

  @Test
  void passesTwelveMegabytesBothWays() throws Exception {
    Backend backend = start(ChildServer.config());

    assertThat(text(call(backend, "large", "{\"size\":12000000}"))).hasSize(12_000_000);
    assertThat(text(call(backend, "echo", "{\"a\":\"" + "y".repeat(12_000_000) + "\"}")))
        .hasSize(12_000_008);
  }

  @Test
  void failsTheCallWhoseAnswerIsAboveTheBoundAndGoesOn() throws Exception {
    Backend backend = start(ChildServer.config().option("max_message_bytes", 100_000));

    assertThat(failure(call(backend, "large", "{\"size\":200000}")))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("max_message_bytes");
    assertThat(
            failure(
                play(
                    backend,
                    "say {\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"${pad}\"}]},"
                        + "\"jsonrpc\":\"2.0\",\"id\":${/id}}")))
        .hasMessageContaining("max_message_bytes");
    assertThat(text(call(backend, "large", "{\"size\":90000}"))).hasSize(90_000);
  }

  @Test
  void neverHoldsACallerWhenTheChildDoesNotRead() throws Exception {
    Backend backend = start(ChildServer.config());
    text(play(backend, "answer ok\nwait"));
    String large = "{\"a\":\"" + "z".repeat(20_000_000) + "\"}";

    long before = System.nanoTime();
    List<CompletableFuture<ToolResult>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(call(backend, "echo", "{\"a\":\"" + "s".repeat(10_000) + "\"}"));
    }
    for (int i = 0; i < 5; i++) {
      calls.add(call(backend, "echo", large));
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);

    assertThat(millis).isLessThan(10_000);
    assertThat(failure(calls.get(24))).hasMessageContaining("does not read");
    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(failure(calls.get(0))).hasMessageContaining("stopped");
  }

  @Test
  void endsAChildThatIgnoresTermAndWhatItStarted() throws Exception {
    Backend backend =
        start(ChildServer.config(ScriptedServer.IGNORES_TERM, ChildServer.GRANDCHILDREN));
    ProcessHandle child = process(backend);
    await().until(() -> child.descendants().count() >= 2);
    List<ProcessHandle> all = new ArrayList<>(child.descendants().toList());
    all.add(child);
    CompletableFuture<ToolResult> open = call(backend, "never", "{}");

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(all).noneMatch(ProcessTree::isAlive);
    assertThat(failure(open)).hasMessageContaining("stopped");
    assertThat(context().exits).isEmpty();
  }

  @Test
  void mayTakeTwoSecondsBeyondTheGracePeriodToStop() {
    BackendConfig config = BackendConfig.stdio("true").option("shutdown_grace_period", "30s");
    try (TestContext context = new TestContext("child", config)) {
      Backend backend = new StdioBackendProvider().create(context);

      assertThat(backend.stopTimeout()).isEqualTo(Duration.ofSeconds(32));
    }
  }

  @Test
  void endsWhatAKilledChildLeavesBehind() throws Exception {
    Backend backend = start(ChildServer.config(ChildServer.GRANDCHILDREN));
    ProcessHandle child = process(backend);
    await().until(() -> child.descendants().count() >= 2);
    List<ProcessHandle> all = child.descendants().toList();

    child.destroyForcibly();

    await().untilAsserted(() -> assertThat(all).noneMatch(ProcessTree::isAlive));
    await().until(() -> context().exits.size() == 1);
  }

  @Test
  void leavesNoThreadAndStopsTwice() throws Exception {
    Backend backend = start(ChildServer.config());
    text(call(backend, "echo", "{}"));

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("gatemini-child")));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(
            thread ->
                thread.getName().startsWith("parallel-")
                    || thread.getName().startsWith("boundedElastic"))
        .allMatch(Thread::isDaemon);
    assertThat(context().exits).isEmpty();
  }

  @Test
  void losesAndConfusesNothingOfTenThousandCallsSixtyFourAtATime() throws Exception {
    Backend backend = start(ChildServer.config());
    int count = 10_000;
    AtomicInteger right = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    Semaphore permits = new Semaphore(64);
    CountDownLatch done = new CountDownLatch(count);
    ExecutorService callers = Executors.newFixedThreadPool(8);

    for (int t = 0; t < 8; t++) {
      int first = t;
      callers.execute(
          () -> {
            for (int i = first; i < count; i += 8) {
              permits.acquireUninterruptibly();
              String arguments = "{\"n\":" + i + ",\"pad\":\"" + "p".repeat(i % 700) + "\"}";
              call(backend, "echo", arguments)
                  .whenComplete(
                      (result, problem) -> {
                        boolean ok = result != null && result.text().equals(arguments);
                        (ok ? right : wrong).incrementAndGet();
                        permits.release();
                        done.countDown();
                      });
            }
          });
    }

    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    callers.shutdown();
    assertThat(wrong).hasValue(0);
    assertThat(right).hasValue(count);
  }
}
