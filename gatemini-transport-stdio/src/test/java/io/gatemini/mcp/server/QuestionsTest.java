package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.TrustConfig;
import io.gatemini.testing.AskingServer;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.stdio.StdioBackendProvider;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A child process that asks, and the client of the gateway whose call it works on. */
class QuestionsTest {
  private static final String FORM =
      "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\","
          + "\"requestedSchema\":{\"type\":\"object\"}}}";
  private static final String ROOTS = "{\"method\":\"roots/list\"}";
  private static final String SAMPLE =
      "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":9}}";
  private static final String SAMPLE_WITH_TOOLS = SAMPLE.replace("9}", "9,\"tools\":[]}");

  private final Gateway inside =
      TestGateway.builder()
          .plugin(new StdioBackendProvider())
          .plugin(
              new JavaPrograms()
                  .program(
                      "the program",
                      (program, host) -> JavaPrograms.call(host, "__composite.inner", "{}"))
                  .program(
                      "the inner program",
                      (program, host) ->
                          JavaPrograms.call(host, "asker.ask", "{\"questions\":[" + FORM + "]}")))
          .backend(
              "asker",
              AskingServer.config().trust(TrustConfig.defaults().sampling(true).roots(true)))
          .compositeTool("inner", CompositeTool.of("Asks the asker.", "the inner program"))
          .build();

  @AutoClose private final ServedGateway gateway = ServedGateway.of(inside);

  private void initialize(String capabilities) {
    gateway
        .client()
        .send(
            TestClient.INITIALIZE.replace(
                "\"capabilities\":{}", "\"capabilities\":" + capabilities));
    gateway.client().next();
    gateway.client().send(TestClient.INITIALIZED);
  }

  private void run(int id, String code) {
    gateway.send(
        id,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":" + RawJson.ofValue(code) + "}}");
  }

  private void ask(int id, String... questions) {
    run(
        id,
        "{\"tool\":\"asker.ask\",\"arguments\":{\"questions\":["
            + String.join(",", questions)
            + "]}}");
  }

  /** The next request or answer; lists may change meanwhile. */
  private JsonNode next() {
    JsonNode message = gateway.client().next();
    while (!message.has("id")
        && !message.path("method").asText().equals("notifications/cancelled")) {
      message = gateway.client().next();
    }
    return message;
  }

  private void answer(JsonNode request, String result) {
    gateway
        .client()
        .send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/content/0/text").asText();
  }

  @Test
  void comeToTheClientAndItsAnswersBack() {
    initialize("{\"elicitation\":{},\"roots\":{},\"sampling\":{}}");
    ask(1, FORM, ROOTS, SAMPLE);

    JsonNode form = next();
    JsonNode roots = next();
    JsonNode sample = next();
    answer(sample, "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{}}");
    answer(roots, "{\"roots\":[]}");
    answer(form, "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}");

    assertThat(form.get("method").asText()).isEqualTo("elicitation/create");
    assertThat(form.get("params"))
        .hasToString(
            "{\"message\":\"Backend \\\"asker\\\" asks: Who?\",\"requestedSchema\":{\"type\":\"object\"}}");
    assertThat(roots.get("method").asText()).isEqualTo("roots/list");
    assertThat(sample.get("method").asText()).isEqualTo("sampling/createMessage");
    assertThat(text(next()))
        .isEqualTo(
            "[{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}},{\"roots\":[]},"
                + "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{}}]");
  }

  @Test
  void areDeclinedAtOnceForAClientThatCannotBeAsked() {
    initialize("{\"elicitation\":{\"url\":{}},\"sampling\":{}}");
    ask(1, FORM, ROOTS, SAMPLE_WITH_TOOLS);

    JsonNode answers = RawJson.parse(text(next())).tree();

    assertThat(answers.at("/0/action").asText()).isEqualTo("decline");
    assertThat(answers.at("/1/message").asText()).contains("cannot be asked this");
    assertThat(answers.at("/2/message").asText()).contains("cannot be asked this");
  }

  @Test
  void comeThroughAProgramAndACompositeTool() {
    initialize("{\"elicitation\":{}}");
    run(1, "the program");

    answer(next(), "{\"action\":\"decline\"}");

    assertThat(next().at("/result").toString()).contains("decline");
  }

  @Test
  void areTakenBackWhenTheCallIsCancelled() {
    initialize("{\"elicitation\":{}}");
    ask(1, FORM);
    JsonNode form = next();

    gateway
        .client()
        .send(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");

    JsonNode taken = next();
    assertThat(taken.at("/params/requestId")).isEqualTo(form.get("id"));
    // An answer that comes all the same answers nothing.
    answer(form, "{\"action\":\"accept\"}");
    assertThat(gateway.client().ping("p").get("id").asText()).isEqualTo("p");
  }

  @Test
  void tellTheServerWhatTheClientRefuses() {
    initialize("{\"sampling\":{}}");
    ask(1, SAMPLE);
    JsonNode sample = next();

    gateway
        .client()
        .send(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + sample.get("id")
                + ",\"error\":{\"code\":-1,\"message\":\"User rejected sampling request\"}}");

    assertThat(text(next()))
        .isEqualTo(
            "[{\"code\":-1,\"message\":"
                + "\"the client answered with error -1: User rejected sampling request\"}]");
  }

  @Test
  void endWithTheClient() {
    initialize("{\"elicitation\":{}}");
    ask(1, FORM);
    next();

    gateway.client().hangUp();

    assertThat(gateway.exposure().closed().toCompletableFuture())
        .succeedsWithin(java.time.Duration.ofSeconds(20));
    String seen = inside.call(ToolCall.of("asker.seen", Map.of())).text();
    assertThat(seen).contains("the client is gone");
  }

  @Test
  void areThoseOfAHostThatCallsFromJava() {
    CompletableFuture<String> asked = new CompletableFuture<>();
    ClientChannel channel =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            asked.complete(question.kind() + " " + question.params());
            return CompletableFuture.completedFuture(
                Optional.of(RawJson.parse("{\"action\":\"accept\",\"content\":{\"n\":1}}")));
          }
        };
    CallContext context = CallContext.of(Session.of("ann")).withClient(channel);

    String told =
        inside
            .call(
                ToolCall.of("asker.ask", RawJson.parse("{\"questions\":[" + FORM + "]}"))
                    .withContext(context))
            .text();

    assertThat(told).isEqualTo("[{\"action\":\"accept\",\"content\":{\"n\":1}}]");
    assertThat(asked.join()).startsWith("ELICITATION {\"message\":\"Backend");
  }
}
