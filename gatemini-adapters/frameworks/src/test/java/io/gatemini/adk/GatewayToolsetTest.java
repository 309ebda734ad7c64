package io.gatemini.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.EndlessTool;
import io.gatemini.testing.TestGateway;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents of ADK, with a model that follows a script, go through the loop of the framework. */
@Timeout(60)
class GatewayToolsetTest {
  private static final String USER = "ann";
  private static final String INVOICE =
      "{\"type\":\"object\",\"properties\":{\"invoice\":{\"type\":\"string\"}},"
          + "\"required\":[\"invoice\"]}";

  private final EndlessTool endless = new EndlessTool();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .backend(
              "billing",
              BackendConfig.inProcess()
                  .tool("refund", "Refund an invoice.", INVOICE, args -> "refunded " + args)
                  .tool("fail", "Fails always.", "{}", args -> fail())
                  .tool("nothing", "Gives nothing.", "{}", args -> null)
                  .tool("print", "Print everything.", "{}", args -> "word ".repeat(200_000))
                  .tool("block", "Block for long.", "{}", args -> endless.call())
                  .tool(
                      "identity",
                      "Tells the identity of the caller.",
                      "{}",
                      ToolHandler.of((args, context) -> context.session().id())))
          .build();

  private static Object fail() {
    throw new IllegalStateException("no paper left");
  }

  /** Answers a request by what was said last; keeps what it was offered. */
  private static final class Script extends BaseLlm {
    private final List<Part[]> turns;
    private final List<List<String>> offered = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> answers = new CopyOnWriteArrayList<>();
    private Map<String, BaseTool> tools = Map.of();
    private int turn;

    Script(Part[]... turns) {
      super("script");
      this.turns = List.of(turns);
    }

    @Override
    public synchronized Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      offered.add(
          request.config().flatMap(config -> config.tools()).orElse(List.of()).stream()
              .flatMap(tool -> tool.functionDeclarations().orElse(List.of()).stream())
              .map(FunctionDeclaration::name)
              .map(name -> name.orElse(""))
              .toList());
      tools = request.tools();
      List<Content> said = request.contents();
      said.get(said.size() - 1).parts().orElse(List.of()).stream()
          .flatMap(part -> part.functionResponse().stream())
          .map(FunctionResponse::response)
          .forEach(response -> answers.add(response.orElse(Map.of())));
      Part[] parts = turn < turns.size() ? turns.get(turn++) : new Part[] {Part.fromText("done")};
      return Flowable.just(
          LlmResponse.builder()
              .content(Content.builder().role("model").parts(parts).build())
              .build());
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  private static Part call(String name, Map<String, Object> arguments) {
    return Part.builder()
        .functionCall(FunctionCall.builder().name(name).args(arguments).build())
        .build();
  }

  private static Part[] turn(Part... calls) {
    return calls;
  }

  private static List<Event> talk(GatewayToolset tools, Script script, String... said) {
    LlmAgent agent = LlmAgent.builder().name("assistant").model(script).tools(tools).build();
    InMemoryRunner runner = new InMemoryRunner(agent);
    Session session = runner.sessionService().createSession(runner.appName(), USER).blockingGet();
    List<Event> events = new ArrayList<>();
    for (String text : said) {
      runner
          .runAsync(USER, session.id(), Content.fromParts(Part.fromText(text)))
          .blockingForEach(events::add);
    }
    return events;
  }

  private static @Nullable Object result(Script script, int index) {
    return script.answers.get(index).get("result");
  }

  @Test
  void searchesLooksCallsAndAnswers() {
    Script script =
        new Script(
            turn(call("search_tools", Map.of("task_description", "refund"))),
            turn(call("tool_info", Map.of("tool_name", "billing.refund"))),
            turn(
                call("call_tool_chain", Map.of("code", "await billing.refund({invoice: \"7\"})"))));

    List<Event> events = talk(GatewayToolset.metaTools(gateway), script, "Refund invoice 7.");

    assertThat(script.offered.get(0)).contains("search_tools", "tool_info", "call_tool_chain");
    assertThat(String.valueOf(result(script, 0))).contains("billing.refund");
    assertThat(String.valueOf(result(script, 1))).contains("invoice");
    assertThat(String.valueOf(result(script, 2))).contains("refunded {\"invoice\":\"7\"}");
    assertThat(events.get(events.size() - 1).stringifyContent()).contains("done");
  }

  @Test
  void offersWhatFitsAndWhatIsFound() {
    Script script =
        new Script(
            turn(call("billing__refund", Map.of("invoice", "7"))),
            turn(call("find_tools", Map.of("task", "identity of the caller"))),
            turn(call("billing__identity", Map.of())));

    talk(GatewayToolset.foundTools(gateway), script, "refund an invoice");

    assertThat(script.offered.get(0)).contains("find_tools", "billing__refund");
    assertThat(script.offered.get(0)).doesNotContain("billing__identity");
    assertThat(result(script, 0)).isEqualTo("refunded {\"invoice\":\"7\"}");
    assertThat(script.answers.get(1).toString())
        .contains("billing__identity", "Tells the identity of the caller.");
    assertThat(script.offered.get(2)).contains("billing__identity");
    assertThat(String.valueOf(result(script, 2))).isNotEmpty().isNotEqualTo("local");
  }

