package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFormatTest {
  @Test
  void readsTheServersOfClaudeDesktop() {
    ReadConfig config =
        ReadConfig.of(
            """
            {
              "globalShortcut": "Ctrl+Space",
              "mcpServers": {
                "filesystem": {
                  "command": "npx",
                  "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv"],
                  "env": {"LOG": "${LOG:-warn}"},
                  "alwaysAllow": ["read_file"]
                },
                "old": {"command": "gone", "disabled": true, "env": {"A": "${UNSET}"}}
              }
            }
            """);

    BackendConfig files = config.backend("filesystem");

    assertThat(files.transport()).isEqualTo("stdio");
    assertThat(files.command())
        .containsExactly("npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv");
    assertThat(files.env()).isEqualTo(Map.of("LOG", "warn"));
    assertThat(config.settings().backends()).hasSize(1);
  }

  @Test
  void leavesOutWhatIsSwitchedOffInEitherWay() {
    ReadConfig config =
        ReadConfig.of(
            """
            {"mcpServers": {
              "on": {"command": "x", "enabled": true, "disabled": false},
              "off": {"command": "x", "enabled": false},
              "out": {"command": "x", "disabled": true}
            }}
            """);

    assertThat(config.settings().backends()).containsOnlyKeys("on");
  }

  @Test
  void readsTheVariablesOfAnEnvFile(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("my.env"), "A=file\nB=file\n");
    String file = folder.resolve("my.env").toString();

    ReadConfig config =
        ReadConfig.of(
            "{\"servers\": {\"a\": {\"command\": \"x\", \"envFile\": \""
                + file
                + "\", \"env\": {\"B\": \"b\"}},"
                + "\"b\": {\"command\": \"x\", \"envFile\": \""
                + file
                + ".not\"}}}");

    assertThat(config.backend("a").env()).isEqualTo(Map.of("A", "file", "B", "b"));
    assertThat(config.backend("b").toString()).contains("there is no file");
  }

  /** VS Code asks a person for it; the other servers of the file have no part in that. */
  @Test
  void leavesOutAServerThatNamesAnInput() {
    ReadConfig config =
        ReadConfig.of(
            """
            {"inputs": [{"type": "promptString", "id": "tok"}], "servers": {
              "a": {"command": "x", "env": {"TOKEN": "${input:tok}"}},
              "b": {"command": "y"}
            }}
            """);

    assertThat(config.backend("a").toString()).contains("${input:tok}");
    assertThat(config.backend("b").command()).containsExactly("y");
  }

  @Test
  void beginsPathsInTheHomeDirectoryAsShellsDo() {
    BackendConfig config =
        ReadConfig.of("{\"mcpServers\": {\"a\": {\"command\": \"~/bin/x\", \"cwd\": \"~/w\"}}}")
            .backend("a");

    String home = System.getProperty("user.home");
    assertThat(config.command()).containsExactly(home + "/bin/x");
    assertThat(config.cwd()).contains(home + "/w");
  }

  @Values(
      """
      {"servers": %s, "inputs": []} | {"mcp": {"servers": %s}, "editor.fontSize": 12}
      {"mcpServers": %s}
      """)
  void readsTheServersOfEditorsWithCommentsAndTrailingCommas(String file) {
    ReadConfig config =
        ReadConfig.of(
            file.formatted(
                """
                {
                  // the docs
                  "docs": {
                    "type": "http", /* streamable */
                    "url": "https://docs.test/mcp",
                    "headers": {"Authorization": "Bearer ${env:TOKEN}"},
                  },
                }
                """),
            Map.of("TOKEN", "t0"));

    BackendConfig docs = config.backend("docs");

    assertThat(docs.transport()).isEqualTo("streamable-http");
    assertThat(docs.url()).contains("https://docs.test/mcp");
    assertThat(docs.headers()).isEqualTo(Map.of("Authorization", "Bearer t0"));
  }

  @Pairs(
      """
      http -> url | streamable-http -> url | streamableHttp -> url | sse -> url | http -> serverUrl
      http -> httpUrl
      """)
  void reachesServersByUrl(String type, String key) {
    ReadConfig config =
        ReadConfig.of(
            "{\"mcpServers\": {\"a\": {\"type\": \"%s\", \"%s\": \"https://a.test\"}}}"
                .formatted(type, key));

    assertThat(config.backend("a").transport()).isEqualTo("streamable-http");
    assertThat(config.backend("a").url()).contains("https://a.test");
  }

  @Test
  void keepsAnyNameThatCanBeSeen() {
    ReadConfig config =
        ReadConfig.of(
            "{\"mcpServers\": {\"My Files (local)\": {\"command\": \"a\"}, \"io.github.x/y\":"
                + " {\"command\": \"b\"}, \"a_b\": {\"command\": \"c\"}, \" مفتاح\u200b 🔑\":"
                + " {\"command\": \"d\"}}}");

    assertThat(config.settings().backends().keySet())
        .asString()
        .isEqualTo("[My Files (local), io.github.x/y, a_b, مفتاح 🔑]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "all",
      textBlock =
          """
          "autoApprove": ["a"], "alwaysAllow": ["b"]          | all    | []
          "allowedTools": ["a", "b"]                          | [a, b] | []
          "allowedTools": []                                  | []     | []
          "includeTools": ["a"], "excludeTools": ["a"]        | [a]    | [a]
          "disabledTools": ["x"], "excludeTools": ["y", "x"]  | all    | [y, x]
          "allowedTools": ["a", "b"], "includeTools": ["b", "c"] | [b] | []
          "allowedTools": ["a_*"], "includeTools": ["a_b", "a_c*", "d"] | [a_b, a_c*] | []
          """)
  void keepsToolsFromAgentsAsTheClientDoes(String keys, String allowed, String denied) {
    BackendConfig config =
        ReadConfig.of("{\"mcpServers\": {\"a\": {\"command\": \"x\", " + keys + "}}}").backend("a");

    assertThat(config.allowedTools().map(Object::toString)).isEqualTo(Optional.ofNullable(allowed));
    assertThat(config.deniedTools()).hasToString(denied);
  }

  @Test
  void numbersTheNamespacesThatTwoServersWouldShare() {
    ReadConfig config =
        ReadConfig.of(
            """
            {"mcpServers": {"a b": {"command": "x"}, "a_b": {"command": "y"}, "a@b": {"command": "z"}}}
            """);

    assertThat(config.backend("a b").namespace()).isEmpty();
    assertThat(config.backend("a_b").namespace()).contains("a_b_2");
    assertThat(config.backend("a@b").namespace()).contains("a_b_3");
  }

  @Test
  void letsAServerSampleThatMayAtTheOtherPredecessor() {
    LoggedErrors log = new LoggedErrors();
    ReadConfig config =
        ReadConfig.of(
            """
            {"skills": {}, "resultSizeThreshold": 5, "mcpClients": {
              "a": {"type": "stdio", "command": "x", "dangerouslyEnableSampling": true},
              "b": {"type": "stdio", "command": "x"}}}
            """);

    log.close();
    assertThat(log.messages())
        .anyMatch(line -> line.contains("line 1: skills: it says nothing; there are no skills"))
        .anyMatch(line -> line.contains("line 1: resultSizeThreshold: it says nothing; write"));
    assertThat(config.backend("a").trust().sampling()).isTrue();
    assertThat(config.backend("b").trust().sampling()).isFalse();
  }

  @Test
  void readsTheClientsOfAnotherGateway() {
    ReadConfig config =
        ReadConfig.of(
            """
            {
              "transport": "http", "port": 3000,
              "mcpClients": {
                "docs": {"type": "http", "url": "https://docs.test/mcp", "headers": {"A": "b"},
                         "allowedTools": ["search"]},
                "files": {"type": "stdio", "command": "npx", "args": ["files"], "env": {"C": "d"}}
              }
            }
            """);

    BackendConfig docs = config.backend("docs");
    assertThat(docs.transport()).isEqualTo("streamable-http");
    assertThat(docs.url()).contains("https://docs.test/mcp");
    assertThat(docs.headers()).isEqualTo(Map.of("A", "b"));
    assertThat(docs.allowedTools()).contains(List.of("search"));
    BackendConfig files = config.backend("files");
    assertThat(files.transport()).isEqualTo("stdio");
    assertThat(files.command()).containsExactly("npx", "files");
    assertThat(files.env()).isEqualTo(Map.of("C", "d"));
    assertThat(files.allowedTools()).isEmpty();
  }

  @Table(
      """
      {"a b": {"command": "x"}, " a b": {"command": "y"}} | mcpServers." a b": the servers "a \
      b" and " a b" would both become the backend "a b"
      {" ": {"command": "x"}} | nothing can be seen of the name
      {"a": {}} | mcpServers.a: there is neither "command" nor "url"
      {"a": {"type": "http"}} | mcpServers.a: there is no "url"
      {"a": {"type": "ws", "url": "x"}} | mcpServers.a.type: "ws" is no type
      {"a": {"command": "x", "enabled": "maybe"}} | mcpServers.a.enabled: "maybe" is neither
      {"a": {"command": "x", "disabled": "maybe"}} | mcpServers.a.disabled: "maybe" is neither
      {"a": {"command": "x", "excludeTools": "y"}} | mcpServers.a.excludeTools: a list was expected
      {"a": {"command": "x", "args": "y"}} | mcpServers.a.args: a list was expected
      """)
  void saysWhereAndWhatToWrite(String servers, String message) {
    String file = "{\"mcpServers\": {\"right\": {\"command\": \"x\"}," + servers.substring(1) + "}";
    GatewaySettings strict = GatewaySettings.defaults().strictSecrets(true);

    assertThat(ReadConfig.of(file).backend("right").command()).containsExactly("x");
    assertThrown(
            ConfigException.class, () -> ReadConfig.of(file, Gateway.builder().settings(strict)))
        .hasMessageStartingWith("gatemini.yaml, line 1: ")
        .hasMessageContaining(message);
  }
}
