package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.TestHttpServer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server that answers while this side meets an Error: the call fails, and the next is answered.
 */
class ReceiverErrorsTest {
  static Stream<Arguments> answers() {
    return Stream.of(
            new OutOfMemoryError("made"),
            new StackOverflowError("made"),
            new NoClassDefFoundError("made"),
            new AssertionError("made"))
        .flatMap(
            error ->
                Stream.of(
                    Arguments.of("application/json", ANSWER, error),
                    Arguments.of("text/event-stream", "data: " + ANSWER + "\n\n", error)));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void theCallFailsAndTheNextIsAnswered(String contentType, String body, Error error)
      throws Exception {
    try (TestHttpServer server =
            new TestHttpServer((request, answer) -> answer.status("200 OK", contentType, body));
        ChannelFixture client = new ChannelFixture(server.url())) {
      JsonRpcMessage call = JsonRpcMessage.of(CALL.getBytes(StandardCharsets.UTF_8));

      PostExchange failing =
          client.channel.post(
              call,
              message -> {
                throw error;
              },
              Map.of(),
              false);
      Optional<Throwable> failure =
          Optional.ofNullable(
              failing
                  .future()
                  .<Throwable>handle((done, problem) -> problem)
                  .get(60, TimeUnit.SECONDS));

      assertThat(failure)
          .hasValueSatisfying(
              problem ->
                  assertThat(problem).isInstanceOf(BackendCallException.class).hasCause(error));
      client.sendAndWait(CALL);
      assertThat(client.messages).hasSize(1);
    }
  }
}
