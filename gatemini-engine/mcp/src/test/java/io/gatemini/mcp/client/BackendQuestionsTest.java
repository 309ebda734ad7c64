package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.internal.async.Deadlines.PausableDeadline;
import io.gatemini.internal.peer.OpenQuestions;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.AskingServer;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.Patience;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that asks while it is called, and clients of which each answers for itself. */
class BackendQuestionsTest {
  private static final TrustConfig ALL =
      TrustConfig.defaults().sampling(true).elicitation(Elicitation.URL).roots(true);

  private static final String FORM =
      "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\",\"_meta\":{\"progressToken\":1},"
          + "\"requestedSchema\":{\"type\":\"object\"}}}";
  private static final String PAGE =
      "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Pay.\","
          + "\"url\":\"https://a.example/\",\"elicitationId\":\"e\"}}";
  private static final String SAMPLE =
      "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":9,"
          + "\"includeContext\":\"allServers\",\"tools\":[]}}";
  private static final String ROOTS = "{\"method\":\"roots/list\"}";

  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private TestContext context = new TestContext();
  private Backend backend = McpBackend.over(channel(), context);

  private LineChannel channel() {
    return LineChannel.over("asker", toClient.in, toServer.out, 1 << 20);
  }

  private void connect(TrustConfig trust, Duration questionTimeout) {
    context =
        new TestContext(
            "asker",
            BackendConfig.stdio("none")
                .startTimeout(Duration.ofSeconds(20))
                .trust(trust)
                .questionTimeout(questionTimeout));
    backend = McpBackend.over(channel(), context);
    context.withThreads();
    context.executor().execute(this::serve);
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
  }

  private void connect(TrustConfig trust) {
    connect(trust, Duration.ofMinutes(1));
  }

  private void serve() {
    try {
      AskingServer.serve(toServer.in, toClient.out);
    } catch (IOException e) {
      // The end.
    }
  }

  @AfterEach
  void close() {
    backend.stop();
    context.close();
  }

  /** A client that is asked, and answers when the test says so. */
  private static final class Person implements ClientChannel, PausableDeadline {
    final List<CompletionStage<?>> pauses = new CopyOnWriteArrayList<>();
    final List<Question> questions = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<Optional<RawJson>>> answers = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<Optional<RawJson>> ask(Question question) {
      CompletableFuture<Optional<RawJson>> answer = new CompletableFuture<>();
      answers.add(answer);
      questions.add(question);
      return answer;
    }

    @Override
    public void pauseUntil(CompletionStage<?> end) {
      pauses.add(end);
    }

    void answer(int question, String json) {
      await().until(() -> questions.size() > question);
      answers.get(question).complete(Optional.of(RawJson.parse(json)));
    }
  }

  private CompletableFuture<ToolResult> call(
      String session, ClientChannel client, String tool, String arguments) {
    return call(Session.of(session), client, tool, arguments);
  }

  private CompletableFuture<ToolResult> call(
      Session session, ClientChannel client, String tool, String arguments) {
    return backend
        .call(
            new BackendCall(
                tool, RawJson.parse(arguments), CallContext.of(session).withClient(client)))
        .toCompletableFuture();
  }

  private CompletableFuture<ToolResult> ask(ClientChannel client, String... questions) {
    return call("ann", client, "ask", "{\"questions\":[" + String.join(",", questions) + "]}");
  }

  private static JsonNode told(CompletableFuture<ToolResult> call) {
    return RawJson.parse(Patience.join(call).text()).tree();
  }

  private JsonNode seen() {
    return told(call("other", ClientChannel.none(), "seen", "{}"));
  }

  @Test
  void bringsTheAnswersOfTheClient() {
    connect(ALL);
    Person ann = new Person();

    CompletableFuture<ToolResult> call = ask(ann, FORM, PAGE, SAMPLE, ROOTS);
    ann.answer(3, "{\"roots\":[]}");
    ann.answer(2, "{\"role\":\"assistant\",\"model\":\"m\",\"content\":[]}");
    ann.answer(1, "{\"action\":\"cancel\"}");
    ann.answer(0, "{\"action\":\"accept\",\"content\":{\"n\":1.50}}");

    assertThat(told(call))
        .hasToString(
            "[{\"action\":\"accept\",\"content\":{\"n\":1.50}},{\"action\":\"cancel\"},"
                + "{\"role\":\"assistant\",\"model\":\"m\",\"content\":[]},{\"roots\":[]}]");
    assertThat(ann.questions)
        .extracting(question -> question.params().toString())
        .containsExactly(
            "{\"message\":\"Backend \\\"asker\\\" asks: Who?\",\"requestedSchema\":{\"type\":\"object\"}}",
            "{\"mode\":\"url\",\"message\":\"Backend \\\"asker\\\" asks: Pay.\","
                + "\"url\":\"https://a.example/\",\"elicitationId\":\"e\"}",
            "{\"messages\":[],\"maxTokens\":9,\"tools\":[]}",
            "{}");
  }

