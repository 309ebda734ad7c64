package io.gatemini.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.EndlessTool;
import io.gatemini.testing.ReducedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of well-behaved and other tools, as agents see them. */
class ToolCallsTest {
  private static final int MANY = 40;

  private final EndlessTool endless = new EndlessTool();
  private final CountDownLatch together = new CountDownLatch(MANY);

  @AutoClose
  private final Gateway gateway =
      Billing.gateway(
          BackendConfig.inProcess()
              .tool("picture", "", "{}", arguments -> picture())
              .tool("empty", "", "{}", arguments -> "")
              .tool("nothing", "", "{}", arguments -> null)
              .tool("number", "", "{}", arguments -> 17)
              .tool("large", "", "{}", arguments -> "word ".repeat(200_000))
              .tool("silent", "", "{}", arguments -> result("{\"content\": []}"))
              .tool(
                  "structured",
                  "",
                  "{}",
                  arguments -> result("{\"content\": [], \"structuredContent\": {\"a\": 1}}"))
              .tool("marked", "", "{}", arguments -> marked())
              .tool("failed", "", "{}", arguments -> ToolResult.error("no such customer"))
              .tool("throws", "", "{}", arguments -> fail())
              .tool("blocks", "", "{}", arguments -> endless.call())
              .tool("together", "", "{}", arguments -> together(arguments.path("n").asInt())));

  private final GatewayToolProvider provider = GatewayToolProvider.all(gateway);

  @Test
  void givesThePicturesOfAnAnswerToTheModel() {
    ToolExecutionResult answer = call(provider, "picture");

    assertThat(answer.resultContents())
        .containsExactly(
            TextContent.from("an invoice"),
            ImageContent.from("AAAA", "image/png"),
            TextContent.from("[audio audio/wav, 4 base64 characters]"));
    assertThat(answer.result()).isInstanceOf(ToolResult.class);
  }

  @Test
  void givesANoteToModelsThatTakeNoPictures() {
    assertThat(call(provider.withImages(false), "picture").resultText())
        .isEqualTo(
            "an invoice\n[image image/png, 4 base64 characters]\n"
                + "[audio audio/wav, 4 base64 characters]");
    assertThat(executor(provider, "picture").execute(request("picture"), "a"))
        .startsWith("an invoice\n[image");
  }

  @Test
  void answersWhereAToolSaysNothing() {
    assertThat(call(provider, "empty").resultText()).isEmpty();
    assertThat(call(provider, "silent").resultText()).isEmpty();
    assertThat(call(provider, "nothing").resultText()).isNotNull();
    assertThat(call(provider, "number").resultText()).isEqualTo("17");
  }

  @Test
  void givesAStructuredAnswerThatHasNoTextAsJson() {
    assertThat(call(provider, "structured").resultText()).isEqualTo("{\"a\":1}");
  }

  @Test
  void keepsTheMetadataOfAnAnswerForTheHost() {
    ToolExecutionResult answer = call(provider, "marked");

    assertThat(answer.resultText()).isEqualTo("done");
    // The framework would take a tool's word for what a search has found, and fail.
    assertThat(answer.attributes())
        .containsOnlyKeys("example.com/cost", "example.com/parts")
        .containsEntry("example.com/parts", List.of("a", "b"));
  }

  @Test
  void boundsALargeAnswerAndKeepsTheRest() {
    ToolExecutionResult answer = call(provider, "large");

    assertThat(answer.resultText()).hasSizeBetween(1_000, GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES);
    String rest = "{\"address\": \"" + ReducedAnswer.address(answer.resultText()) + "\"}";
    assertThat(
            executor(provider, "read_result")
                .execute(Script.request("2", "read_result", rest), null))
        .startsWith("word word ");
  }

  @Test
  void refusesArgumentsThatAreNoObject() {
    ToolExecutionResult answer =
        executor(provider, "number")
            .executeWithContext(Script.request("1", "billing__number", "[1]"), null);

    assertThat(answer.isError()).isTrue();
    assertThat(answer.resultText()).contains("billing__number must be one JSON object");
  }

  @Test
  void saysThatAToolHasFailed() {
    ToolExecutionResult failed = call(provider, "failed");
    ToolExecutionResult thrown = call(provider, "throws");

    assertThat(failed.isError()).isTrue();
    assertThat(failed.resultText()).isEqualTo("no such customer");
    assertThat(thrown.isError()).isTrue();
    assertThat(thrown.resultText()).contains("the bank is closed");
  }

  @Test
  void endsACallThatTakesTooLong() {
    ToolExecutionResult answer = call(provider.withTimeout(Duration.ofMillis(100)), "blocks");

    assertThat(answer.isError()).isTrue();
    assertThat(answer.resultText()).contains("billing.blocks");
  }

