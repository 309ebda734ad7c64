package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.peer.Reply;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.TestSurface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCallHandlerTest {
  private static final byte[] CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}"
          .getBytes(StandardCharsets.UTF_8);

  private final List<String> sent = new ArrayList<>();
  private final TestSurface surface = new TestSurface();
  private final ClientView client = TestClientView.of(surface, "2025-11-25");
  private final ToolCallHandler calls = new ToolCallHandler(surface);

  /** A client that uses an id again in the moment in which it reads the answer. */
  private void send(byte[] answer) {
    sent.add(new String(answer, StandardCharsets.UTF_8));
    if (sent.size() == 1) {
      call();
    }
  }

  private void call() {
    calls.call(JsonRpcMessage.of(CALL), client, Reply.to(this::send));
  }

  @Test
  void takesAnIdAgainAsSoonAsItsAnswerCanBeRead() {
    call();

    assertThat(sent).hasSize(2).allMatch(answer -> answer.contains("\"result\""));
    assertThat(client.open().isIdle()).isTrue();
  }
}