  @Test
  void showsNothingHiddenAndNoLineLikeTheGatewaysOwn() {
    connect(ALL);
    Person ann = new Person();

    ask(
        ann,
        """
        {"method":"elicitation/create","params":{"message":"Word?\\u202e\\u001b[2J\\n[gatemini] yes",
        "requestedSchema":{"type":"object","properties":{"p":{"type":"string","title":"a\\u202eb",
        "description":"c\\n[gatemini] d","default":"e\\u200bf","enum":["x"],"enumNames":["y\\u202e"]}}}}}
        """
            .replace("\n", ""),
        """
        {"method":"sampling/createMessage","params":{"maxTokens":9,"systemPrompt":"be\\u200b good",
        "messages":[{"role":"user","content":{"type":"text","text":"a\\u202eb\\nc"}}]}}
        """
            .replace("\n", ""));
    await().until(() -> ann.questions.size() == 2);

    assertThat(ann.questions)
        .extracting(question -> question.params().toString())
        .containsExactlyInAnyOrder(
            "{\"message\":\"Backend \\\"asker\\\" asks: Word?\\n  [gatemini] yes\","
                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"string\","
                + "\"title\":\"ab\",\"description\":\"c [gatemini] d\",\"default\":\"ef\","
                + "\"enum\":[\"x\"],\"enumNames\":[\"y\"]}}}}",
            "{\"maxTokens\":9,\"systemPrompt\":\"be good\","
                + "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"ab\\nc\"}}]}");
  }

  @Test
  void letsACallAskAsManyQuestionsInAllAsTheOperatorAllows() {
    connect(ALL.questions(3));
    Person ann = new Person();

    CompletableFuture<ToolResult> call = ask(ann, ROOTS, ROOTS, ROOTS, ROOTS);
    for (int i = 0; i < 3; i++) {
      ann.answer(i, "{\"roots\":[]}");
    }

    assertThat(told(call).toString()).contains("as many questions as").contains("trust.questions");
    assertThat(ann.questions).hasSize(3);
  }

  @Test
  void offersWhatIsTrusted() {
    connect(ALL);

    assertThat(seen().get(0))
        .hasToString(
            "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}},\"roots\":{},"
                + "\"tasks\":{\"cancel\":{},\"requests\":{\"elicitation\":{\"create\":{}},"
                + "\"sampling\":{\"createMessage\":{}}}}}");
  }

  @Test
  void declinesWhatIsNotTrusted() {
    connect(TrustConfig.defaults());
    Person ann = new Person();

    JsonNode told = told(ask(ann, PAGE, SAMPLE, ROOTS));

    assertThat(ann.questions).isEmpty();
    assertThat(seen().get(0))
        .hasToString(
            "{\"elicitation\":{\"form\":{}},\"tasks\":{\"cancel\":{},\"requests\":"
                + "{\"elicitation\":{\"create\":{}}}}}");
    assertThat(told)
        .extracting(answer -> answer.path("message").asText())
        .containsExactly(
            "the operator of this gateway does not let this server ask that (trust.elicitation)",
            "the operator of this gateway does not let this server ask that (trust.sampling)",
            "the operator of this gateway does not let this server ask that (trust.roots)");
  }

  @Test
  void trustsNothingWhereThatIsSaid() {
    connect(TrustConfig.defaults().elicitation(Elicitation.NONE));

    assertThat(told(ask(new Person(), FORM)).at("/0/message").asText())
        .contains("(trust.elicitation)");
    assertThat(seen().get(0)).isEmpty();
  }

  /** A question as a task, beside one that keeps its call open. */
  private CompletableFuture<ToolResult> askAsTask(Person client, String ttl) {
    return ask(client, ROOTS, FORM.replace("\"message\"", "\"task\":{" + ttl + "},\"message\""));
  }

