package io.gatemini.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"servers\": %s, \"inputs\": []}",
        "{\"mcp\": {\"servers\": %s}, \"editor.fontSize\": 12}",
        "{\"mcpServers\": %s}"
      })
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

  @ParameterizedTest
  @CsvSource({
    "http,url",
    "streamable-http,url",
    "streamableHttp,url",
    "sse,url",
    "http,serverUrl",
    "http,httpUrl"
  })
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a b": {"command": "x"}, " a b": {"command": "y"}} | mcpServers." a b": the servers "a b" and " a b" would both become the backend "a b"
          {" ": {"command": "x"}}                  | nothing can be seen of the name
          {"a": {"command": "x", "envFile": ".env"}} | mcpServers.a.envFile: files of variables are not read
          {"a": {}}                                | mcpServers.a: there is neither "command" nor "url"
          {"a": {"type": "http"}}                  | mcpServers.a: there is no "url"
          {"a": {"type": "ws", "url": "x"}}        | mcpServers.a.type: "ws" is no type
          {"a": {"command": "x", "env": {"A": "${input:key}"}}} | mcpServers.a.env.A: "${input:key}" names no environment variable
          {"a": {"command": "x", "disabled": "maybe"}} | mcpServers.a.disabled: "maybe" is neither
          {"a": {"command": "x", "excludeTools": "y"}} | mcpServers.a.excludeTools: a list was expected
          {"a": {"command": "x", "args": "y"}}     | mcpServers.a.args: a list was expected
          """)
  void saysWhereAndWhatToWrite(String servers, String message) {
    assertThatThrownBy(() -> ReadConfig.of("{\"mcpServers\": " + servers + "}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("gatemini.yaml, line 1: ")
        .hasMessageContaining(message);
  }
}
