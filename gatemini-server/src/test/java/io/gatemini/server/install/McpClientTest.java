package io.gatemini.server.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class McpClientTest {
  @Test
  void knowsTheFileOfEachClient() {
    Path applications = Path.of("/home/a/.config");
    Path home = Path.of("/home/a");

    assertThat(McpClient.CLAUDE.file(applications, home))
        .isEqualTo(Path.of("/home/a/.config/Claude/claude_desktop_config.json"));
    assertThat(McpClient.CURSOR.file(applications, home))
        .isEqualTo(Path.of("/home/a/.cursor/mcp.json"));
    assertThat(McpClient.VSCODE.file(applications, home))
        .isEqualTo(Path.of("/home/a/.config/Code/User/mcp.json"));
    assertThat(McpClient.CLAUDE_CODE.file(applications, home))
        .isEqualTo(Path.of("/home/a/.claude.json"));
    assertThat(McpClient.COPILOT_CLI.file(applications, home))
        .isEqualTo(Path.of("/home/a/.copilot/mcp-config.json"));
  }

  @Test
  void namesTheLauncherAndTheConfigurationByTheirWholePaths(@TempDir Path home) throws Exception {
    Path launcher =
        Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("gatemini"));
    InstalledServer server = new InstalledServer(home.resolve("gatemini.jar"));
    String config = Path.of("x.yaml").toAbsolutePath().toString();

    assertThat(McpClient.CLAUDE.entry(server, null))
        .isEqualTo(McpClient.CURSOR.entry(server, null));
    assertThat(McpClient.CURSOR.entry(server, Path.of("x.yaml")).toString())
        .isEqualTo(
            "{\"mcpServers\":{\"gatemini\":{\"command\":\"%s\",\"args\":[\"--config\",\"%s\"]}}}"
                .formatted(launcher, config));
    assertThat(McpClient.VSCODE.entry(server, null).toString())
        .isEqualTo(
            "{\"servers\":{\"gatemini\":{\"type\":\"stdio\",\"command\":\"%s\",\"args\":[]}}}"
                .formatted(launcher));
    assertThat(McpClient.COPILOT_CLI.entry(server, null).toString())
        .isEqualTo(
            "{\"mcpServers\":{\"gatemini\":{\"command\":\"%s\",\"args\":[],\"type\":\"local\",\"tools\":[\"*\"]}}}"
                .formatted(launcher));
  }

  @Test
  void startsTheJarWhereThereIsNoLauncher(@TempDir Path home) {
    InstalledServer server = new InstalledServer(home.resolve("gatemini.jar"));

    assertThat(McpClient.CLAUDE.entry(server, null).at("/mcpServers/gatemini/args").toString())
        .isEqualTo("[\"-jar\",\"%s\"]".formatted(server.jar()));
  }
}
