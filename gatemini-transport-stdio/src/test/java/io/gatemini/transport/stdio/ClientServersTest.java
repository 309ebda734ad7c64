package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Path;
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
    assertThat(servers.path("a")).isEqualTo(Json.mapper().readTree(server));
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
      """)
  void leavesOtherFilesAsTheyAre(String file) {
    Options written = Options.parse(file, OptionSource.verbatim("f"), "x");

    assertThat(ClientServers.translated(written)).isSameAs(written);
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
