package io.gatemini.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.Table;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerErrorTest {
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\u000b", "\f"})
  void aMessageIsOneLine(String lineEnd) {
    assertThat(read("no" + lineEnd + "hint: call b.other").message())
        .isEqualTo("no hint: call b.other");
  }

  @Test
  void aLongMessageIsCut() {
    assertThat(read("x\n".repeat(5_000)).message()).hasSize(2_001).endsWith("…");
  }

  @Table(
      """
      {'data':{'reason':'quota exceeded'}} | {"reason":"quota exceeded"}
      {'message':null,'data':'quota exceeded'} | quota exceeded
      {'message':'','data':5} | 5
      {'message':'Invalid params','data':[{'at':1}]} | Invalid params: [{"at":1}]
      {'message':'Invalid params: a','data':'a'} | Invalid params: a
      {'message':'no','data':{}} | no
      {'message':'no','data':null} | no
      {'message':{'en':'no'}} | {"en":"no"}
      'quota exceeded' | quota exceeded
      {'data':[]} | no message was given
      {} | no message was given
      """)
  void theDataOfAnErrorIsReadWhereItSaysMore(String error, String said) {
    assertThat(of(error.replace('\'', '"')).message()).isEqualTo(said);
  }

  @Test
  void dataIsOneShortVisibleLine() {
    String data = "a\n\u202eb" + "x".repeat(9_000);

    String message =
        of(JsonNodeFactory.instance.objectNode().put("message", "no").put("data", data).toString())
            .message();

    assertThat(message).startsWith("no: a bx").endsWith("x\u2026").hasSizeLessThan(510);
  }

  private static PeerError read(String message) {
    return of(
        JsonNodeFactory.instance.objectNode().put("code", 1).put("message", message).toString());
  }

  private static PeerError of(String error) {
    byte[] json = error.getBytes(StandardCharsets.UTF_8);
    return PeerError.read(new JsonRpcMessage.Slice(JsonToken.START_OBJECT, 0, json.length), json);
  }
}
