package io.gatemini.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.answer.GivenReduction;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.program.ChainEnvironment.AgentTools;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.settings.Settings;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import io.gatemini.testing.GivenChainGateway;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainRouterTest {
  private final TestCatalog catalog =
      TestCatalog.of("a.b", "my-backend.web-search", "Math.max", "files.read");
  private final List<ToolCall> calls = new ArrayList<>();
  private final List<String> programs = new ArrayList<>();
  private final List<Long> returned = new ArrayList<>();
  private Function<ToolCall, CompletableFuture<ToolResult>> tool =
      call -> CompletableFuture.completedFuture(ToolResult.text("answer of " + call.tool()));
  private Function<String, RawJson> info = key -> RawJson.parse("{\"name\":\"" + key + "\"}");
  private @Nullable ScriptEngine engine = new RecordingEngine();
  private final List<Runnable> handedOn = new ArrayList<>();
  private Executor executor = Runnable::run;
  private CompletableFuture<List<String>> named = CompletableFuture.completedFuture(List.of());

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersWhenTheEngineLacksAClass(boolean waits) {
    engine =
        engine(
            host -> {
              throw new NoClassDefFoundError("org/example/Gone");
            });
    named = waits ? new CompletableFuture<>() : named;

    CompletableFuture<ChainResult> answer = router().run(request("return 1 + 1"));
    named.complete(List.of());

    assertThat(answer).isDone();
    assertThat(answer.join().isError()).isTrue();
    assertThat(answer.join().text()).contains("NoClassDefFoundError");
  }

  @Test
  void callHasTheTimeoutOfTheRequestAndNotThatOfPrograms() {
    router().run(request("{\"tool\": \"b\"}").withTimeout(Duration.ofSeconds(9))).join();
    run("{\"tool\": \"b\"}");

    assertThat(calls.get(0).context().timeout()).contains(Duration.ofSeconds(9));
    assertThat(calls.get(1).context().timeout()).isEmpty();
  }

  @Test
  void callsAToolFromJson() {
    ChainResult result = run("{\"tool\": \"b\", \"arguments\": {\"q\": \"x\"}}");

    assertThat(calls).hasSize(1);
    assertThat(calls.get(0).tool()).isEqualTo("b");
    assertThat(calls.get(0).arguments()).hasToString("{\"q\": \"x\"}");
    assertThat(calls.get(0).context().timeout()).isEmpty();
    assertThat(result.text()).isEqualTo("answer of b");
    assertThat(result.result().json().toString())
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"answer of b\"}]}");
    assertThat(returned).containsExactly(11L);
    assertThat(programs).isEmpty();
  }

  @Test
  void answersABadShapeWithAnErrorThatShowsTheRightOne() {
    ChainResult result = run("{\"tool\": \"b\", \"arguments\": \"q\"}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("\"arguments\" must be a JSON object");
    assertThat(calls).isEmpty();
  }

  @Test
  void makesAListOfCallsInItsOrderAndAnswersAll() {
    tool =
        call ->
            call.tool().equals("a.b")
                ? CompletableFuture.failedFuture(new CallTimeoutException("too slow"))
                : CompletableFuture.completedFuture(ToolResult.text("answer of " + call.tool()));

    ChainResult result = run("[{\"name\": \"a.b\"}, {\"tool\": \"read\", \"args\": {}}]");

    assertThat(calls).extracting(ToolCall::tool).containsExactly("a.b", "read");
    assertThat(result.isError()).isTrue();
    assertThat(result.toolCalls()).isEqualTo(2);
    assertThat(result.text())
        .isEqualTo(
            """
            [read as 2 calls, made in this order]
            1. a.b failed:
            too slow
            2. read:
            answer of read""");
  }

  @Test
  void givesUpAListOfCallsWithItsAnswer() {
    CompletableFuture<ToolResult> first = new CompletableFuture<>();
    tool = call -> first;

    CompletableFuture<ChainResult> answer =
        router().run(request("[{\"tool\": \"a.b\"}, {\"tool\": \"read\"}]"));
    answer.cancel(true);

    assertThat(first).isCancelled();
    assertThat(calls).hasSize(1);
  }

  @Test
  void saysHowACallWasReadAndWhereCodeWasFenced() {
    assertThat(run("```\n{\"name\": \"files.read\"}\n```").text())
        .isEqualTo(
            """
            [taken out of its code fence]
            [read as {"tool": "files.read", "arguments": {...}}]
            answer of files.read""");
  }

  @Test
  void refusesWhatAProgramReturnedInsteadOfCalling() {
    engine =
        engine(
            host ->
                CompletableFuture.completedFuture(
                    new ScriptEngine.Outcome(
                        ScriptEngine.Status.OK,
                        RawJson.parse("{\"tool\":\"files.read\",\"args\":{\"a\":1}}"),
                        "",
                        OptionalInt.empty(),
                        List.of())));

    ChainResult result = run("const call = 1; return call");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("{\"tool\": \"files.read\", \"arguments\": {\"a\":1}}");
  }

  @Test
  void answersAnUnknownToolWithTheExceptionsMessage() {
    tool = call -> CompletableFuture.failedFuture(new UnknownToolException("no \"x\"; try \"y\""));

    ChainResult result = run("{\"tool\": \"x\"}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).isEqualTo("no \"x\"; try \"y\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "await my_backend.web_search({\"q\":\"x\"})",
        "const r = await my_backend.web_search({\"q\":\"x\"});\nreturn r;",
        "const r: any = await my_backend.web_search({q: 'x'}); return r",
        "(await my_backend.web_search({q: `x`,})) // searches",
      })
  void callsAToolUnderItsSanitisedNameWithoutAnEngine(String code) {
    engine = null;

    ChainResult result = run(code);

    assertThat(calls).extracting(ToolCall::tool).containsExactly("my-backend.web-search");
    assertThat(calls.get(0).arguments()).hasToString("{\"q\":\"x\"}");
    assertThat(result.isError()).isFalse();
    assertThat(programs).isEmpty();
  }

  /** Specification 3.2: what the earlier system misread. */
  @Values(
      """
      return Math.max(1) | return Math.max({"a":1}) | return Date.now()
      return JSON.stringify({"a":1}) | console.log("x") | if (c) await a.b({"q":1})
      await a.b({"q":1}); return 1 | await a.b({"q":1}); return null
      await a.b({"q":1}); return other | a.b(5) | a.b("s") | "a,b".split(",") | [1,2].includes(2)
      await a.unknown({}) | await unknown.b({})
      """)
  void givesTheEngineWhatIsNoSimpleCall(String code) {
    ChainResult result = run(code);

    assertThat(programs).containsExactly(code);
    assertThat(calls).isEmpty();
    assertThat(result.isError()).isFalse();
  }

  @Test
  void answersAnIntrospectionWithoutAnEngine() {
    engine = null;

    ChainResult result = run("return __getToolInterface(\"my_backend.web_search\")");

    assertThat(result.value().path("name").asText()).isEqualTo("my-backend.web-search");
    assertThat(result.result().hasStructuredContent()).isFalse();
  }

  @Test
  void givesTheEngineAnIntrospectionOfAToolThatHasJustGone() {
    info =
        key -> {
          throw new UnknownToolException("no " + key);
        };

    run("__getToolInterface('a.b')");

    assertThat(programs).hasSize(1);
  }

  @Test
  void namesTheMissingArtifact() {
    engine = null;

    ChainResult result = run("return 1");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("io.gatemini:gatemini-sandbox").contains("{\"tool\":");
  }

  @Test
  void saysThatACallTimedOut() {
    tool =
        call ->
            CompletableFuture.failedFuture(new CallTimeoutException("a.b did not answer in 1 s"));

    ChainResult result = run("await a.b({})");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).isEqualTo("a.b did not answer in 1 s");
  }

  @Test
  void cancelsTheCallWhenTheChainIsCancelled() {
    CompletableFuture<ToolResult> pending = new CompletableFuture<>();
    tool = call -> pending;

    router().run(request("await a.b({})")).cancel(true);

    assertThat(pending).isCancelled();
    assertThat(returned).isEmpty();
  }

  @Test
  void passesADeadlineOnAsADeadline() {
    CompletableFuture<ToolResult> pending = new CompletableFuture<>();
    tool = call -> pending;

    router()
        .run(request("await a.b({})"))
        .completeExceptionally(new CallTimeoutException("too late"));

    assertThat(pending)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(CallTimeoutException.class);
  }

  @Test
  void cancelsTheEngineAndItsCallsWhenTheChainIsCancelled() {
    CompletableFuture<ToolResult> pending = new CompletableFuture<>();
    CompletableFuture<ScriptEngine.Outcome> outcome = new CompletableFuture<>();
    tool = call -> pending;
    engine =
        engine(
            host -> {
              host.call("a.b", RawJson.emptyObject());
              return outcome;
            });

    router().run(request("x = 1")).cancel(true);

    assertThat(outcome).isCancelled();
    assertThat(pending).isCancelled();
  }

  @Test
  void saysWhichCallsHadCompletedWhenAProgramFails() {
    engine =
        engine(
            host -> {
              host.call("a.b", RawJson.emptyObject());
              return CompletableFuture.completedFuture(
                  new ScriptEngine.Outcome(
                      ScriptEngine.Status.ERROR,
                      RawJson.parse("null"),
                      "boom",
                      OptionalInt.of(3),
                      List.of("seen")));
            });

    ChainResult result = run("throw 1");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .isEqualTo("boom (line 3)\ntool calls that had completed: a.b\nconsole:\nseen");
    assertThat(result.toolCalls()).isEqualTo(1);
  }

  @Test
  void givesTextAsTextAndEverythingElseAsJson() {
    engine = returning("\"two\\nlines\"", List.of());
    assertThat(run("x").text()).isEqualTo("two\nlines");

    engine = returning("{\"a\":[1]}", List.of("first", "second"));
    ChainResult result = run("x");

    assertThat(result.result().json())
        .isEqualTo(
            RawJson.parse(
                """
                {"content": [{"type": "text", "text": "{\\"a\\":[1]}"},
                             {"type": "text", "text": "console:\\nfirst\\nsecond"}]}\
                """));
  }

  /** A picture is of no use as text; the rest of the value says where it stood. */
  @Table(
      """
      {"type":"image","data":"AAAA","mimeType":"image/png"} | 1 |
      [{"type":"text","text":"a"},{"type":"audio","data":"AAAA","mimeType":"audio/wav"}] | 2 | a
      {"n":1,"shot":{"type":"image","data":"AAAA","mimeType":"image/png"}} | 2 | \
      {"n":1,"shot":"[image image/png, 4 base64 characters]"}
      [1,{"type":"resource","resource":{"uri":"x://y","blob":"AAAA"}}] | 2 | [1,"[resource x://y]"]
      """)
  void keepsPicturesOfAProgramAsBlocks(String value, int blocks, @Nullable String text) {
    engine = returning(value, List.of());

    ChainResult result = run("x");

    assertThat(result.result().content()).hasSize(blocks);
    assertThat(result.result().content().get(blocks - 1).toString()).contains("AAAA");
    assertThat(result.result().text()).isEqualTo(text == null ? "" : text);
    assertThat(result.json()).hasToString(value);
    assertThat(result.toolCalls()).isZero();
  }

  @Test
  void leavesATextAloneThatOnlySpeaksOfPictures() {
    engine = returning("{\"type\":\"image\",\"n\":[{\"type\":\"resource\"}]}", List.of());

    assertThat(run("x").text()).isEqualTo("{\"type\":\"image\",\"n\":[{\"type\":\"resource\"}]}");
  }

  @Test
  void keepsTheBoundForTextAndConsoleTogether() {
    engine =
        returning(TextNode.valueOf("v".repeat(10_000)).toString(), List.of("l".repeat(10_000)));

    ChainResult result = router().run(request("x").withMaxOutputBytes(1_000)).join();

    assertThat(result.bytesReturned()).isLessThanOrEqualTo(1_000);
    assertThat(result.bytesProcessed()).isGreaterThan(20_000);
    assertThat(result.reductions()).isNotEmpty();
  }

  @Test
  void handsOnWhatTakesLongerThanAChangeOfThreads() {
    CompletableFuture<ToolResult> far = new CompletableFuture<>();
    tool = call -> far;
    executor = handedOn::add;
    CompletableFuture<ChainResult> answer = router().run(request("{\"tool\": \"b\"}"));

    far.complete(ToolResult.text("x".repeat(100_000)));

    assertThat(answer).isNotDone();
    assertThat(handedOn).hasSize(1);
    handedOn.get(0).run();
    assertThat(answer).isDone();
    assertThat(answer.join().bytesProcessed()).isEqualTo(100_000);
  }

  @Test
  void answersWhatIsSmallWhereItArrives() {
    executor = handedOn::add;

    ChainResult result = run("{\"tool\": \"b\"}");

    assertThat(result.text()).isEqualTo("answer of b");
    assertThat(handedOn).isEmpty();
  }

  @Test
  void looksForHintsOutsideOfTheEngine() {
    engine =
        engine(
            host ->
                CompletableFuture.completedFuture(
                    new ScriptEngine.Outcome(
                        ScriptEngine.Status.ERROR,
                        RawJson.parse("null"),
                        "ReferenceError: fiels is not defined",
                        OptionalInt.empty(),
                        List.of())));
    executor = handedOn::add;
    CompletableFuture<ChainResult> answer = router().run(request("return fiels.x + 1"));
    CompletableFuture<ChainResult> cancelled = router().run(request("return fiels.x + 1"));
    assertThat(answer).isNotDone();

    cancelled.cancel(true);
    handedOn.forEach(Runnable::run);

    assertThat(answer.join().text()).contains("hint: did you mean the backend files?");
    assertThat(returned).hasSize(1);
  }

  private ChainResult run(String code) {
    return router().run(request(code)).join();
  }

  private static ChainRequest request(String code) {
    return ChainRequest.of(code).withSession(Session.of("test"));
  }

  private ChainRouter router() {
    return new ChainRouter(
        new ChainEnvironment(
            new Reached(),
            GivenReduction.boundOnly(),
            new TestContext().withExecutor(executor),
            new Settings(GatewaySettings.defaults().chainTimeout(Duration.ofSeconds(5))),
            new AgentTools("call_tool_chain", Set.of()),
            (session, name, processed, bytes) -> returned.add(bytes)));
  }

  /** The gateway of a test. */
  private final class Reached extends GivenChainGateway {
    Reached() {
      super(catalog);
    }

    @Override
    public CompletableFuture<ToolResult> call(ToolCall call) {
      calls.add(call);
      return tool.apply(call);
    }

    @Override
    public CompletableFuture<List<String>> named(String program, Duration patience) {
      return named;
    }

    @Override
    public ProgramLanguage language(Optional<String> name) {
      return new ProgramLanguage(
          JavaScript.NAME, JavaScript.LANGUAGE, () -> Optional.ofNullable(engine));
    }

    @Override
    public RawJson info(String tool) {
      return info.apply(tool);
    }

    @Override
    public RawJson result(String session, String id) {
      return new GuardedResultStore(ResultStore.none(), false, 0, "call_tool_chain")
          .get(session, id);
    }
  }

  private static ScriptEngine returning(String value, List<String> logs) {
    return engine(
        host ->
            CompletableFuture.completedFuture(
                new ScriptEngine.Outcome(
                    ScriptEngine.Status.OK, RawJson.parse(value), "", OptionalInt.empty(), logs)));
  }

  private static ScriptEngine engine(
      Function<ScriptHost, CompletionStage<ScriptEngine.Outcome>> run) {
    return new ScriptEngine() {
      @Override
      public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
        return run.apply(host);
      }

      @Override
      public void close() {}
    };
  }

  private final class RecordingEngine implements ScriptEngine {
    @Override
    public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
      programs.add(program.code());
      return CompletableFuture.completedFuture(
          new Outcome(Status.OK, RawJson.parse("null"), "", OptionalInt.empty(), List.of()));
    }

    @Override
    public void close() {}
  }
}
