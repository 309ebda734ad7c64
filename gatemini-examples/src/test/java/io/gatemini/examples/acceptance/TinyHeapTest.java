package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose heap is too small for what its client sends: never alive and mute. */
@Tag("long")
class TinyHeapTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @TempDir Path directory = Path.of("");

  @Test
  void answersAfterLinesThatDoNotFitOrEndsWithACodeAndALine() {
    List<String> command = new ArrayList<>(new BundledServer(directory).command());
    command.replaceAll(flag -> flag.equals("-Xmx256m") ? "-Xmx32m" : flag);
    try (RawMcpClient client = RawMcpClient.connect(command, Map.of())) {
      boolean lives = true;
      try {
        for (int i = 0; i < 4; i++) {
          client.send(
              ("{\"jsonrpc\":\"2.0\",\"id\":"
                      + i
                      + ",\"method\":\"tools/call\",\"params\":{\"name\":\"")
                  .getBytes(StandardCharsets.UTF_8));
          byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
          for (int sent = 0; sent < 24; sent++) {
            client.send(piece);
          }
          client.send("\"}}\n".getBytes(StandardCharsets.UTF_8));
        }
        client.ping();
      } catch (UncheckedIOException e) {
        lives = false;
      }

      if (!lives) {
        assertThat(client.awaitExit(TIMEOUT)).isEqualTo(70);
        assertThat(client.stderr()).contains("gatemini: ended by java.lang.OutOfMemoryError");
      }
    }
  }
}
