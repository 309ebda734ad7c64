package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A server that downloads itself at each start, and takes longer than its start may. */
class SlowStartTest {
  private static final String SERVER =
      """
      echo 'the package will be installed' >&2
      sleep 1
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18",\
      "capabilities":{},"serverInfo":{"name":"slow","version":"1"}}}\\n' "$id" ;;
          *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\\n' "$id" ;;
        esac
      done
      """;

  @Test
  void getsMoreTimeAtEachTryAndSaysWhatToRaise() {
    AtomicReference<String> reason = new AtomicReference<>("");
    try (Gateway gateway =
        Gateway.builder()
            .health(
                health ->
                    health
                        .restartTimeout(Duration.ofMillis(100))
                        .restartInitialBackoff(Duration.ofMillis(100)))
            .backend(
                "slow",
                BackendConfig.stdio("sh", "-c", SERVER).startTimeout(Duration.ofMillis(400)))
            .build()) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                gateway.backends().get(0).reason().ifPresent(reason::set);
                return gateway.backends().get(0).available();
              });

      assertThat(gateway.backends().get(0).restarts()).isPositive();
      assertThat(reason.get())
          .contains("raise start_timeout", "last words: the package will be installed");
    }
  }
}
