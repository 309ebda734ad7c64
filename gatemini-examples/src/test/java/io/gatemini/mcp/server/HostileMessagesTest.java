package io.gatemini.mcp.server;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.internal.peer.LostSession;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages of peers, whole and broken. */
@Tag("long")
class HostileMessagesTest {
  @Test
  void readsMessagesInLinearTime() {
    LinearTime.of(
        text -> {
          String quoted = RawJson.ofValue(text).toString();
          read(text);
          read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + text);
          read(
              "{\"jsonrpc\":\"2.0\",\"id\":" + quoted + ",\"error\":{\"message\":" + quoted + "}}");
          read("{\"jsonrpc\":\"2.0\",\"method\":" + quoted + ",\"params\":{\"a\":" + quoted + "}}");
          byte[] batch = ("[" + quoted + "," + quoted + "]").getBytes(StandardCharsets.UTF_8);
          JsonRpcMessage.elements(batch, 0, batch.length);
          ForeignText.wellFormed(text);
          ForeignText.name(text);
          LostSession.in(text);
        });
  }

  @Test
  void readsResultsInLinearTime() {
    LinearTime.of(
        text -> {
          ToolResult result = ToolResult.text(text);
          ToolResult read = ToolResult.of(RawJson.wrap(result.json().toByteArray()));
          read.onlyText();
          read.hasStructuredContent();
          read.isError();
          read.meta();
          Era.of("2024-11-05").content().fit(read);
        });
  }

  private static void read(String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    JsonRpcMessage.parse(bytes, 0, bytes.length);
  }
}
