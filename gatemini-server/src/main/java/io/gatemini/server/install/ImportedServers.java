package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.stdio.StdioBackendProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The servers of a client's file in the gateway's own format. Values stay as they are written:
 * variables and references to secrets are not put in.
 */
public final class ImportedServers {
  private static final List<String> SECTIONS =
      List.of(
          "mcpServers",
          "mcpClients",
          "servers",
          "context_servers",
          "mcp_servers",
          "mcp",
          "extensions");

  /** The keys that mean the same here, and what they are called. */
  private static final Map<String, String> KEYS = new LinkedHashMap<>();

  static {
    for (String same :
        List.of("command", "args", "env", "inherit_env", "cwd", "url", "headers", "description")) {
      KEYS.put(same, same);
    }
    KEYS.put("startup_timeout_sec", "start_timeout");
    KEYS.put("tool_timeout_sec", "timeout");
    KEYS.put("serverUrl", "url");
    KEYS.put("httpUrl", "url");
    KEYS.put("allowedTools", "allowed_tools");
    KEYS.put("includeTools", "allowed_tools");
    KEYS.put("excludeTools", "denied_tools");
    KEYS.put("disabledTools", "denied_tools");
  }

  /**
   * The characters that are line breaks to YAML, or not allowed in it, and that JSON leaves as they
   * are.
   */
  private static final Pattern BREAKS = Pattern.compile("[\\x7f-\\x9f\\u2028\\u2029\\ufeff]");

  private ImportedServers() {}

  /**
   * The configuration, as YAML.
   *
   * @throws ConfigException when there is no such file, or no server in it
   */
  public static String of(Path file) throws IOException {
    JsonNode content = content(file);
    JsonNode servers = servers(file, content);
    StringBuilder yaml = new StringBuilder();
    if (content.has("mcpClients")) {
      yaml.append("# Its clients knew five tools that walk from servers to their tools.\n");
      yaml.append("surface: servers\n");
    }
    yaml.append("backends:\n");
    for (Map.Entry<String, JsonNode> server : servers.properties()) {
      if (!server.getKey().equals(McpClient.SERVER)) {
        append(yaml, server.getKey(), server.getValue());
      }
    }
    // Each is part of a JSON string, which is the same with an escape.
    return BREAKS
        .matcher(yaml)
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }

  private static JsonNode content(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try {
      Path folder = file.toAbsolutePath().resolveSibling("");
      OptionSource source =
          new OptionSource(name, folder, UnaryOperator.identity(), UnaryOperator.identity());
      Options content = Options.parse(Files.readString(file), source, SECTIONS.get(0));
      return new StdioBackendProvider().translated(content).json();
    } catch (NoSuchFileException e) {
      throw new ConfigException("there is no file " + file, e);
    } catch (ConfigException e) {
      throw new ConfigException(file + " is no JSON, YAML or TOML, as clients write it", e);
    }
  }

  private static JsonNode servers(Path file, JsonNode content) {
    JsonNode servers =
        Stream.concat(Stream.of(content.at("/mcp/servers")), SECTIONS.stream().map(content::path))
            .filter(section -> section.isObject() && !section.isEmpty())
            .findFirst()
            .orElse(MissingNode.getInstance());
    if (servers.isMissingNode()) {
      throw new ConfigException(
          file + " names no servers; they are looked for under " + String.join(", ", SECTIONS));
    }
    return servers;
  }

  /**
   * JSON is YAML: each value stands as it is, a key a line. Names come from a foreign file, so in a
   * comment, too, they are quoted: a line feed in one would begin a backend that runs.
   */
  private static void append(StringBuilder yaml, String name, JsonNode server) {
    boolean off = server.path("disabled").asBoolean() || !server.path("enabled").asBoolean(true);
    String indent = off ? "  # " : "  ";
    if (off) {
      yaml.append("  # It is switched off there:\n");
    }
    yaml.append(indent).append(quoted(name)).append(":\n");
    Set<String> left = new LinkedHashSet<>();
    for (Map.Entry<String, JsonNode> key : server.properties()) {
      String here = KEYS.get(key.getKey());
      if (here != null) {
        yaml.append(indent).append("  ").append(here).append(": ");
        yaml.append(key.getValue()).append('\n');
      } else if (key.getKey().equals("dangerouslyEnableSampling")) {
        yaml.append(indent).append("  trust: {sampling: ").append(key.getValue()).append("}\n");
      } else if (!Set.of("type", "transport", "disabled", "enabled").contains(key.getKey())) {
        left.add(quoted(key.getKey()));
      }
    }
    if (!left.isEmpty()) {
      yaml.append(indent).append("  # without a meaning here: ");
      yaml.append(String.join(", ", left)).append('\n');
    }
  }

  static String quoted(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_-]*")
        ? name
        : JsonNodeFactory.instance.textNode(name).toString();
  }
}
