package io.gatemini.transport.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.text.NamePatterns;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.Options;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of MCP clients whose servers have other keys than those of Claude: Zed, Codex,
 * OpenCode, Continue, GitHub Copilot, Goose; and what Gemini CLI says of servers beside them.
 * Values stay as they are written; only what stands for a variable has the form of here, and what
 * stands for a folder is that folder. Stateless.
 */
final class ClientServers {
  private static final String HERE = "mcpServers";
  private static final List<String> OPEN_CODE = List.of("mcp");
  private static final List<String> GOOSE = List.of("extensions");

  /** Where servers stand, those that the gateway knows before those of other clients. */
  private static final List<List<String>> SECTIONS =
      List.of(
          List.of(HERE),
          List.of("mcpClients"),
          List.of("servers"),
          List.of("mcp", "servers"),
          List.of("context_servers"),
          List.of("mcp_servers"),
          OPEN_CODE,
          GOOSE);

  private static final int KNOWN = 4;

  /** Objects whose members belong to the server: those of Zed and of Continue. */
  private static final List<String> NESTED = List.of("command", "transport", "requestOptions");

  /** Pairs of a key there and the one here; the first that is there counts. */
  private static final List<String> NAMES =
      List.of(
          ("environment env http_headers headers isActive enabled enabled_tools allowedTools"
                  + " tools allowedTools tools includeTools disabled_tools disabledTools"
                  + " cmd command envs env uri url available_tools allowedTools")
              .split(" "));

  /** Variables as Continue, OpenCode and Copilot write them, in JSON. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\$\\{\\{ *secrets\\.\\w+ *}}|(?<!\\$)\\{env:\\w+}"
              + "|\\$COPILOT_MCP_\\w+|(?<=:\")COPILOT_MCP_\\w+(?=\")");

  /** Folders as VS Code and Cursor write them. */
  private static final Pattern FOLDER =
      Pattern.compile(
          "(?<!\\$)\\$\\{(workspaceFolder|workspaceRoot|workspaceFolderBasename|userHome|cwd"
              + "|pathSeparator|/)}");

  private ClientServers() {}

  static Options translated(Options file) {
    for (List<String> from : SECTIONS) {
      Optional<Option> section = find(file, from).filter(at -> isOfServers(at, from));
      if (section.isPresent() && !file.has("backends")) {
        boolean known = SECTIONS.indexOf(from) < KNOWN;
        Options own = entries(file, from, known ? from : List.of(HERE), section.get().verbatim());
        return known || from.contains("mcp") ? own : own.moved(from.get(0), "", Map.of());
      }
    }
    return file;
  }

  private static Optional<Option> find(Options file, List<String> path) {
    Optional<Option> first = file.get(path.get(0));
    return path.size() == 1
        ? first
        : first.filter(Option::isMap).flatMap(at -> at.section().get(path.get(1)));
  }

  /** Under {@code mcp} and {@code extensions}, others keep settings. */
  private static boolean isOfServers(Option at, List<String> path) {
    JsonNode servers = at.verbatim();
    return !servers.isEmpty()
        && (!List.of(OPEN_CODE, GOOSE).contains(path)
            || at.section().all().values().stream()
                .allMatch(it -> it.isMap() && it.section().has("type")));
  }

  private static Options entries(
      Options file, List<String> from, List<String> to, JsonNode servers) {
    ObjectNode named = JsonNodeFactory.instance.objectNode();
    if (servers.isArray()) {
      servers.forEach(it -> named.set(it.path("name").asText("server-" + named.size()), it));
    } else if (servers instanceof ObjectNode map) {
      named.setAll(map);
    }
    Options own = file;
    for (Map.Entry<String, JsonNode> server : named.properties()) {
      JsonNode written = server.getValue();
      if (from.equals(GOOSE) && !written.has("cmd") && !written.has("uri")) {
        continue; // a part of Goose itself
      }
      JsonNode here =
          written instanceof ObjectNode entry
              ? own(server.getKey(), entry.deepCopy(), file)
              : written;
      if (!here.equals(written) || servers.isArray() || !from.equals(to)) {
        boolean placed = servers.isObject() && written.isObject();
        own =
            own.with(path(to, server.getKey()), here, placed ? path(from, server.getKey()) : from);
      }
    }
    return own;
  }

  private static List<String> path(List<String> start, String name) {
    List<String> path = new ArrayList<>(start);
    path.add(name);
    return path;
  }

  private static JsonNode own(String name, ObjectNode own, Options file) {
    for (String key : NESTED) {
      if (own.get(key) instanceof ObjectNode members) {
        own.remove(key);
        members
            .properties()
            .forEach(it -> move(own, it.getKey().replace("path", "command"), it.getValue()));
      }
    }
    if (own.get("command") instanceof ArrayNode line && !line.isEmpty()) {
      own.set("command", line.remove(0));
      own.set("args", own.get("args") instanceof ArrayNode more ? line.addAll(more) : line);
    }
    if (own.path("tools").asText().equals("*")) {
      own.remove("tools");
    }
    if (own.has("cmd") || own.has("uri")) {
      goose(own);
    }
    timeouts(own);
    for (int i = 0; i < NAMES.size(); i += 2) {
      JsonNode value = own.get(NAMES.get(i));
      // Settings of single tools, as Codex has them, are a map.
      if (value != null && !own.hasNonNull(NAMES.get(i + 1)) && !isOfTools(i, value)) {
        own.remove(NAMES.get(i));
        own.set(NAMES.get(i + 1), value);
      }
    }
    secrets(own);
    deny(name + "_", own, file);
    if (isExcluded(name, file)) {
      own.put("enabled", false);
    }
    return withVariables(own, file);
  }

