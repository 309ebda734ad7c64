package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A process, a bridge to a server elsewhere say, that has lost the session behind it. */
class ForgottenHandshakeTest {
  private static final String SERVER =
      """
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        answer() { printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$1"; }
        case $line in
          *'"initialize"'*) answer '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
      "serverInfo":{"name":"bridge","version":"1"}}' ;;
          *'"tools/list"'*) answer '"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}' ;;
          *'"tools/call"'*)
            if rm "$1" 2> /dev/null; then
              answer "\\"error\\":$2"
            else
              answer '"result":{"content":[{"type":"text","text":"done"}]}'
            fi ;;
          *'"id":'*) answer '"result":{}' ;;
        esac
      done
      """;

  @TempDir private Path folder;

  @Table(
      """
      {"code":-32002,"message":"Server not initialized"} | done | 1
      {"code":32600,"message":"Session terminated"} | done | 1
      {"code":-32603,"message":"Error: session not found"} | done | 1
      {"code":-32000,"message":"Session tab-3 not found"} | Session tab-3 not found | 0
      """)
  void startsAnewWhenItsHandshakeIsForgotten(String error, String answered, int restarts)
      throws Exception {
    Path lost = folder.resolve("lost");
    try (Gateway gateway =
        Gateway.builder()
            .health(health -> health.restartInitialBackoff(Duration.ofMillis(10)))
            .backend(
                "bridge", BackendConfig.stdio("sh", "-c", SERVER, "sh", lost.toString(), error))
            .build()) {
      assertThat(call(gateway)).isEqualTo("done");
      Files.createFile(lost);

      assertThat(call(gateway)).contains(answered);

      assertThat(lost).doesNotExist();
      assertThat(gateway.backends().get(0).restarts()).isEqualTo(restarts);
    }
  }

  private static String call(Gateway gateway) {
    try {
      return gateway.call("bridge.echo", Map.of()).text();
    } catch (BackendCallException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
