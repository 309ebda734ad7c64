package io.gatemini.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.ProgressListener;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.EndlessTool;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.ToolCallAdvisor;
import org.springframework.ai.model.tool.ToolCallingManager;
import reactor.core.Disposable;

/** Conversations of a model, by Spring AI's own loop, over a gateway. */
class ConversationTest {
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""";

  private final EndlessTool endless = new EndlessTool();
  private final AtomicInteger refunds = new AtomicInteger();
  private final List<String> sessions = new CopyOnWriteArrayList<>();
  private final ScriptedModel model = new ScriptedModel();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .backend(
              "billing",
              BackendConfig.inProcess()
                  .timeout(Duration.ofSeconds(1))
                  .maxTimeout(Duration.ofSeconds(1))
                  .tool("refund", "Refund an invoice.", SCHEMA, ToolHandler.of(this::refund))
                  .tool("fail", "Fail.", "{}", args -> fail())
                  .tool("nothing", "Return nothing.", "{}", args -> null)
                  .tool("block", "Block.", "{}", args -> endless.call()))
          .backend(
              "bank",
              BackendConfig.inProcess()
                  .tool("wait", "Wait for the bank.", "{}", args -> endless.call()))
          .build();

  private final CatalogToolCallbacks catalog = CatalogToolCallbacks.of(gateway);

  @BeforeEach
  void awaitTools() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void searchesLooksAndCallsByTheToolsOfTheSurface() {
    searchLookCall();

    String answer = overSurface().call().content();

    assertThat(answer).isEqualTo("Done.");
    assertSearchedLookedAndCalled();
  }

  @Test
  void streamsAConversationOverTheToolsOfTheSurface() {
    searchLookCall();

    List<String> answer = overSurface().stream().content().collectList().block();

    assertThat(answer).contains("Done.");
    assertSearchedLookedAndCalled();
  }

  @Test
  void callsTheToolsThatFitATaskByTheirOwnSchemas() {
    model.calls("billing__refund", "{\"invoice\": \"A-17\"}").says("Done.");

    String answer = overCatalog("refund an invoice").call().content();

    assertThat(answer).isEqualTo("Done.");
    assertThat(model.tools(0)).contains("billing__refund");
    assertThat(model.answers()).containsExactly("refunded A-17");
  }

  @Test
  void streamsAConversationOverTheToolsThatFitATask() {
    model.calls("billing__refund", "{\"invoice\": \"A-17\"}").says("Done.");

    List<String> answer = overCatalog("refund an invoice").stream().content().collectList().block();

    assertThat(answer).contains("Done.");
    assertThat(model.answers()).containsExactly("refunded A-17");
  }

  @Test
  void searchesByTheSurfaceAndCallsWhatItFoundByItsName() {
    model
        .calls("search_tools", "{\"task_description\": \"refund\"}")
        .calls("tool_info", "{\"tool_name\": \"billing.refund\"}")
        .calls("billing.refund", "{\"invoice\": \"A-17\"}")
        .says("Done.");

    String answer = overSurface().call().content();

    assertThat(answer).isEqualTo("Done.");
    assertThat(model.answers()).hasSize(3).last().isEqualTo("refunded A-17");
  }

  @Test
  void callsAToolThatAppearedInTheMiddleOfTheConversation() {
    Gateway other = gateway;
    BackendConfig late =
        BackendConfig.inProcess()
            .tool(
                "add",
                "Add a backend.",
                "{}",
                args ->
                    other
                        .register(
                            "late",
                            BackendConfig.inProcess().tool("hello", "Greet.", "{}", no -> "hello"))
                        .name());
    gateway.register("admin", late);
    model.calls("admin__add", "{}").calls("late__hello", "{}").says("Done.");

    overCatalog("add a backend").call().content();

    assertThat(model.answers()).containsExactly("late", "hello");
  }

  @Test
  void answersANameThatTheModelMadeUpWithNearOnes() {
    model.calls("billing__refunt", "{}").says("Sorry.");

    String answer = overCatalog("refund an invoice").call().content();

    assertThat(answer).isEqualTo("Sorry.");
    assertThat(model.answers()).singleElement().asString().contains("billing__refund");
  }

  @Values("[1, 2] | \"A-17\" | `{\"invoice\": ` | invoice=A-17 | null")
  void answersArgumentsThatAreNoObject(String arguments) {
    model.calls("billing__refund", arguments).says("Sorry.");

    String answer = overCatalog("refund an invoice").call().content();

    assertThat(answer).isEqualTo("Sorry.");
    assertThat(model.answers()).singleElement().asString().contains("must be one JSON object");
    assertThat(refunds).hasValue(0);
  }

  @Values("[1, 2] | \"A-17\" | `{\"code\": ` | code=1")
  void answersArgumentsOfTheSurfaceThatAreNoObject(String arguments) {
    model.calls("call_tool_chain", arguments).says("Sorry.");

    String answer = overSurface().call().content();

    assertThat(answer).isEqualTo("Sorry.");
    assertThat(model.answers()).singleElement().asString().isNotBlank();
  }

  @Test
  void tellsTheModelWhatAToolThatFailedSaid() {
    model.calls("billing__fail", "{}").says("Sorry.");

    overCatalog("fail").call().content();

    assertThat(model.answers()).singleElement().asString().contains("the bank is closed");
  }

  @Test
  void tellsTheModelOfAToolThatTakesTooLong() throws InterruptedException {
    model.calls("billing__block", "{}").says("Sorry.");

    overCatalog("block").call().content();

    assertThat(model.answers()).singleElement().asString().contains("1 s");
    assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void hasATextForAToolThatReturnsNothing() {
    model.calls("billing__nothing", "{}").says("Done.");

    overCatalog("nothing").call().content();

    assertThat(model.answers()).singleElement().isNotNull();
  }

  @Test
  void makesFortyCallsOfOneTurn() {
    model
        .calls(
            Collections.nCopies(
                40, ScriptedModel.call("billing__refund", "{\"invoice\": \"A-17\"}")))
        .says("Done.");

    overCatalog("refund").call().content();

    assertThat(model.answers()).hasSize(40).containsOnly("refunded A-17");
    assertThat(refunds).hasValue(40);
  }

  @Test
  void cancelsTheCallOfAStreamThatNobodyReadsAnyLonger() throws InterruptedException {
    model.calls("bank__wait", "{}").says("never");

    Disposable reading = overCatalog("wait for the bank").stream().content().subscribe();
    assertThat(endless.begun.await(60, TimeUnit.SECONDS)).isTrue();
    reading.dispose();

    assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void callsOnBehalfOfTheConversationAndReportsProgress() {
    List<String> reports = new CopyOnWriteArrayList<>();
    ProgressListener progress = (at, total, message) -> reports.add(at + " " + message.orElse(""));
    model.calls("billing__refund", "{\"invoice\": \"A-17\"}").says("Done.");

    overCatalog("refund")
        .toolContext(
            Map.of(
                GatewayToolCallbackProvider.CONVERSATION,
                "chat-7",
                GatewayToolCallbackProvider.PROGRESS,
                progress))
        .call()
        .content();

    assertThat(sessions).containsExactly("chat-7");
    assertThat(reports).contains("1.0 half");
  }

  private ScriptedModel searchLookCall() {
    return model
        .calls("search_tools", "{\"task_description\": \"refund an invoice\"}")
        .calls("tool_info", "{\"tool_name\": \"billing.refund\"}")
        .calls(
            "call_tool_chain",
            "{\"code\": \"{\\\"tool\\\": \\\"billing.refund\\\","
                + " \\\"arguments\\\": {\\\"invoice\\\": \\\"A-17\\\"}}\"}")
        .says("Done.");
  }

  private void assertSearchedLookedAndCalled() {
    assertThat(model.tools(0)).contains("search_tools", "tool_info", "call_tool_chain");
    assertThat(model.answers()).hasSize(3);
    assertThat(model.answers().get(0)).contains("billing.refund");
    assertThat(model.answers().get(1)).contains("invoice");
    assertThat(model.answers().get(2)).isEqualTo("refunded A-17");
  }

  private ChatClientRequestSpec overSurface() {
    return client().prompt("Refund A-17.").toolCallbacks(GatewayToolCallbackProvider.of(gateway));
  }

  private ChatClientRequestSpec overCatalog(String task) {
    return client().prompt(task).toolCallbacks(catalog.matching(task));
  }

  private ChatClient client() {
    ToolCallingManager manager = ToolCallingManager.builder().toolCallbackResolver(catalog).build();
    return ChatClient.builder(model)
        .defaultAdvisors(ToolCallAdvisor.builder().toolCallingManager(manager).build())
        .build();
  }

  private Object refund(JsonNode arguments, CallContext context) {
    refunds.incrementAndGet();
    sessions.add(context.session().id());
    context.client().progress().onProgress(1, OptionalDouble.of(2), Optional.of("half"));
    return "refunded " + arguments.path("invoice").asText();
  }

  private static @Nullable Object fail() {
    throw new IllegalStateException("the bank is closed");
  }
}
