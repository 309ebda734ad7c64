package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.Environment;
import io.gatemini.spi.Json;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The files of clients as their documentation shows them. */
class ClientServersTest {
  @Table(
      """
      {"context_servers": {"a": {"source": "custom", "command": {"path": "x", "args": ["y"], "env": {"A": "1"}}}}} \
        | {"command": "x", "args": ["y"], "env": {"A": "1"}, "source": "custom"}
      {"theme": "dark", "context_servers": {"a": {"command": "x", "args": [], "enabled": false}}} \
        | {"command": "x", "args": [], "enabled": false}
      {"context_servers": {"a": {"url": "https://a.test", "headers": {"A": "b"}}}} \
        | {"url": "https://a.test", "headers": {"A": "b"}}
      {"mcp_servers": {"a": {"command": "x", "enabled_tools": ["r"], "disabled_tools": ["w"], "env_vars": ["A", {"name": "B"}]}}} \
        | {"command": "x", "allowedTools": ["r"], "disabledTools": ["w"], "inherit_env": ["A", "B"]}
      {"mcp_servers": {"a": {"url": "https://a.test", "bearer_token_env_var": "T", "http_headers": {"A": "b"}, "env_http_headers": {"C": "D"}}}} \
        | {"url": "https://a.test", "headers": {"A": "b", "C": "secretref:env:D", "Authorization": "Bearer secretref:env:T"}}
      {"mcp": {"a": {"type": "local", "command": ["npx", "-y", "x"], "environment": {"A": "{env:B}"}, "enabled": true}}} \
        | {"type": "local", "command": "npx", "args": ["-y", "x"], "env": {"A": "${B}"}, "enabled": true}
      {"mcp": {"a": {"type": "remote", "url": "https://a.test", "headers": {"Authorization": "Bearer {env:T}", "K": "{file:/k}"}}}} \
        | {"type": "remote", "url": "https://a.test", "headers": {"Authorization": "Bearer ${T}", "K": "secretref:file:/k"}}
      {"tools": {"a_w*": false, "b*": false, "a_r": true}, "mcp": {"a": {"type": "local", "command": ["x"]}}} \
        | {"type": "local", "command": "x", "args": [], "disabledTools": ["w*"]}
      {"tools": {"a*": false}, "mcp": {"a": {"type": "local", "command": ["x"]}}} \
        | {"type": "local", "command": "x", "args": [], "disabledTools": ["*"]}
      {"mcpServers": [{"name": "a", "command": "x", "env": {"K": "${{ secrets.K }}"}}]} \
        | {"name": "a", "command": "x", "env": {"K": "${K}"}}
      {"mcpServers": [{"name": "a", "type": "streamable-http", "url": "https://a.test", "requestOptions": {"headers": {"A": "b"}}}]} \
        | {"name": "a", "type": "streamable-http", "url": "https://a.test", "headers": {"A": "b"}}
      {"mcpServers": {"a": {"transport": {"type": "stdio", "command": "x", "args": ["y"]}}}} \
        | {"type": "stdio", "command": "x", "args": ["y"]}
      {"mcpServers": {"a": {"type": "local", "command": "x", "tools": ["*"]}}} \
        | {"type": "local", "command": "x", "allowedTools": ["*"]}
      {"mcpServers": {"a": {"command": "x", "tools": "*"}}} | {"command": "x"}
      {"mcpServers": {"a": {"command": "x", "tools": [], "allowedTools": ["r"]}}} \
        | {"command": "x", "allowedTools": ["r"], "includeTools": []}
      {"mcpServers": {"a": {"command": "x", "env": {"A": "COPILOT_MCP_A", "B": "$COPILOT_MCP_B", "C": "no COPILOT_MCP_C"}}}} \
        | {"command": "x", "env": {"A": "${COPILOT_MCP_A}", "B": "${COPILOT_MCP_B}", "C": "no COPILOT_MCP_C"}}
      {"mcpServers": {"a": {"command": "x", "isActive": false}}} | {"command": "x", "enabled": false}
      {"mcp_servers": {"a": {"command": "x", "startup_timeout_ms": 1500, "tool_timeout_sec": 7.5, "tools": {"r": {"approval_mode": "approve"}}}}} \
        | {"command": "x", "startup_timeout_sec": "1500ms", "tool_timeout_sec": "7500ms", "tools": {"r": {"approval_mode": "approve"}}}
      {"mcp_servers": {"a": {"command": "x", "startup_timeout_ms": 1500, "startup_timeout_sec": 20, "enabled": false, "cwd": "/w"}}} \
        | {"command": "x", "startup_timeout_sec": 20, "enabled": false, "cwd": "/w"}
      {"extensions": {"developer": {"type": "builtin", "enabled": true, "timeout": 300}, "a": {"type": "stdio", "enabled": true, "cmd": "npx", "args": ["-y", "x"], "envs": {"A": "1"}, "env_keys": ["K"], "timeout": 300, "available_tools": ["r"]}}} \
        | {"type": "stdio", "enabled": true, "args": ["-y", "x"], "tool_timeout_sec": 300, "inherit_env": ["K"], "command": "npx", "env": {"A": "1"}, "allowedTools": ["r"]}
      {"extensions": {"a": {"type": "streamable_http", "uri": "https://a.test/mcp", "headers": {"A": "b"}, "env_keys": [], "envs": {}, "available_tools": [], "timeout": 30}}} \
        | {"type": "streamable_http", "headers": {"A": "b"}, "tool_timeout_sec": 30, "env": {}, "url": "https://a.test/mcp"}
      {"extensions": {"a": {"type": "streamable_http", "uri": "https://a.test", "env_keys": ["K"], "enabled": false}}} \
        | {"type": "streamable_http", "enabled": false, "url": "https://a.test"}
      {"mcp": {"excluded": ["a"]}, "mcpServers": {"a": {"command": "x", "trust": true}}} | {"command": "x", "trust": true, "enabled": false}
      {"mcp": {"allowed": ["b"]}, "mcpServers": {"a": {"httpUrl": "https://a.test"}}} | {"httpUrl": "https://a.test", "enabled": false}
      {"mcp": {"allowed": []}, "mcpServers": {"a": {"command": "x"}}} | {"command": "x", "enabled": false}
      {"mcp": {"allowed": ["A "], "excluded": ["b"]}, "mcpServers": {"a": {"command": "x", "args": ["y"]}}} | {"command": "x", "args": ["y"]}
      {"mcp": {"allowed": ["a"], "excluded": ["a"]}, "mcpServers": {"a": {"command": "x"}}} | {"command": "x", "enabled": false}
      {"excludeMCPServers": ["a"], "mcpServers": {"a": {"command": "x"}}} | {"command": "x", "enabled": false}
      {"allowMCPServers": ["b"], "mcpServers": {"a": {"command": "x"}}} | {"command": "x", "enabled": false}
      {"mcpServers": {"a": {"command": "x", "includeTools": ["r"], "excludeTools": ["w"], "timeout": 30000}}} \
        | {"command": "x", "includeTools": ["r"], "excludeTools": ["w"], "timeout": 30000}
      {"servers": {"a": {"command": ["x", "y"]}}} | {"command": "x", "args": ["y"]}
      {"mcp": {"servers": {"a": {"command": ["x"], "args": ["z"]}}}} | {"command": "x", "args": ["z"]}
      """)
  void readsTheServersOfOtherClients(String file, String server) throws IOException {
    Options own = translated(file);

    JsonNode json = own.json();
    JsonNode servers =
        json.has("servers")
            ? json.get("servers")
            : json.at("/mcp/servers").isObject()
                ? json.at("/mcp/servers")
                : json.path("mcpServers");
    assertThat(Json.mapper().readTree(servers.path("a").toString()))
        .isEqualTo(Json.mapper().readTree(server));
    assertThat(json.has("context_servers") || json.has("mcp_servers")).isFalse();
  }

