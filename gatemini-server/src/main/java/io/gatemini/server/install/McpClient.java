package io.gatemini.server.install;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.process.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The MCP clients whose configuration file is known. */
public enum McpClient {
  CLAUDE("Claude Desktop", "mcpServers"),
  CLAUDE_CODE("Claude Code", "mcpServers"),
  CURSOR("Cursor", "mcpServers"),
  VSCODE("VS Code", "servers"),
  WINDSURF("Windsurf", "mcpServers"),
  ZED("Zed", "context_servers"),
  COPILOT_CLI("Copilot CLI", "mcpServers");

  /** The name of the server among those of a client. */
  public static final String SERVER = "gatemini";

  /** The name as a command line writes it: {@code claude-code}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private final String title;
  private final String section;

  McpClient(String title, String section) {
    this.title = title;
    this.section = section;
  }

  /** The name for people. */
  public String title() {
    return title;
  }

  /** The key of the file whose members are the servers. */
  public String section() {
    return section;
  }

  /** The file of this user, whether or not it is there. */
  public Path file() {
    return file(Environment.configDirectory(), Path.of(System.getProperty("user.home")));
  }

  /**
   * @param applications the platform's directory of configurations
   */
  Path file(Path applications, Path home) {
    return switch (this) {
      case CLAUDE -> applications.resolve("Claude").resolve("claude_desktop_config.json");
      case CLAUDE_CODE -> home.resolve(".claude.json");
      case COPILOT_CLI -> home.resolve(".copilot").resolve("mcp-config.json");
      case CURSOR -> home.resolve(".cursor").resolve("mcp.json");
      case VSCODE -> applications.resolve("Code").resolve("User").resolve("mcp.json");
      case WINDSURF -> home.resolve(".codeium").resolve("windsurf").resolve("mcp_config.json");
      case ZED -> home.resolve(".config").resolve("zed").resolve("settings.json");
    };
  }

  /** The file's entry for a server, under the keys that lead to it. */
  public ObjectNode entry(InstalledServer server, @Nullable Path config) {
    List<String> command = new ArrayList<>(server.command());
    if (config != null) {
      command.addAll(List.of("--config", config.toAbsolutePath().normalize().toString()));
    }
    ObjectNode top = JsonNodeFactory.instance.objectNode();
    ObjectNode entry = top.putObject(section).putObject(SERVER);
    if (this == VSCODE) {
      entry.put("type", "stdio");
    }
    entry.put("command", command.get(0));
    ArrayNode args = entry.putArray("args");
    command.stream().skip(1).forEach(args::add);
    if (this == COPILOT_CLI) {
      entry.put("type", "local").putArray("tools").add("*"); // it refuses entries without them
    }
    return top;
  }
}
