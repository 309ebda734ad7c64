package io.gatemini.langchain4j;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Values;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tools that the model searches for, through the loop of the framework. */
class GatewayToolSearchTest {
  private static final String REFUND = "{\"query\": \"refund\"}";

  @AutoClose private final Gateway gateway = Billing.gateway(Billing.tools());
  private final GatewayToolProvider provider = GatewayToolProvider.all(gateway);
  private final Map<Object, ChatMemory> memories = new ConcurrentHashMap<>();

  /** A tool that the host has beside the gateway. */
  static final class Weather {
    @Tool("Tells the weather of a town")
    String forecast(String town) {
      return "sunny in " + town;
    }
  }

  @Test
  void showsWhatTheModelHasFound() {
    Script script =
        new Script()
            .calls("find_tools", REFUND)
            .calls("billing__refund", "{\"invoice\": \"A-17\"}")
            .repeats();

    assertThat(assistant(script).chat("a", "Give me the money back.")).isEqualTo("refunded A-17");

    assertThat(script.shown(0)).containsExactly("read_result", "find_tools");
    assertThat(script.specification(0, "find_tools").description()).contains("billing");
    assertThat(script.result(1).text()).contains("billing__refund: Refund an invoice.");
    assertThat(script.shown(1)).containsExactly("read_result", "find_tools", "billing__refund");
    assertThat(script.specification(1, "billing__refund").parameters().required())
        .containsExactly("invoice");
  }

  @Test
  void showsItToAModelThatAnswersPieceByPiece() throws Exception {
    Script script =
        new Script()
            .calls("find_tools", REFUND)
            .calls("billing__refund", "{\"invoice\": \"A-17\"}")
            .repeats();
    CompletableFuture<String> answer = new CompletableFuture<>();

    AiServices.builder(Assistant.Streaming.class)
        .streamingChatModel(script.streamingModel())
        .toolProvider(provider)
        .toolSearchStrategy(GatewayToolSearch.of(gateway))
        .build()
        .chat("Give me the money back.")
        .onPartialResponse(answer::complete)
        .onError(answer::completeExceptionally)
        .start();

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("refunded A-17");
  }

  @Test
  void keepsShowingWhatTheConversationHasFound() {
    Script script =
        new Script()
            .calls("find_tools", REFUND)
            .says("Shall I?")
            .calls("find_tools", REFUND)
            .calls("billing__refund", "{\"invoice\": \"A-17\"}")
            .repeats();
    Assistant assistant = assistant(script);

    assistant.chat("a", "Give me the money back.");

    assertThat(assistant.chat("a", "Yes.")).isEqualTo("refunded A-17");
    assertThat(script.shown(2)).containsExactly("read_result", "find_tools", "billing__refund");
    assertThat(script.result(3).text()).contains("billing__refund: listed already");
  }

  @Test
  void findsAToolThatAppearsInMidConversationAtTheNextMessage() {
    Script script =
        new Script()
            .answers(
                request -> {
                  gateway.register(
                      "mail", BackendConfig.inProcess().tool("send_letter", "", "{}", a -> "sent"));
                  return Script.calling("find_tools", "{\"query\": \"send letter\"}");
                })
            .says("Not yet.")
            .calls("find_tools", "{\"query\": \"send letter\"}")
            .calls("mail__send_letter", "{}")
            .repeats();
    Assistant assistant = assistant(script);

    assistant.chat("a", "Send a letter.");

    assertThat(assistant.chat("a", "Now?")).isEqualTo("sent");
  }

  @Test
  void goesOnWhereAToolThatWasFoundIsGone() {
    gateway.register(
        "mail", BackendConfig.inProcess().tool("send_letter", "", "{}", arguments -> "sent"));
    Script script =
        new Script()
            .calls("find_tools", "{\"query\": \"send letter\"}")
            .says("Shall I?")
            .calls("mail__send_letter", "{}")
            .repeats();
    Assistant assistant = assistant(script);
    assistant.chat("a", "Send a letter.");

    gateway.deregister("mail");

    assertThat(assistant.chat("a", "Yes.")).contains("mail__send_letter").contains("is gone");
  }

  @Test
  void findsToolsThatTheHostHasBeside() {
    Script script =
        new Script()
            .calls("find_tools", "{\"query\": \"the weather in town\"}")
            .calls("forecast", "{\"arg0\": \"Oslo\", \"town\": \"Oslo\"}")
            .repeats();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(script.model())
            .chatMemoryProvider(this::memory)
            .tools(new Weather())
            .toolProvider(provider)
            .toolSearchStrategy(GatewayToolSearch.of(gateway))
            .build();

    assertThat(assistant.chat("a", "Is it sunny in Oslo?")).isEqualTo("sunny in Oslo");
  }

  @Values("{\"query\": \"ref | [] | no JSON | null | `` | {} | {\"query\": 1}")
  void tellsTheModelWhatIsWrongWithItsArguments(String arguments) {
    Script script = new Script().calls("find_tools", arguments).says("I see.");

    assertThat(assistant(script).chat("a", "refund")).isEqualTo("I see.");

    assertThat(script.result(1).text()).contains("\"query\" must be a text");
  }

  @Test
  void saysThatNothingFits() {
    Script script = new Script().calls("find_tools", "{\"query\": \"xyzzy\"}").says("I see.");

    assertThat(assistant(script).chat("a", "xyzzy")).isEqualTo("I see.");

    assertThat(script.result(1).text()).contains("No tool matches");
    assertThat(script.shown(1)).containsExactly("read_result", "find_tools");
  }

  @Test
  void refusesALimitThatNoSearchHas() {
    assertThrown(IllegalArgumentException.class, () -> GatewayToolSearch.of(gateway).withLimit(0));
    assertThrown(IllegalArgumentException.class, () -> GatewayToolProvider.fitting(gateway, 101));
  }

  private Assistant assistant(Script script) {
    return AiServices.builder(Assistant.class)
        .chatModel(script.model())
        .chatMemoryProvider(this::memory)
        .toolProvider(provider)
        .toolSearchStrategy(GatewayToolSearch.of(gateway))
        .hallucinatedToolNameStrategy(provider::unknownTool)
        .build();
  }

  private ChatMemory memory(Object id) {
    return memories.computeIfAbsent(id, key -> MessageWindowChatMemory.withMaxMessages(20));
  }
}
