package io.gatemini.langchain4j;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The gateway's own tools, through the loop of the framework. */
class GatewayToolProviderTest {
  @AutoClose private final Gateway gateway = Billing.gateway(Billing.tools());
  private final GatewayToolProvider provider = GatewayToolProvider.of(gateway);

  @Test
  void leavesOutToolsThatTheModelIsNotToHave() {
    assertThat(
            GatewayToolProvider.of(gateway, Set.of("register_manual"))
                .provideTools(new ToolProviderRequest("a", UserMessage.from("Go.")))
                .aiServiceTools())
        .extracting(AiServiceTool::name)
        .contains("search_tools", "call_tool_chain")
        .doesNotContain("register_manual");
  }

  @Test
  void searchesLooksCallsAndAnswers() {
    Script script =
        new Script()
            .calls("search_tools", "{\"task_description\": \"refund\"}")
            .calls("tool_info", "{\"tool_name\": \"billing.refund\"}")
            .calls("call_tool_chain", call("refund"))
            .repeats();

    String answer = assistant(script, provider).chat("a", "Give me the money for A-17 back.");

    assertThat(answer).isEqualTo("refunded A-17");
    assertThat(script.shown(0)).hasSize(7).contains("search_tools", "call_tool_chain");
    assertThat(script.result(1).text()).contains("billing.refund");
    assertThat(script.result(2).text()).contains("invoice");
    assertThat(script.result(3).isError()).isFalse();
  }

  @Test
  void answersPieceByPiece() throws Exception {
    Script script = new Script().calls("call_tool_chain", call("refund")).says("done\nand dusted");
    Assistant.Streaming assistant =
        AiServices.builder(Assistant.Streaming.class)
            .streamingChatModel(script.streamingModel())
            .toolProvider(provider)
            .executeToolsConcurrently()
            .build();
    StringBuilder pieces = new StringBuilder();
    CompletableFuture<ChatResponse> whole = new CompletableFuture<>();

    assistant
        .chat("Give me the money for A-17 back.")
        .onPartialResponse(pieces::append)
        .onCompleteResponse(whole::complete)
        .onError(whole::completeExceptionally)
        .start();

    assertThat(whole.get(60, TimeUnit.SECONDS).aiMessage().text()).isEqualTo("done\nand dusted");
    assertThat(pieces).hasToString("doneand dusted");
    assertThat(script.result(1).text()).isEqualTo("refunded A-17");
  }

  @Test
  void callsOnBehalfOfTheConversation() {
    Script script =
        new Script()
            .calls("call_tool_chain", call("who_calls"))
            .repeats()
            .calls("call_tool_chain", call("who_calls"))
            .repeats();
    Assistant assistant = assistant(script, provider);

    assertThat(assistant.chat("anna", "Who am I?")).isEqualTo("anna");
    assertThat(assistant.chat(17L, "Who am I?")).isEqualTo("17");
  }

  @Test
  void callsOnBehalfOfASessionOfTheHost() {
    Script script = new Script().calls("call_tool_chain", call("who_calls")).repeats();
    GatewayToolProvider ofTenant = provider.withSessions(id -> Session.of("tenant 1, " + id));

    assertThat(assistant(script, ofTenant).chat("anna", "Who am I?")).isEqualTo("tenant 1, anna");
  }

  @Values("{\"tool_name\": \"refu | [] | 17 | no JSON | null | ``")
  void tellsTheModelWhatIsWrongWithItsArguments(String arguments) {
    Script script = new Script().calls("tool_info", arguments).says("I see.");

    assertThat(assistant(script, provider).chat("a", "Look.")).isEqualTo("I see.");

    assertThat(script.result(1).isError()).isTrue();
    assertThat(script.result(1).text()).isNotBlank();
  }

  @Test
  void tellsTheModelOfAToolThatItMadeUp() {
    Script script =
        new Script().calls("billing.refund", "{}").calls("serch_tools", "{}").says("I see.");

    assertThat(assistant(script, provider).chat("a", "Refund.")).isEqualTo("I see.");

    assertThat(script.result(1).text()).contains("call_tool_chain").contains("refund");
    assertThat(script.result(2).text()).contains("did you mean \"search_tools\"");
  }

  @Test
  void reachesToolsThatAppearInMidConversationAtOnce() {
    Script script =
        new Script()
            .answers(
                request -> {
                  gateway.register("mail", Billing.tools());
                  return Script.calling("list_tools_meta", "{}");
                })
            .calls("call_tool_chain", "{\"code\": \"return await mail.who_calls({})\"}")
            .repeats()
            .says("Again.");
    Assistant assistant = assistant(script, provider);

    assertThat(assistant.chat("anna", "Who am I?")).isEqualTo("anna");
    assistant.chat("anna", "Who?");

    // The definitions do not change, so that a model's prompt stays in its cache.
    assertThat(script.specification(3, "search_tools"))
        .isEqualTo(script.specification(0, "search_tools"));
  }

  @Test
  void keepsWhatALargeAnswerLeavesOut() {
    String rows = "a row of a long table\n".repeat(50_000);
    try (Gateway large =
        Billing.gateway(BackendConfig.inProcess().tool("table", "", "{}", arguments -> rows))) {
      Script script = new Script().calls("call_tool_chain", call("table")).says("Much.");

      assistant(script, GatewayToolProvider.of(large)).chat("a", "Show me the table.");

      String text = script.result(1).text();
      assertThat(text).hasSizeLessThan(rows.length() / 2).contains("gatemini://result/");
    }
  }

  @Test
  void refusesATimeoutThatIsNone() {
    assertThrown(IllegalArgumentException.class, () -> provider.withTimeout(Duration.ZERO));
  }

  @Test
  void saysThatAnUnknownToolIsAnError() {
    ToolExecutionResultMessage answer =
        provider.unknownTool(Script.request("1", "search_tools", "{}"));

    assertThat(answer.text()).contains("was not offered");
    assertThat(answer.isError()).isTrue();
  }

  @Test
  void understandsSeveralCallsInOneMessage() {
    Script script =
        new Script()
            .answers(
                request ->
                    AiMessage.from(
                        List.of(
                            Script.request("1", "call_tool_chain", call("refund")),
                            Script.request("2", "call_tool_chain", call("who_calls")))))
            .repeats();

    assertThat(assistant(script, provider).chat("anna", "Both.")).isEqualTo("anna");
  }

  private static Assistant assistant(Script script, GatewayToolProvider provider) {
    return AiServices.builder(Assistant.class)
        .chatModel(script.model())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
        .toolProvider(provider)
        .hallucinatedToolNameStrategy(provider::unknownTool)
        .build();
  }

  private static String call(String tool) {
    return "{\"code\": {\"tool\": \"billing."
        + tool
        + "\", \"arguments\": {\"invoice\": \"A-17\"}}}";
  }
}