  private JsonNode about(Person client, String method, String task) {
    String params = "{\"taskId\":\"" + task + "\"}";
    return told(ask(client, "{\"method\":\"" + method + "\",\"params\":" + params + "}")).get(0);
  }

  /** The task that the server was answered with; each question belongs to its call by then. */
  private JsonNode task(Person client) {
    await().until(() -> client.questions.size() == 2);
    await().until(() -> !seen().findPath("task").path("taskId").isMissingNode());
    return seen().findPath("task");
  }

  @Test
  void aQuestionMayRunAsATask() {
    connect(ALL);
    Person ann = new Person();
    CompletableFuture<ToolResult> call = askAsTask(ann, "\"ttl\":60000");
    JsonNode task = task(ann);
    String id = task.path("taskId").asText();
    assertThat(task.path("status").asText()).isEqualTo("working");
    assertThat(task.path("ttl").asInt()).isEqualTo(60_000);
    assertThat(about(ann, "tasks/get", id).path("status").asText()).isEqualTo("working");

    String params = "{\"taskId\":\"" + id + "\"}";
    CompletableFuture<ToolResult> waiting =
        ask(ann, "{\"method\":\"tasks/result\",\"params\":" + params + "}");
    assertThat(ann.questions.get(1).params().tree().has("task")).isFalse();
    ann.answer(1, "{\"action\":\"accept\",\"content\":{}}");

    assertThat(told(waiting).get(0))
        .hasToString(
            "{\"action\":\"accept\",\"content\":{},\"_meta\":"
                + "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\""
                + id
                + "\"}}}");
    assertThat(about(ann, "tasks/get", id).path("status").asText()).isEqualTo("completed");
    assertThat(about(ann, "tasks/cancel", id).path("code").asInt()).isEqualTo(-32602);
    ann.answer(0, "{\"roots\":[]}");
    assertThat(told(call)).hasSize(2);
  }

  @Test
  void aTaskIsCancelledAndEndsWithItsCallAndItsTime() {
    connect(ALL);
    Person ann = new Person();
    CompletableFuture<ToolResult> call = askAsTask(ann, "");
    String id = task(ann).path("taskId").asText();

    assertThat(about(ann, "tasks/cancel", id).path("status").asText()).isEqualTo("cancelled");
    assertThat(ann.answers.get(1)).isCancelled();
    ann.answer(0, "{\"roots\":[]}");
    Patience.join(call);
    assertThat(about(ann, "tasks/result", id).path("message").asText()).isNotEmpty();
    assertThat(about(ann, "tasks/get", "other").path("code").asInt()).isEqualTo(-32602);

    Person bob = new Person();
    CompletableFuture<ToolResult> expired = askAsTask(bob, "\"ttl\":0");
    bob.answer(0, "{\"roots\":[]}");
    String second = told(expired).get(1).at("/task/taskId").asText();
    await()
        .untilAsserted(
            () ->
                assertThat(about(bob, "tasks/get", second).path("code").asInt()).isEqualTo(-32602));
  }

  @Test
  void saysThatAClientDeclines() {
    connect(ALL);

    JsonNode told = told(ask(ClientChannel.none(), FORM, SAMPLE, ROOTS));

    assertThat(told.get(0))
        .hasToString(
            "{\"action\":\"decline\",\"_meta\":{\"io.gatemini/reason\":"
                + "\"the client of this call declined, or cannot be asked this\"}}");
    assertThat(told.at("/1/message").asText()).contains("declined, or cannot be asked this");
    assertThat(told.at("/2/message").asText()).contains("declined, or cannot be asked this");
  }

  @Test
  void asksNobodyWithoutACall() {
    connect(ALL);
    Person ann = new Person();

    call("ann", ann, "ask", "{\"questions\":[" + FORM + "],\"after\":true}").join();
    // The question comes before the pong; while "seen" is called, it would belong to that call.
    Patience.join(backend.ping());

    await().until(() -> seen().size() == 2);
    assertThat(seen().at("/1/error/message").asText())
        .isEqualTo("no call of a client is open to which the question belongs; ask while one is");
    assertThat(ann.questions).isEmpty();
  }

  @Test
  void endsTheQuestionsOfAnAnsweredCall() {
    connect(ALL);
    Person ann = new Person();

    call("ann", ann, "ask", "{\"questions\":[" + FORM + "],\"leave\":true}").join();

    await().until(() -> seen().size() == 2);
    assertThat(seen().at("/1/error/message").asText())
        .isEqualTo("the call that the question belongs to is over");
    assertThat(ann.answers).singleElement().matches(CompletableFuture::isCancelled);
  }

