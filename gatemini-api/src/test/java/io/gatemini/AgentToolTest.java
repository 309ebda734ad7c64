package io.gatemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AgentToolTest {
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final Gateway gateway =
      Gateway.builder()
          .discover(false)
          .backend(
              "billing",
              BackendConfig.inProcess()
                  .tool("picture", "Draw an invoice.", "{}", args -> picture())
                  .tool("wait", "Wait for the bank.", "{}", args -> waited()))
          .build();
  private final Thread caller = Thread.currentThread();

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void tellsOfAPictureThatATextCannotShow() {
    assertThat(call("billing.picture"))
        .isEqualTo("an invoice\n[image image/png, 4 base64 characters]");
  }

  @Test
  void cancelsTheWorkOfAThreadThatIsInterrupted() throws InterruptedException {
    assertThatThrownBy(() -> call("billing.wait"))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining("interrupted");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private String call(String tool) {
    return gateway.agentTools(Session.of("chat")).stream()
        .filter(known -> known.name().equals("call_tool_chain"))
        .findFirst()
        .orElseThrow()
        .call("{\"code\": {\"tool\": \"" + tool + "\"}}");
  }

  private static ToolResult picture() {
    return ToolResult.of(
        RawJson.parse(
            """
            {"content": [{"type": "text", "text": "an invoice"},
              {"type": "image", "mimeType": "image/png", "data": "AAAA"}]}"""));
  }

  private String waited() throws InterruptedException {
    caller.interrupt();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
    return "never";
  }
}
