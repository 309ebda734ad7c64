package io.gatemini.server.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration of Codex, as its documentation shows it. */
class CodexFileTest {
  private static final String FILE =
      """
      model = "o3" # a comment
      approval_policy = 'on-request'

      [mcp_servers.docs]
      command = "npx"
      args = ["-y", "docs-server"]
      startup_timeout_sec = 20
      tool_timeout_sec = 7.5
      enabled_tools = ["search"]

      [mcp_servers.docs.env]
      "KEY" = "value"

      [mcp_servers."the remote one"]
      url = "https://a.test/mcp"
      http_headers = { "X-Region" = "eu" }
      bearer_token_env_var = "PATH"

      [mcp_servers.off]
      command = "off-server"
      enabled = false

      [mcp_servers.docs.tools.search]
      approval_mode = "approve"

      [projects."/home/user/project"]
      trust_level = "trusted"
      """;

  @TempDir Path directory;

  @Test
  void isReadAsItIs() {
    Map<String, BackendConfig> servers =
        Gateway.builder().config(Path.of("config.toml"), FILE).settings().backends();

    assertThat(servers).containsOnlyKeys("docs", "the remote one");
    BackendConfig docs = servers.get("docs");
    assertThat(docs.command()).containsExactly("npx", "-y", "docs-server");
    assertThat(docs.env()).containsEntry("KEY", "value");
    assertThat(docs.allowedTools()).contains(List.of("search"));
    assertThat(docs.startTimeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(docs.timeout()).isEqualTo(Duration.ofMillis(7_500));
    BackendConfig remote = servers.get("the remote one");
    assertThat(remote.url()).contains("https://a.test/mcp");
    assertThat(remote.headers())
        .containsEntry("X-Region", "eu")
        .containsEntry("Authorization", "Bearer secretref:env:PATH");
  }

  @Test
  void isImported() throws IOException {
    Path file = Files.writeString(directory.resolve("config.toml"), FILE);

    assertThat(ImportedServers.of(file))
        .contains("  docs:\n    command: \"npx\"\n", "timeout: \"7500ms\"\n", "allowed_tools: [");
  }

  @Test
  void isRejectedWithTheLineOfAFault() {
    assertThatThrownBy(
            () -> Gateway.builder().config(Path.of("config.toml"), "a = 1\n[mcp_servers.\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("config.toml, line 2");
  }
}