  @Test
  void asksNobodyWhereSeveralClientsMayBeMeant() {
    connect(ALL);
    Person ann = new Person();
    Person bob = new Person();
    CompletableFuture<ToolResult> other = call("bob", bob, "hold", "{}");

    JsonNode told = told(ask(ann, FORM));

    assertThat(told.at("/0/message").asText()).startsWith("calls of several clients are open");
    assertThat(ann.questions).isEmpty();
    assertThat(bob.questions).isEmpty();
    other.cancel(true);
    CompletableFuture<ToolResult> alone = ask(ann, FORM);
    ann.answer(0, "{\"action\":\"decline\"}");
    assertThat(told(alone)).hasToString("[{\"action\":\"decline\"}]");
  }

  @Test
  void asksNobodyWhereSeveralRequestsOfOneSessionAreOfAgentsOfTheirOwn() {
    connect(ALL);
    Person one = new Person();
    Person other = new Person();
    Session all = Session.of("http-anonymous");
    CompletableFuture<ToolResult> open =
        call(all.withAttribute(Session.REQUEST, "1"), other, "hold", "{}");

    CompletableFuture<ToolResult> asking =
        call(all.withAttribute(Session.REQUEST, "2"), one, "ask", "{\"questions\":[" + FORM + "]}");

    assertThat(told(asking).at("/0/message").asText())
        .startsWith("calls of several clients are open");
    assertThat(one.questions).isEmpty();
    assertThat(other.questions).isEmpty();
    open.cancel(true);
  }

  @Test
  void asksTheClientOfSeveralCalls() {
    connect(ALL);
    Person ann = new Person();
    Person annToo = new Person();
    CompletableFuture<ToolResult> other = call("ann", annToo, "hold", "{}");

    CompletableFuture<ToolResult> call = ask(ann, ROOTS, FORM);
    ann.answer(0, "{\"roots\":[{\"uri\":\"file:///a\"}]}");
    // It may be the other one that waits for the person.
    await().until(() -> annToo.pauses.size() == 1);
    assertThat(annToo.pauses.get(0).toCompletableFuture()).isNotDone();
    ann.answer(1, "{\"action\":\"cancel\"}");

    assertThat(told(call).get(0)).hasToString("{\"roots\":[{\"uri\":\"file:///a\"}]}");
    assertThat(annToo.pauses).allMatch(end -> end.toCompletableFuture().isDone());
    assertThat(annToo.questions).isEmpty();
    assertThat(other).isNotDone();
  }

  @Test
  void refusesAThousandQuestionsAtOnce() {
    connect(ALL);
    Person ann = new Person();
    String thousand =
        IntStream.range(0, 1_000).mapToObj(i -> ROOTS).collect(Collectors.joining(","));

    CompletableFuture<ToolResult> call = ask(ann, thousand);
    // Answered after all that was asked before it has been read.
    assertThat(backend.ping()).succeedsWithin(Duration.ofSeconds(60));
    assertThat(call).isNotDone();
    assertThat(ann.questions).hasSize(OpenQuestions.MAX_OPEN);
    ann.answers.forEach(answer -> answer.complete(Optional.of(RawJson.parse("{\"roots\":[]}"))));

    JsonNode told = told(call);
    assertThat(told).hasSize(1_000).filteredOn(answer -> answer.has("roots")).hasSize(16);
    assertThat(told.at("/999/message").asText())
        .isEqualTo("16 questions of this call are open already; wait for their answers");
  }

  @Test
  void endsAQuestionThatIsNotAnswered() {
    connect(ALL, Duration.ofMillis(60));
    Person ann = new Person();

    JsonNode told = told(ask(ann, FORM));

    assertThat(told.at("/0/message").asText())
        .isEqualTo("the client did not answer within 60 ms, the question_timeout of this backend");
    // It is taken back beside the answer, by another thread.
    await().until(() -> ann.answers.size() == 1 && ann.answers.get(0).isCancelled());
  }

