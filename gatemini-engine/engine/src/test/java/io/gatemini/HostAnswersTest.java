package io.gatemini;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ClientChannel.Question;
import io.gatemini.ClientChannel.Question.Kind;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A host that answers what backends ask while they work for it. */
class HostAnswersTest {
  private final TestTransport provider = new TestTransport("given");
  @AutoClose private final Gateway gateway;

  HostAnswersTest() {
    provider
        .backend("shop")
        .tools("buy")
        .answer(
            call ->
                call.context()
                    .client()
                    .ask(
                        new Question(
                            kind(call.arguments()), RawJson.parse("{\"message\":\"Size?\"}")))
                    .thenApply(
                        answer ->
                            ToolResult.text(answer.map(RawJson::toString).orElse("declined"))));
    gateway =
        TestGateway.builder().plugin(provider).backend("shop", BackendConfig.of("given")).build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private static Kind kind(RawJson arguments) {
    return Kind.valueOf(arguments.tree().path("kind").asText());
  }

  private static ClientChannel.Answerer saying(String name) {
    return params ->
        CompletableFuture.completedFuture(
            Optional.of(RawJson.parse("{\"" + name + "\":" + params.tree().path("message") + "}")));
  }

  private ToolCall buy(Kind kind) {
    return ToolCall.of("shop.buy", Map.of("kind", kind.name()));
  }

  @Test
  void answersEachKindByItsOwn() {
    assertThat(
            gateway
                .call(
                    buy(Kind.SAMPLING)
                        .withElicitation(saying("person"))
                        .withSampling(saying("model")))
                .text())
        .isEqualTo("{\"model\":\"Size?\"}");
    assertThat(
            gateway
                .call(
                    buy(Kind.ELICITATION)
                        .withElicitation(saying("person"))
                        .withSampling(saying("model")))
                .text())
        .isEqualTo("{\"person\":\"Size?\"}");
  }

  @Test
  void declinesWhatNobodyAnswers() {
    assertThat(gateway.call(buy(Kind.ROOTS).withElicitation(saying("person"))).text())
        .isEqualTo("declined");
    assertThat(gateway.call(buy(Kind.ELICITATION)).text()).isEqualTo("declined");
  }

  @Test
  void answersThroughAProgram() {
    ChainRequest request =
        ChainRequest.of("{\"tool\":\"shop.buy\",\"arguments\":{\"kind\":\"ELICITATION\"}}")
            .withElicitation(saying("person"));

    assertThat(gateway.run(request).text()).isEqualTo("{\"person\":\"Size?\"}");
  }
}
