package io.gatemini.internal.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.mcp.message.JsonRpcMessage;
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

  private static PeerError read(String message) {
    byte[] json =
        JsonNodeFactory.instance
            .objectNode()
            .put("code", 1)
            .put("message", message)
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    return PeerError.read(new JsonRpcMessage.Slice(JsonToken.START_OBJECT, 0, json.length), json);
  }
}