  private static boolean isOfTools(int i, JsonNode value) {
    return NAMES.get(i).equals("tools") && value.isObject();
  }

  /** Codex takes milliseconds, and parts of seconds. */
  private static void timeouts(ObjectNode own) {
    if (own.remove("startup_timeout_ms") instanceof NumericNode millis) {
      move(own, "startup_timeout_sec", own.textNode(millis.asLong() + "ms"));
    }
    for (String key : List.of("startup_timeout_sec", "tool_timeout_sec")) {
      if (own.path(key).isNumber() && !own.path(key).isIntegralNumber()) {
        own.put(key, Math.round(own.path(key).asDouble() * 1_000) + "ms");
      }
    }
  }

  /** Goose counts seconds, takes no tools for all, and has variables that it keeps itself. */
  private static void goose(ObjectNode own) {
    if (own.remove("timeout") instanceof NumericNode seconds) {
      own.set("tool_timeout_sec", seconds);
    }
    if (own.path("available_tools").isEmpty()) {
      own.remove("available_tools");
    }
    if (own.remove("env_keys") instanceof ArrayNode names && own.has("cmd") && !names.isEmpty()) {
      own.set("inherit_env", names);
    }
  }

  /** Gemini CLI names the servers that it starts, or does not, beside them. */
  private static boolean isExcluded(String name, Options file) {
    Options now = file.get("mcp").filter(Option::isMap).map(Option::section).orElse(file);
    Optional<Option> allowed = now.get("allowed").or(() -> file.get("allowMCPServers"));
    Optional<Option> excluded = now.get("excluded").or(() -> file.get("excludeMCPServers"));
    return names(excluded, name) || (allowed.isPresent() && !names(allowed, name));
  }

  private static boolean names(Optional<Option> list, String name) {
    Iterable<JsonNode> all = list.<Iterable<JsonNode>>map(Option::verbatim).orElse(Set.of());
    for (JsonNode one : all) {
      if (one.asText().strip().equalsIgnoreCase(name.strip())) {
        return true;
      }
    }
    return false;
  }

  private static void move(ObjectNode own, String key, JsonNode value) {
    if (!own.hasNonNull(key)) {
      own.set(key, value);
    }
  }

  /** Codex names variables where others write values. */
  private static void secrets(ObjectNode own) {
    ObjectNode headers = own.objectNode();
    if (own.remove("env_http_headers") instanceof ObjectNode named) {
      named.properties().forEach(it -> headers.put(it.getKey(), secret(it.getValue())));
    }
    if (own.remove("bearer_token_env_var") instanceof TextNode name) {
      headers.put("Authorization", "Bearer " + secret(name));
    }
    if (!headers.isEmpty()) {
      own.set(
          "headers", own.get("headers") instanceof ObjectNode all ? all.setAll(headers) : headers);
    }
    if (own.remove("env_vars") instanceof ArrayNode names) {
      ArrayNode inherited = own.putArray("inherit_env");
      names.forEach(it -> inherited.add(it.path("name").asText(it.asText())));
    }
  }

  private static String secret(JsonNode name) {
    return "secretref:env:" + name.asText();
  }

  /** OpenCode switches tools off at the top; their names begin with the server's. */
  private static void deny(String start, ObjectNode own, Options file) {
    Optional<Option> tools = file.get("tools").filter(Option::isMap);
    for (Map.Entry<String, JsonNode> it :
        tools.map(at -> at.verbatim().properties()).orElse(Set.of())) {
      String pattern = it.getKey();
      boolean all = NamePatterns.anyOf(List.of(pattern)).test(start);
      if (!it.getValue().asBoolean(true) && (all || pattern.startsWith(start))) {
        own.withArray("disabledTools").add(all ? "*" : pattern.substring(start.length()));
      }
    }
  }

  /** The folder of a workspace has the one of the file, or is the file's own. */
  private static Optional<Path> workspace(Options file) {
    JsonNode here = JsonNodeFactory.instance.textNode(".");
    String any = file.all().keySet().iterator().next();
    Path folder =
        file.with(List.of(any), here, List.of(any)).require(any, any).filePath().toAbsolutePath();
    Path own = folder.normalize();
    boolean ofUser = own.startsWith(Environment.configDirectory());
    boolean hidden = own.getFileName() != null && own.getFileName().toString().startsWith(".");
    return ofUser ? Optional.empty() : Optional.ofNullable(hidden ? own.getParent() : own);
  }

  private static Optional<String> folder(String name, Options file) {
    if (System.getenv(name) != null) {
      return Optional.empty();
    }
    return switch (name) {
      case "userHome" -> Optional.of(System.getProperty("user.home"));
      case "cwd" -> Optional.of(System.getProperty("user.dir"));
      case "pathSeparator", "/" -> Optional.of(File.separator);
      case "workspaceFolderBasename" -> workspace(file).map(Path::getFileName).map(String::valueOf);
      default -> workspace(file).map(String::valueOf);
    };
  }

  private static JsonNode withVariables(ObjectNode own, Options file) {
    String text = own.toString();
    String folders =
        FOLDER
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        folder(found.group(1), file)
                            .map(it -> JsonValues.text(own.textNode(it)))
                            .map(it -> it.substring(1, it.length() - 1))
                            .orElse(found.group())));
    String here =
        VARIABLE
            .matcher(folders)
            .replaceAll(
                found -> "\\$\\{" + found.group().replaceAll("secrets\\.|env:|\\W", "") + "}")
            .replace("{file:~/", "{file:" + System.getProperty("user.home") + "/")
            .replaceAll("(?<!\\$)\\{file:([^}\"]+)}", "secretref:file:$1");
    try {
      return here.equals(text) ? own : JsonValues.parse(here.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it was JSON before
    }
  }
}