  @Test
  void offersAToolThatComesInMidConversation() {
    try (Gateway empty = TestGateway.builder().build()) {
      offersAToolThatComesInMidConversation(empty);
    }
  }

  private static void offersAToolThatComesInMidConversation(Gateway gateway) {
    Script script = new Script(turn(), turn(call("late__work", Map.of())));
    LlmAgent agent =
        LlmAgent.builder()
            .name("assistant")
            .model(script)
            .tools(GatewayToolset.foundTools(gateway))
            .build();
    InMemoryRunner runner = new InMemoryRunner(agent);
    Session session = runner.sessionService().createSession(runner.appName(), USER).blockingGet();
    runner
        .runAsync(USER, session.id(), Content.fromParts(Part.fromText("do the late work")))
        .blockingSubscribe();
    gateway
        .registerAsync(
            "late", BackendConfig.inProcess().tool("work", "Does late work.", "{}", args -> 1))
        .join();

    runner
        .runAsync(USER, session.id(), Content.fromParts(Part.fromText("do the late work")))
        .blockingSubscribe();

    assertThat(script.offered.get(0)).containsExactly("find_tools", "read_result");
    assertThat(script.offered.get(1)).containsExactly("find_tools", "read_result", "late__work");
    assertThat(result(script, 0)).isEqualTo(1);
  }

  @Test
  void answersWhateverAToolDoes() {
    Script script =
        new Script(
            turn(call("find_tools", Map.of("task", "fails always gives nothing"))),
            turn(
                call("billing__fail", Map.of()),
                call("billing__nothing", Map.of()),
                call("find_tools", Map.of())));

    talk(GatewayToolset.foundTools(gateway), script, "fails always, gives nothing");

    assertThat(script.answers.subList(1, 4))
        .extracting(Map::toString)
        .containsExactlyInAnyOrder(
            "{error=no paper left}", "{result=null}", "{error=describe the task in \"task\"}");
  }

  @Test
  void boundsALargeAnswerAndKeepsTheRest() {
    Script script =
        new Script(
            turn(call("billing__print", Map.of())),
            turn(call("read_result", Map.of("address", "gatemini://result/none"))));

    talk(GatewayToolset.foundTools(gateway), script, "print everything");

    assertThat(String.valueOf(result(script, 0)))
        .hasSizeBetween(1_000, GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES)
        .contains("gatemini://result/");
    assertThat(script.answers.get(1).toString()).contains("error=").contains("none");
  }

  @Test
  void leavesOutToolsThatTheModelIsNotToHave() {
    Script script = new Script();

    talk(GatewayToolset.metaTools(gateway, Set.of("register_manual")), script, "Refund it.");

    assertThat(script.offered.get(0)).contains("search_tools").doesNotContain("register_manual");
  }

  @Test
  void answersFortyCallsAtOnce() {
    Part[] calls =
        IntStream.range(0, 40)
            .mapToObj(i -> call("billing__refund", Map.of("invoice", "" + i)))
            .toArray(Part[]::new);
    Script script = new Script(calls);

    talk(GatewayToolset.foundTools(gateway), script, "refund an invoice");

    assertThat(script.answers).hasSize(40);
    assertThat(script.answers)
        .extracting(answer -> answer.get("result"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 40)
                .mapToObj(i -> (Object) ("refunded {\"invoice\":\"" + i + "\"}"))
                .toList());
  }

  /** ADK 1.8 itself gives no call up when a conversation is disposed of. */
  @Test
  void endsTheWorkOfACallThatIsGivenUp() throws Exception {
    Script script = new Script();
    talk(GatewayToolset.foundTools(gateway), script, "block for long");
    BaseTool block = Objects.requireNonNull(script.tools.get("billing__block"));

    Disposable call = block.runAsync(Map.of(), null).subscribe();
    assertThat(endless.begun.await(60, TimeUnit.SECONDS)).isTrue();
    call.dispose();

    assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void hasItsOwnSessionWhereThatIsWanted() {
    Script script = new Script(turn(call("billing__identity", Map.of())));

    talk(
        GatewayToolset.foundTools(gateway)
            .withSession(context -> io.gatemini.Session.of("tenant-" + context.userId())),
        script,
        "identity of the caller");

    assertThat(result(script, 0)).isEqualTo("tenant-ann");
  }

  @Test
  void namesToolsAsModelsTakeThem() {
    gateway
        .registerAsync(
            "odd",
            BackendConfig.inProcess()
                .tool("a/b", "Reads odd names.", "{}", args -> 1)
                .tool("a.b", "Reads odd names.", "{}", args -> 2)
                .tool("x".repeat(90), "Reads odd names.", "{}", args -> 3))
        .join();
    Script script = new Script(turn(call("find_tools", Map.of("task", "reads odd names"))));

    talk(GatewayToolset.foundTools(gateway), script, "reads odd names");

    Stream<String> names = script.offered.get(1).stream();
    assertThat(names).hasSizeGreaterThanOrEqualTo(4).doesNotHaveDuplicates();
    assertThat(script.offered.get(1)).allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
  }
}
