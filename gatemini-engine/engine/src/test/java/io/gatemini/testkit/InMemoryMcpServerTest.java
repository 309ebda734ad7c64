package io.gatemini.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendState;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayListener;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.ToolsChange;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InMemoryMcpServerTest {
  private static final int SECONDS = 60;

  private final InMemoryMcpServer server =
      InMemoryMcpServer.named("billing")
          .instructions("Refund last.")
          .tool(
              "refund",
              "Refund an invoice.",
              "{\"type\": \"object\", \"properties\": {\"invoice\": {\"type\": \"string\"}}}",
              args -> "refunded " + args.path("invoice").asText())
          .tool("pay", "Pay an invoice.", args -> "paid");

  private Gateway gateway;

  @BeforeEach
  void start() {
    gateway = Gateway.builder().plugin(server).backend("billing", server.config()).build();
    gateway.awaitReady(Duration.ofSeconds(SECONDS));
  }

  @AfterEach
  void close() {
    gateway.close();
    server.close();
  }

  @Test
  void servesItsToolsAndKeepsWhatItWasAsked() {
    ToolResult result = gateway.call("billing.refund", Map.of("invoice", "A-17"));

    assertThat(result.text()).isEqualTo("refunded A-17");
    assertThat(server.calls())
        .containsExactly(
            new InMemoryMcpServer.Call("refund", RawJson.parse("{\"invoice\": \"A-17\"}")));
    assertThat(server.nextCall()).isEqualTo(server.calls().get(0));
    assertThat(gateway.tool("billing.refund").parameters()).containsExactly("invoice");
    assertThat(gateway.instructions("billing")).contains("Refund last.");
  }

  @Test
  void tellsOfToolsThatComeAndGo() throws Exception {
    BlockingQueue<ToolsChange> changes = new LinkedBlockingQueue<>();
    gateway.addListener(
        new GatewayListener() {
          @Override
          public void toolsChanged(ToolsChange change) {
            changes.add(change);
          }
        });

    server.tool("book", "Book a payment.", args -> "booked");

    assertThat(changes.poll(SECONDS, TimeUnit.SECONDS)).isNotNull();
    assertThat(gateway.call("billing.book", Map.of()).text()).isEqualTo("booked");

    server.removeTool("refund");

    assertThat(changes.poll(SECONDS, TimeUnit.SECONDS)).isNotNull();
    GatewayAssertions.assertThat(gateway).hasNoTool("billing.refund");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.removeTool("refund"))
        .withMessageContaining("[book, pay]");
  }

  @Test
  void holdsCallsUntilTheyAreReleased() throws Exception {
    InMemoryMcpServer.Hold hold = server.hold("refund");

    CompletableFuture<ToolResult> call =
        gateway.callAsync(ToolCall.of("billing.refund", Map.of("invoice", "A-17")));
    assertThat(server.nextCall().tool()).isEqualTo("refund");
    // Time enough for an answer that is not held; other tools go on.
    for (int i = 0; i < 20; i++) {
      assertThat(gateway.call("billing.pay", Map.of()).text()).isEqualTo("paid");
    }
    assertThat(call).isNotDone();
    assertThatThrownBy(() -> server.hold("refund")).isInstanceOf(IllegalStateException.class);
    hold.close();

    assertThat(call.get(SECONDS, TimeUnit.SECONDS).text()).isEqualTo("refunded A-17");
    server.hold("refund").close();
  }

  @Test
  void answersWithTheFailureOfATool() {
    server.tool(
        "refund",
        "Refund an invoice.",
        args -> {
          throw new IllegalStateException("the invoice was not paid");
        });

    ToolResult result = gateway.call("billing.refund", Map.of());

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).isEqualTo("the invoice was not paid");
  }

  @Test
  void failsACallThatItDiesUnder() throws Exception {
    InMemoryMcpServer.Hold hold = server.hold("refund");
    CompletableFuture<ToolResult> call =
        gateway.callAsync(ToolCall.of("billing.refund", Map.of("invoice", "A-17")));
    assertThat(server.nextCall().tool()).isEqualTo("refund");

    server.die();

    assertThat(call).failsWithin(Duration.ofSeconds(SECONDS));
    hold.close();
    assertThat(gateway.restart("billing").state()).isEqualTo(BackendState.HEALTHY);
    assertThat(gateway.call("billing.refund", Map.of("invoice", "B-1")).text())
        .isEqualTo("refunded B-1");
  }

  @Test
  void staysDownUntilItComesBack() {
    server.goDown();

    assertThatThrownBy(() -> gateway.restart("billing")).hasMessageContaining("billing");
    server.comeBack();

    assertThat(gateway.restart("billing").state()).isEqualTo(BackendState.HEALTHY);
  }

  /** It behaves as every backend does. */
  @Nested
  class AsABackend extends BackendContract {
    private final TestContext context = new TestContext("billing", server.config()).withThreads();

    @AfterEach
    void end() {
      context.close();
    }

    @Override
    protected Backend backend() {
      return server.create(context);
    }

    @Override
    protected BackendCall call() {
      return new BackendCall("refund", RawJson.emptyObject(), CallContext.local());
    }
  }
}
