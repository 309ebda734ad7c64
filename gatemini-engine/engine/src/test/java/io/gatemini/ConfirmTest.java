package io.gatemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** An interceptor that asks the person behind a client. */
class ConfirmTest {
  private static Gateway asking() {
    return TestGateway.builder()
        .interceptor(
            (call, next) ->
                call.context()
                    .client()
                    .confirm("Really?")
                    .thenApply(answer -> ToolResult.text(answer.toString())))
        .backend("shop", BackendConfig.inProcess().tool("buy", "Buys.", "{}", arguments -> "done"))
        .build();
  }

  private static ServedGateway served(String capabilities) {
    ServedGateway served = ServedGateway.of(asking());
    served
        .client()
        .send(
            TestClient.INITIALIZE.replace(
                "\"capabilities\":{}", "\"capabilities\":" + capabilities));
    served.client().next();
    served.client().send(TestClient.INITIALIZED);
    served.send(
        7,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":{\"tool\":\"shop.buy\"}}}");
    return served;
  }

  /** The next request or answer; lists may change in the meantime. */
  private static JsonNode next(ServedGateway served) {
    JsonNode message = served.client().next();
    while (!message.has("id")) {
      message = served.client().next();
    }
    return message;
  }

  @Pairs(
      """
      accept -> Optional[true] | decline -> Optional[false] | cancel -> Optional.empty
      shrug -> Optional.empty
      """)
  void comesBackAsTheClientAnswers(String action, String answer) {
    try (ServedGateway served = served("{\"elicitation\":{}}")) {
      JsonNode question = next(served);
      served
          .client()
          .send(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + question.get("id")
                  + ",\"result\":{\"action\":\""
                  + action
                  + "\"}}");

      assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
      assertThat(question.get("params"))
          .hasToString(
              "{\"message\":\"Really?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");
      assertThat(next(served).at("/result/content/0/text").asText()).isEqualTo(answer);
    }
  }

  @Test
  void isEmptyForAClientThatCannotBeAsked() {
    try (ServedGateway served = served("{}")) {
      assertThat(next(served).at("/result/content/0/text").asText()).isEqualTo("Optional.empty");
    }
  }

  @Test
  void isTakenBackWithItsFuture() {
    CompletableFuture<Optional<RawJson>> open = new CompletableFuture<>();
    ClientChannel client =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            return open;
          }
        };

    client.confirm("Really?").toCompletableFuture().cancel(true);

    assertThat(open).isCancelled();
  }
}
