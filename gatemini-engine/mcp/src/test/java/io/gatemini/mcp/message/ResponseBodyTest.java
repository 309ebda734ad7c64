package io.gatemini.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as they come over HTTP. */
class ResponseBodyTest {
  @Test
  void tellsTheKindsApart() {
    JsonRpcMessage request = one("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    JsonRpcMessage notification =
        one("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"id\":4}}");
    JsonRpcMessage result = one("{\"jsonrpc\":\"2.0\",\"result\":{\"method\":\"x\"},\"id\":\"a\"}");
    JsonRpcMessage error = one("{\"jsonrpc\":\"2.0\",\"error\":{},\"id\":null}");

    assertThat(request.kind()).isEqualTo(Kind.REQUEST);
    assertThat(request.method()).isEqualTo("ping");
    assertThat(notification.kind()).isEqualTo(Kind.NOTIFICATION);
    assertThat(result.kind()).isEqualTo(Kind.RESPONSE);
    assertThat(error.kind()).isEqualTo(Kind.RESPONSE);
    assertThat(List.of(request, notification, result, error))
        .extracting(JsonRpcMessage::isOutcome)
        .containsExactly(false, false, true, true);
  }

  @Test
  void anAnswerHasTheIdOfTheRequestInTheSameType() {
    JsonRpcMessage request = one("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");

    assertThat(one("{\"id\":1,\"result\":0}").answers(request)).isTrue();
    assertThat(one("{\"id\":\"1\",\"result\":0}").answers(request)).isFalse();
    assertThat(one("{\"id\":1.0,\"result\":0}").answers(request)).isFalse();
    assertThat(one("{\"id\":null,\"error\":{}}").answers(request)).isFalse();
    assertThat(request.answers(request)).isFalse();
  }

  @Test
  void knowsTheRequestsThatItWritesAsIfItHadReadThem() {
    JsonRpcMessage written =
        JsonRpcMessages.toolCall(
            42, "t", RawJson.emptyObject(), true, RawJson.emptyObject(), RawJson.emptyObject());

    JsonRpcMessage read = JsonRpcMessage.of(written.bytes());

    assertThat(written.kind()).isEqualTo(read.kind()).isEqualTo(Kind.REQUEST);
    assertThat(written.method()).isEqualTo(read.method());
    assertThat(written.id()).isEqualTo(read.id());
    assertThat(written.numericId()).isEqualTo(read.numericId());
    assertThat(one("{\"id\":42,\"result\":0}").answers(written)).isTrue();
    assertThat(one("{\"id\":4,\"result\":0}").answers(written)).isFalse();
  }

  @Test
  void keepsWhatBreaksARuleForTheReceiverToReport() {
    assertThat(one("{\"id\":1,\"result\":0}").kind()).isEqualTo(Kind.INVALID);
    assertThat(one("{\"id\":1,\"result\":0}").isOutcome()).isTrue();
  }

  @Values("`` | null | [] | {} | {\"id\":1} | {\"id\":1,\"result\":2")
  void refusesWhatIsNotAMessage(String text) {
    assertThat(read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "x", "\r\n", "{}", "\u00e9", "}"})
  void leavesOutWhatFollowsTheMessage(String garbage) {
    String message = "{\"result\":\"\u00e9\"}";

    assertThat(one(message + garbage).length())
        .isEqualTo(message.getBytes(StandardCharsets.UTF_8).length);
  }

  @Property
  void survivesAnyBytes(@ForAll byte[] bytes) {
    assertThat(JsonRpcMessage.messages(bytes, bytes.length)).isNotNull();
  }

  private static JsonRpcMessage one(String text) {
    List<JsonRpcMessage> messages = read(text);
    assertThat(messages).hasSize(1);
    return messages.get(0);
  }

  private static List<JsonRpcMessage> read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return JsonRpcMessage.messages(bytes, bytes.length);
  }
}