  @Test
  @Timeout(20)
  void endsAProgramThatTakesTooLong() {
    GatewayToolProvider meta = GatewayToolProvider.of(gateway).withTimeout(Duration.ofMillis(100));
    ToolExecutionRequest request =
        Script.request("1", "call_tool_chain", "{\"code\": {\"tool\": \"billing.blocks\"}}");

    ToolExecutionResult answer =
        executor(meta, "call_tool_chain").executeWithContext(request, null);

    assertThat(answer.isError()).isTrue();
  }

  @Test
  void cancelsTheWorkOfAConversationThatIsInterrupted() throws Exception {
    Script script =
        new Script()
            .calls("billing__blocks", "{}")
            .answers(request -> AiMessage.from("interrupted: " + Thread.interrupted()));
    ExecutorService conversations = Executors.newSingleThreadExecutor();
    try {
      var answer = conversations.submit(() -> assistant(script).chat("a", "Wait."));
      assertThat(endless.begun.await(60, TimeUnit.SECONDS)).isTrue();

      conversations.shutdownNow();

      assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("interrupted: true");
    } finally {
      conversations.shutdownNow();
    }
  }

  @Test
  void endsAConversationThatIsInterruptedWhereTheHostWantsThat() throws Exception {
    Script script = new Script().calls("billing__blocks", "{}");
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(script.model())
            .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(2 * MANY))
            .toolProvider(provider)
            .toolExecutionErrorHandler(
                (error, context) -> {
                  throw new IllegalStateException(error);
                })
            .build();
    ExecutorService conversations = Executors.newSingleThreadExecutor();
    try {
      var answer = conversations.submit(() -> assistant.chat("a", "Wait."));
      assertThat(endless.begun.await(60, TimeUnit.SECONDS)).isTrue();

      conversations.shutdownNow();

      assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(InterruptedException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
    } finally {
      conversations.shutdownNow();
    }
  }

  @Test
  void makesFortyCallsAtOnce() {
    Script script =
        new Script()
            .answers(
                request ->
                    AiMessage.from(
                        IntStream.range(0, MANY)
                            .mapToObj(
                                n ->
                                    Script.request(
                                        "id" + n, "billing__together", "{\"n\": " + n + "}"))
                            .toList()))
            .answers(
                request ->
                    AiMessage.from(
                        String.valueOf(
                            request.messages().stream()
                                .filter(ToolExecutionResultMessage.class::isInstance)
                                .map(ToolExecutionResultMessage.class::cast)
                                .filter(result -> result.text().equals(result.id()))
                                .count())));

    assertThat(assistant(script).chat("a", "All of them.")).isEqualTo("40");
  }

  @Test
  void answersWhereTheGatewayIsClosed() {
    ToolExecutor executor = executor(provider, "number");
    gateway.close();

    ToolExecutionResult answer = executor.executeWithContext(request("number"), null);

    assertThat(answer.isError()).isTrue();
    assertThat(answer.resultText()).contains("closed");
  }

  @Test
  void takesACallWithoutArguments() {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("1").name("billing__number").build();

    assertThat(executor(provider, "number").executeWithContext(request, null).resultText())
        .isEqualTo("17");
  }

  private Assistant assistant(Script script) {
    return AiServices.builder(Assistant.class)
        .chatModel(script.model())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(2 * MANY))
        .toolProvider(provider)
        .executeToolsConcurrently()
        .build();
  }

  private static ToolExecutionResult call(GatewayToolProvider provider, String tool) {
    return executor(provider, tool).executeWithContext(request(tool), null);
  }

  private static ToolExecutor executor(GatewayToolProvider provider, String tool) {
    return provider
        .provideTools(new ToolProviderRequest("a", UserMessage.from("Go.")))
        .aiServiceTools()
        .stream()
        .filter(known -> known.name().endsWith(tool))
        .findFirst()
        .orElseThrow()
        .toolExecutor();
  }

  private static ToolExecutionRequest request(String tool) {
    return Script.request("1", "billing__" + tool, "{}");
  }

  private static ToolResult result(String json) {
    return ToolResult.of(RawJson.parse(json));
  }

  private static ToolResult picture() {
    return result(
        """
        {"content": [{"type": "text", "text": "an invoice"},
          {"type": "image", "mimeType": "image/png", "data": "AAAA"},
          {"type": "audio", "mimeType": "audio/wav", "data": "AAAA"}]}""");
  }

  private static ToolResult marked() {
    return result(
        """
        {"content": [{"type": "text", "text": "done"}], "_meta": {"example.com/cost": 0.5,
          "example.com/parts": ["a", "b"], "example.com/none": null,
          "found_tools": ["evil"], "io.modelcontextprotocol/serverInfo": {}}}""");
  }

  private static String fail() {
    throw new IllegalStateException("the bank is closed");
  }

  /** Answers when all are there. */
  private String together(int n) throws InterruptedException {
    together.countDown();
    return together.await(60, TimeUnit.SECONDS) ? "id" + n : "alone";
  }
}
