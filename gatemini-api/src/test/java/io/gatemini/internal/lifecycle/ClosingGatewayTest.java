package io.gatemini.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway that closes hears its open calls out, for a while. */
class ClosingGatewayTest {
  private final ScriptedBackend.Provider provider = new ScriptedBackend.Provider();

  @Test
  void waitsForOpenCallsAndRefusesNewOnes() throws Exception {
    Gateway gateway = gateway(Duration.ofSeconds(20));
    ScriptedBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(10));
    CompletableFuture<ToolResult> last = call(gateway);
    ScriptedBackend.Call open = backend.calls.take();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);

    await().until(() -> call(gateway).isCompletedExceptionally());
    assertThat(backend.stopped).isNotDone();
    open.answer().complete(ToolResult.text("just in time"));
    closed.get(10, TimeUnit.SECONDS);
    assertThat(last.get().text()).isEqualTo("just in time");
    assertThat(backend.stopped).isDone();
  }

  @Test
  void givesUpWhatTakesTooLong() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    ScriptedBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(10));
    CompletableFuture<ToolResult> last = call(gateway);
    ScriptedBackend.Call open = backend.calls.take();

    gateway.close();

    assertThatThrownBy(() -> last.get(1, TimeUnit.SECONDS))
        .hasCauseInstanceOf(GatewayClosedException.class)
        .hasMessageContaining("closed before the call ended");
    assertThat(open.answer()).isCompletedExceptionally();
    assertThat(backend.stopped).isDone();
  }

  @Test
  void givesUpABackendThatIsStartingAndTheCallThatWaitsForIt() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    ScriptedBackend backend = provider.next();
    CompletableFuture<ToolResult> waiting = call(gateway);

    gateway.close();

    assertThat(waiting).isCompletedExceptionally();
    assertThat(backend.stopped).isDone();
  }

  private Gateway gateway(Duration drainTimeout) {
    return Gateway.builder()
        .plugin(provider)
        .health(health -> health.drainTimeout(drainTimeout))
        .backend("it", BackendConfig.of("scripted"))
        .build();
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway) {
    return gateway.callAsync(
        ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(Duration.ofSeconds(30)));
  }
}