  @Test
  void endsTheQuestionsOfACancelledCall() {
    connect(ALL);
    Person ann = new Person();
    CompletableFuture<ToolResult> call = ask(ann, FORM, ROOTS);
    await().until(() -> ann.questions.size() == 2);

    call.cancel(true);

    assertThat(ann.answers).hasSize(2).allMatch(CompletableFuture::isCancelled);
    // The cancellation is not sent where the server has answered the call before.
    String over = "the call that the question belongs to is over";
    await()
        .untilAsserted(
            () -> assertThat(seen().findValuesAsText("message")).containsExactly(over, over));
  }

  @Test
  void takesAQuestionBackThatItsServerTakesBack() {
    connect(ALL);
    Person ann = new Person();

    CompletableFuture<ToolResult> call =
        call("ann", ann, "ask", "{\"questions\":[" + FORM + "],\"takeBack\":true}");
    call.join();

    await().until(() -> ann.answers.stream().allMatch(CompletableFuture::isCancelled));
    assertThat(seen()).hasSize(1);
  }

  @Test
  void endsTheQuestionsOfAServerThatIsGone() {
    connect(ALL);
    Person ann = new Person();

    CompletableFuture<ToolResult> call =
        call("ann", ann, "ask", "{\"questions\":[" + FORM + "],\"die\":true}");

    Throwable failure = Patience.join(call.handle((result, problem) -> problem));
    assertThat(failure).isInstanceOfAny(BackendCallException.class, CompletionException.class);
    await().until(() -> ann.answers.stream().allMatch(CompletableFuture::isCancelled));
  }

  @Test
  void tellsWhatTheClientFailedWith() {
    connect(ALL);
    Person ann = new Person();
    CompletableFuture<ToolResult> call = ask(ann, FORM, FORM);
    await().until(() -> ann.questions.size() == 2);

    ann.answers.get(0).completeExceptionally(BackendCallException.answered("the client is gone"));
    ann.answers.get(1).completeExceptionally(new IllegalStateException("innards"));

    assertThat(told(call).findValuesAsText("message"))
        .containsExactly("the client is gone", "the request failed");
  }

  @Table(
      """
      elicitation/create | 5 | "params" must be an object
      elicitation/create | {} | "message" must be a string
      elicitation/create | {"message":"m"} | "requestedSchema" must be an object, the schema of \
      the form
      elicitation/create | {"message":"m","mode":"x"} | "mode" must be "form" or "url"
      elicitation/create | {"message":"m","mode":"url","url":"javascript:1"} | "url" must be an \
      http or https address without a user name and hidden characters
      elicitation/create | {"message":"m","mode":"url","url":"https://bank.example@evil.example/"} | "url" must be an http or https address without a user name and hidden characters
      elicitation/create | {"message":"m","mode":"url","url":"https://evil.example/\\u202Emoc.knab"} | "url" must be an http or https address without a user name and hidden characters
      elicitation/create | {"message":"m","mode":"url","url":"https://evil.example/\\nbank"} | \
      "url" must be an http or https address without a user name and hidden characters
      elicitation/create | {"message":"m","requestedSchema":{"properties":{"a\\u200b":{}}}} | a name in the form has hidden characters
      elicitation/create | {"message":"m","requestedSchema":{"oneOf":[{"const":"a\\nb"}]}} | an allowed value of the form has hidden characters
      elicitation/create | {"message":"m","requestedSchema":{"enum":["a\\u001b[2J"]}} | an allowed value of the form has hidden characters
      sampling/createMessage | {"maxTokens":1} | "messages" must be an array
      sampling/createMessage | {"messages":[]} | "maxTokens" must be a number
      tasks/list | {} | this client does not offer "tasks/list"
      """)
  void refusesMalformedAndUnknownQuestions(String method, String params, String problem) {
    connect(ALL);
    Person ann = new Person();

    JsonNode told = told(ask(ann, "{\"method\":\"" + method + "\",\"params\":" + params + "}"));

    assertThat(told.at("/0/message").asText()).isEqualTo(problem);
    assertThat(told.at("/0/code").asInt()).isIn(-32602, -32601);
    assertThat(ann.questions).isEmpty();
  }

  @Values("5 | [] | null | {} | {\"action\":\"maybe\"} | {\"action\":\"accept\",\"content\":[1]}")
  void refusesMalformedAnswers(String answer) {
    connect(ALL);
    Person ann = new Person();

    CompletableFuture<ToolResult> call = ask(ann, FORM);
    ann.answer(0, answer);

    assertThat(told(call).at("/0/message").asText())
        .isEqualTo("the client answered with an invalid result");
  }
}
