package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestHttpServer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of 2025-03-26 answer in arrays. */
class MessagesTest {
  private static final String OTHER = "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}";
  private static final String ERROR =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-1,\"message\":\"no\"}}";

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream", "text/plain", ""})
  void takesAnAnswerInAnArray(String type) throws Exception {
    String body = "\n[" + CHANGED + ",\n " + OTHER + ", 7, " + ANSWER + "]\n";
    server.handle((request, answer) -> answer.status("200 OK", type, body));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(CHANGED, ANSWER);
    }
  }

  @Test
  void takesAnArrayAsAnEvent() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event("data: [" + CHANGED + "]\n\n");
          answer.event("data:  [" + ANSWER + ",\ndata: " + CHANGED + "]\n\n");
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      await().until(() -> client.messages.size() == 3);
      assertThat(client.messages).containsExactly(CHANGED, ANSWER, CHANGED);
    }
  }

  @Test
  void takesAnArrayWithAnErrorStatus() throws Exception {
    server.handle(
        (request, answer) ->
            answer.status("400 Bad Request", "application/json", "[" + ERROR + "]"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ERROR);
    }
  }

  @Test
  void takesAnArrayFromTheStreamOfTheServer() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.method().equals("GET")) {
            answer.stream();
            answer.event("data: [" + CHANGED + "," + CHANGED + "]\n\n");
            answer.awaitClose();
          } else if (request.body().equals(INITIALIZE)) {
            answer.json("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]", "Mcp-Session-Id: s-1");
          } else {
            answer.empty("202 Accepted");
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(INITIALIZE);
      client.sendAndWait(INITIALIZED);

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.size() == 3);
      assertThat(client.messages.subList(1, 3)).containsExactly(CHANGED, CHANGED);
      assertThat(server.received().get(1).header("Mcp-Session-Id")).contains("s-1");
    }
  }

  @Test
  void failsAnArrayWithoutTheAnswer() throws Exception {
    server.handle((request, answer) -> answer.json("[" + OTHER + "]"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining("does not belong to the request");
      assertThat(client.messages).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[", "[]", "[[]]", "[1,\"a\",null]", "[{}]", "{}", "[{\"id\":1}]"})
  void findsNoneWhereThereAreNone(String text) {
    assertThat(in(text)).isEmpty();
  }

  @Test
  void findsNoneInAnArrayThatIsCutOrTooLong() {
    assertThat(in("[" + ANSWER + "," + ANSWER)).isEmpty();
    assertThat(in("[" + ANSWER + "," + ANSWER + " x]")).isEmpty();
    String most = String.join(",", Collections.nCopies(1_000, ANSWER));
    assertThat(in("[" + most + "]")).hasSize(1_000);
    assertThat(in("[" + most + "," + ANSWER + "]")).isEmpty();
    assertThat(in("[" + most + ",1]")).isEmpty();
  }

  @Property
  void findsEachWhereItIs(@ForAll @Size(max = 20) List<String> methods, @ForAll boolean spaced) {
    List<String> messages =
        methods.stream()
            .map(
                text ->
                    Json.mapper()
                        .createObjectNode()
                        .put("method", "m")
                        .put("text", text)
                        .put("more", "\u00e9")
                        .toString())
            .toList();
    String gap = spaced ? " \n\t" : "";

    List<String> found =
        in(gap + "[" + gap + String.join(gap + "," + gap, messages) + gap + "]" + gap);

    // Half of a surrogate pair is no text once it was bytes.
    assertThat(found)
        .isEqualTo(
            messages.stream()
                .map(m -> new String(m.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .toList());
  }

  @Property
  void survivesAnyBytes(@ForAll byte[] bytes) {
    byte[] array = bytes.clone();
    if (array.length > 0) {
      array[0] = '[';
    }

    assertThat(JsonRpcMessage.messages(bytes, bytes.length)).isNotNull();
    assertThat(JsonRpcMessage.messages(array, array.length)).isNotNull();
  }

  private static List<String> in(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return JsonRpcMessage.messages(bytes, bytes.length).stream()
        .map(m -> new String(bytes, m.offset(), m.length(), StandardCharsets.UTF_8))
        .toList();
  }
}