  @Table(
      """
      {"mcpServers": {"a": {"command": "x", "args": ["1"], "env": {"A": 1.10}}}}
      {"mcpServers": {}, "mcp": {"allowed": ["a"]}}
      {"mcp": {"allowed": ["a"]}, "theme": "x"}
      {"backends": {"a": {"command": "x", "tools": {}}}, "mcp": {"a": {"type": "local"}}}
      {"mcpServers": {"a": null, "b": 5, "c": []}}
      {"mcpServers": 5}
      {"backends": {"a": {"command": "x"}}, "extensions": {"a": {"type": "stdio", "cmd": "x"}}}
      {"extensions": {"recommendations": ["a.b"]}}
      """)
  void leavesOtherFilesAsTheyAre(String file) {
    Options written = Options.parse(file, OptionSource.verbatim("f"), "x");

    assertThat(ClientServers.translated(written)).isSameAs(written);
  }

  /**
   * Variables of VS Code and Cursor; the file is {@code /w/p/.vscode/mcp.json}, or the one named.
   */
  @Table(
      """
      ${workspaceFolder}/a | /w/p/a |
      ${workspaceRoot} | /w/p |
      x-${workspaceFolderBasename} | x-p |
      ${userHome}/a | ${HOME}/a |
      ${workspaceFolder}${/}a${pathSeparator}b | /w/p/a/b |
      ${cwd}/a | ${CWD}/a |
      $${workspaceFolder} | $${workspaceFolder} |
      ${env:A} | ${env:A} |
      ${workspaceFolder:one} | ${workspaceFolder:one} |
      ${file} | ${file} |
      ${workspaceFolder} | /w/p | /w/p/.cursor
      ${workspaceFolder} | /w/p | /w/p
      ${workspaceFolder} | ${workspaceFolder} | ${CONFIG}/Code/User
      """)
  void putsInTheFoldersOfEditors(String written, String read, String folder) {
    Path directory = Path.of(filled(folder == null ? "/w/p/.vscode" : folder));
    OptionSource source =
        new OptionSource("mcp.json", directory, UnaryOperator.identity(), UnaryOperator.identity());
    String file =
        "{\"servers\": {\"a\": {\"command\": \"x\", \"args\": [\"%s\"], \"envFile\": \"%s\"}}}"
            .formatted(written, written);

    JsonNode server =
        ClientServers.translated(Options.parse(file, source, "x")).json().at("/servers/a");

    assertThat(server.at("/args/0").asText()).isEqualTo(filled(read));
    assertThat(server.path("envFile").asText()).isEqualTo(filled(read));
  }

  private static String filled(String text) {
    return text.replace("${HOME}", System.getProperty("user.home"))
        .replace("${CWD}", System.getProperty("user.dir"))
        .replace("${CONFIG}", Environment.configDirectory().toString());
  }

  @Test
  void namesTheLineOfTheServer() {
    String file = "{\"context_servers\": {\n\"a\": {\"command\": [\"x\"], \"env\": \"no\"}}}";

    BackendConfig config =
        Gateway.builder().config(Path.of("settings.json"), file).settings().backends().get("a");

    assertThat(config.toString())
        .contains("settings.json, line 2: mcpServers.a.env: a map of names");
  }

  private static Options translated(String file) {
    return ClientServers.translated(Options.parse(file, OptionSource.verbatim("f"), "x"));
  }
}
