package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.testing.Patience;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Servers that leave a call unanswered: frozen, busy, or slow while they answer pings. */
class SuspicionTest {
  /** Each tool is a way to be silent; {@code now} is none. */
  private static final String SERVER =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      text='{"content":[{"type":"text","text":"done"}]}'
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
      "serverInfo":{"name":"silent","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[\
      {"name":"half","inputSchema":{"type":"object"}},{"name":"large","inputSchema":{"type":"object"}},\
      {"name":"freeze","inputSchema":{"type":"object"}},{"name":"compute","inputSchema":{"type":"object"}},\
      {"name":"wait","inputSchema":{"type":"object"}},{"name":"now","inputSchema":{"type":"object"}}]}' ;;
          *'"freeze"'*) kill -STOP $$ ;;
          *'"compute"'*) end=$(($(date +%s) + 2)); while [ "$(date +%s)" -lt $end ]; do
            i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; done; answer "$id" "$text" ;;
          *'"half"'*) printf '{"jsonrpc":"2.0","x":"%0900000d' 0; while :; do :; done ;;
          *'"large"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%0500000d"}]}}\\n' "$id" 0 ;;
          *'"wait"'*) (sleep 1; answer "$id" "$text") & ;;
          *'"id":'*) answer "$id" "$text" ;;
        esac
      done
      """;

  @AutoClose
  private final Gateway gateway =
      Gateway.builder()
          .health(
              HealthConfig.defaults()
                  .suspicionAfter(Duration.ofMillis(200))
                  .suspicionTimeout(Duration.ofMillis(600))
                  .restartInitialBackoff(Duration.ofMillis(1)))
          .maxInFlightBytes(1 << 20)
          .backend("silent", BackendConfig.stdio("sh", "-c", SERVER))
          .backend("other", BackendConfig.stdio("sh", "-c", SERVER))
          .build();

  private CompletableFuture<ToolResult> call(String tool) {
    return gateway.callAsync(ToolCall.of(tool, RawJson.parse("{}")));
  }

  private int restarts() {
    return gateway.backends().stream()
        .filter(backend -> backend.name().equals("silent"))
        .findFirst()
        .orElseThrow()
        .restarts();
  }

  @Test
  void oneThatIsFrozenIsKilledAndStartedAgain() {
    assertThatThrownBy(() -> Patience.join(call("silent.freeze")))
        .hasMessageContaining(
            "backend \"silent\" was killed: it left a call unanswered for 200 ms, and did not"
                + " answer a ping within 600 ms");

    assertThat(Patience.join(call("silent.now")).text()).isEqualTo("done");
    assertThat(restarts()).isEqualTo(1);
  }

  @Test
  void oneThatComputesIsLeftAlone() {
    long began = System.nanoTime();
    assertThat(Patience.join(call("silent.compute")).text()).isEqualTo("done");

    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .as("long enough to be suspected")
        .isGreaterThan(Duration.ofMillis(850));
    assertThat(restarts()).isZero();
  }

  /** Its reader waits for room, so that its answers to pings are not read either. */
  @Test
  void oneThatIsNotReadIsLeftAlone() {
    CompletableFuture<ToolResult> half = call("other.half");
    await().until(() -> gateway.stats().inFlight().bytes() >= 900_000);

    assertThat(Patience.join(call("silent.large")).text()).hasSize(500_000);

    assertThat(restarts()).isZero();
    half.cancel(true);
  }

  @Test
  void oneThatWaitsAndAnswersPingsIsLeftAlone() {
    assertThat(Patience.join(call("silent.wait")).text()).isEqualTo("done");

    assertThat(restarts()).isZero();
  }
}
