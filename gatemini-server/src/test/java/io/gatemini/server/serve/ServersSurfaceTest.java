package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.server.Main;
import io.gatemini.testing.TestGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The server as the walking system's users start it: a process, a pipe, programs in Lua. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class ServersSurfaceTest {
  private static final String CONFIG =
      """
      %s
      backends:
        word-tools:
          description: Knows words.
          tools:
            say:
              description: Says a word.
              command: echo {{word}}
            count-words:
              description: Counts the words of a text.
              command: wc -w
              stdin: "{{text}}"
              output: json
      """;

  @TempDir Path directory = Path.of("");

  private Gateway client(String config, String... options) throws Exception {
    Path file = Files.writeString(directory.resolve("gatemini.yaml"), CONFIG.formatted(config));
    List<String> arguments = new ArrayList<>();
    Collections.addAll(
        arguments, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"));
    Collections.addAll(arguments, Main.class.getName(), "-c", file.toString());
    Collections.addAll(arguments, options);
    Gateway client =
        TestGateway.ready(
            Gateway.builder()
                .backend(
                    "server",
                    BackendConfig.stdio(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        arguments.toArray(String[]::new))));

    return client;
  }

  private static String text(Gateway client, String tool, Map<String, ?> arguments) {
    ToolResult result = client.call("server." + tool, arguments);
    assertThat(result.isError()).as(result.text()).isFalse();
    return result.text();
  }

  @Test
  void walksAndRunsLuaInAnotherProcess() throws Exception {
    try (Gateway client = client("", "--surface", "servers")) {
      // The server is there before its backends are.
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(text(client, "list-servers", Map.of()))
                      .contains("[*] word_tools", "Tools: 2"));
      Map<String, String> server = Map.of("luaServerName", "word_tools");
      assertThat(text(client, "list-server-tools", server)).contains("[>] count_words", "[>] say");
      assertThat(
              text(
                  client,
                  "tool-details",
                  Map.of("luaServerName", "word_tools", "luaToolName", "say")))
          .contains("word (", "word_tools.say({word =");
      String script =
          """
          local a, b = word_tools.say({word = "eins"}), word_tools.say({word = "zwei"})
          result({both = a:await() .. b:await(), n = word_tools.count_words({text = "a b"}):await()})
          """;
      assertThat(text(client, "execute", Map.of("script", script)))
          .contains("eins", "zwei", "\"n\":2");
      // Beside the worker, one may be writing down its classes for the next.
      assertThat(javaChildren(client)).isPositive();
    }
  }

  private static long javaChildren(Gateway client) {
    long server = client.backends().stream().findFirst().orElseThrow().pid().orElseThrow();
    return ProcessHandle.of(server)
        .orElseThrow()
        .descendants()
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .count();
  }
}
