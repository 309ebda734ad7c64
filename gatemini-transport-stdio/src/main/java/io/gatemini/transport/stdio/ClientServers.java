package io.gatemini.transport.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.text.NamePatterns;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of MCP clients whose servers have other keys than those of Claude: Zed, Codex,
 * OpenCode, Continue, GitHub Copilot. Values stay as they are written; only what stands for a
 * variable has the form of here. Stateless.
 */
final class ClientServers {
  private static final String HERE = "mcpServers";

  /** Where servers stand, those that the gateway knows before those of Zed, Codex and OpenCode. */
  private static final List<List<String>> SECTIONS =
      List.of(
          List.of(HERE),
          List.of("mcpClients"),
          List.of("servers"),
          List.of("mcp", "servers"),
          List.of("context_servers"),
          List.of("mcp_servers"),
          List.of("mcp"));

  private static final int KNOWN = 4;

  /** Objects whose members belong to the server: those of Zed and of Continue. */
  private static final List<String> NESTED = List.of("command", "transport", "requestOptions");

  /** Pairs of a key there and the one here; the first that is there counts. */
  private static final List<String> NAMES =
      List.of(
          ("environment env http_headers headers isActive enabled enabled_tools allowedTools"
                  + " tools allowedTools tools includeTools disabled_tools disabledTools")
              .split(" "));

  /** Variables as Continue, OpenCode and Copilot write them, in JSON. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\$\\{\\{ *secrets\\.\\w+ *}}|(?<!\\$)\\{env:\\w+}"
              + "|\\$COPILOT_MCP_\\w+|(?<=:\")COPILOT_MCP_\\w+(?=\")");

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

  /** Under {@code mcp}, others keep settings. */
  private static boolean isOfServers(Option at, List<String> path) {
    JsonNode servers = at.verbatim();
    return !servers.isEmpty()
        && (!path.equals(List.of("mcp"))
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
    for (int i = 0; i < NAMES.size(); i += 2) {
      JsonNode value = own.get(NAMES.get(i));
      if (value != null && !own.hasNonNull(NAMES.get(i + 1))) {
        own.remove(NAMES.get(i));
        own.set(NAMES.get(i + 1), value);
      }
    }
    secrets(own);
    deny(name + "_", own, file);
    return withVariables(own);
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

  private static JsonNode withVariables(ObjectNode own) {
    String text = own.toString();
    String here =
        VARIABLE
            .matcher(text)
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
