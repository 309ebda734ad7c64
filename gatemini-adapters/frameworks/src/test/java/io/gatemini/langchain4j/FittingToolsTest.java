package io.gatemini.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.ToolOffers;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The tools that fit a message, through the loop of the framework. */
class FittingToolsTest {
  @AutoClose private final Gateway gateway = Billing.gateway(Billing.tools());
  private final GatewayToolProvider provider = GatewayToolProvider.fitting(gateway, 1);

  @Test
  void offersWhatFitsTheMessageUnderItsOwnSchema() {
    Script script = new Script().calls("billing__refund", "{\"invoice\": \"A-17\"}").repeats();

    assertThat(assistant(script).chat("a", "refund")).isEqualTo("refunded A-17");

    assertThat(script.shown(0)).containsExactly("read_result", "billing__refund");
    assertThat(script.specification(0, "billing__refund").parameters().required())
        .containsExactly("invoice");
  }

  @Test
  void offersItToAModelThatAnswersPieceByPiece() throws Exception {
    Script script = new Script().calls("billing__refund", "{\"invoice\": \"A-17\"}").repeats();
    CompletableFuture<String> answer = new CompletableFuture<>();

    AiServices.builder(Assistant.Streaming.class)
        .streamingChatModel(script.streamingModel())
        .toolProvider(provider)
        .build()
        .chat("refund")
        .onPartialResponse(answer::complete)
        .onError(answer::completeExceptionally)
        .start();

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("refunded A-17");
  }

  @Test
  void keepsOfferingWhatTheConversationHasCalled() {
    Script script =
        new Script()
            .calls("billing__refund", "{\"invoice\": \"A-17\"}")
            .repeats()
            .calls("billing__refund", "{\"invoice\": \"A-18\"}")
            .repeats();
    Assistant assistant = assistant(script);

    assistant.chat("a", "refund");
    String answer = assistant.chat("a", "the other one, too");

    assertThat(answer).isEqualTo("refunded A-18");
    assertThat(script.shown(2)).containsExactly("read_result", "billing__refund");
  }

  @Test
  void keepsWhatAMemoryOfAFormerProcessHasCalled() {
    ToolProviderRequest request =
        ToolProviderRequest.builder()
            .invocationContext(InvocationContext.builder().chatMemoryId("restored").build())
            .userMessage(UserMessage.from("the other one, too"))
            .messages(List.of(Script.calling("billing__refund", "{}")))
            .build();

    assertThat(provider.provideTools(request).aiServiceTools())
        .extracting(AiServiceTool::name)
        .containsExactly("read_result", "billing__refund");
  }

  @Test
  void conversationsWithoutAnIdAreApart() {
    Script script = new Script().says("Yes.").says("No.");
    Assistant.Anonymous anonymous =
        AiServices.builder(Assistant.Anonymous.class)
            .chatModel(script.model())
            .toolProvider(provider)
            .build();

    anonymous.chat("refund");
    anonymous.chat("hello");

    assertThat(script.shown(0)).containsExactly("read_result", "billing__refund");
    assertThat(script.shown(1)).isEmpty();
  }

  @Test
  void choosesAmongTheBackendsOfARequest() {
    GatewayToolProvider none =
        GatewayToolProvider.fitting(ToolOffers.of(gateway), OfferRequest.of("").backends("mail"));

    assertThat(
            none.provideTools(new ToolProviderRequest("a", UserMessage.from("refund")))
                .aiServiceTools())
        .isEmpty();
  }

  @Test
  void offersAToolThatAppearsInMidConversation() {
    Script script =
        new Script()
            .calls("billing__refund", "{\"invoice\": \"A-17\"}")
            .answers(
                request -> {
                  gateway.register(
                      "mail",
                      BackendConfig.inProcess()
                          .tool("send_letter", "Send a letter.", "{}", arguments -> "sent"));
                  return Script.calling("billing__refund", "{\"invoice\": \"A-18\"}");
                })
            .says("Done.")
            .calls("mail__send_letter", "{}")
            .repeats();
    Assistant assistant = assistant(script);

    assistant.chat("a", "refund");

    assertThat(assistant.chat("a", "send letter")).isEqualTo("sent");
  }

  @Test
  void tellsTheModelTheNameOfAToolThatItMisnamed() {
    Script script =
        new Script()
            .calls("refund", "{}")
            .calls("billing__who_calls", "{}")
            .calls("no_such_thing", "{}")
            .says("I see.");

    assertThat(assistant(script).chat("a", "refund")).isEqualTo("I see.");

    assertThat(script.result(1).text()).contains("its name is \"billing__refund\"");
    assertThat(script.result(2).text()).contains("not among the tools of this turn");
    assertThat(script.result(3).text()).contains("no_such_thing");
  }

  @Values("{\"invoice\": \"A-1 | [] | 17 | no JSON | null | `` | {}")
  void tellsTheModelWhatIsWrongWithItsArguments(String arguments) {
    Script script = new Script().calls("billing__refund", arguments).says("I see.");

    assertThat(assistant(script).chat("a", "refund")).isEqualTo("I see.");

    assertThat(script.result(1).isError()).isTrue();
    assertThat(script.result(1).text()).containsAnyOf("JSON", "invoice");
  }

  @Test
  void refusesArgumentsUnderTheNameThatTheModelHas() {
    Script script = new Script().calls("billing__refund", "{}").says("I see.");

    assertThat(assistant(script).chat("a", "refund")).isEqualTo("I see.");

    assertThat(script.result(1).text())
        .startsWith("billing__refund: ")
        .contains("; for example billing__refund({invoice: ")
        .doesNotContain("billing.refund", "await");
  }

  @Test
  void offersNothingWhereTheUserSaysNothing() {
    UserMessage picture = UserMessage.from(ImageContent.from("AAAA", "image/png"));

    assertThat(provider.provideTools(new ToolProviderRequest("a", picture)).aiServiceTools())
        .isEmpty();
  }

  @Test
  void readsTheTextsBesideAPicture() {
    UserMessage message =
        UserMessage.from(ImageContent.from("AAAA", "image/png"), TextContent.from("refund"));

    assertThat(provider.provideTools(new ToolProviderRequest("a", message)).aiServiceTools())
        .extracting(AiServiceTool::name)
        .containsExactly("read_result", "billing__refund");
  }

  @Test
  void namesTheToolThatWasMeantAsTheModelKnowsIt() {
    assertThat(provider.unknownTool(Script.request("1", "billing__refnd", "{}")).text())
        .contains("did you mean \"billing__refund\"?");
  }

  private Assistant assistant(Script script) {
    return AiServices.builder(Assistant.class)
        .chatModel(script.model())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
        .toolProvider(provider)
        .hallucinatedToolNameStrategy(provider::unknownTool)
        .build();
  }
}
