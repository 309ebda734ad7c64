package io.gatemini.testkit;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.StreamSupport;

/**
 * The tools and answers of a server in a readable file, whose order depends on its content only.
 * Thread-safe.
 */
final class Recording {
  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

  private final ConcurrentSkipListMap<String, ObjectNode> calls = new ConcurrentSkipListMap<>();
  volatile String instructions = "";
  volatile List<BackendTool> tools = List.of();

  static Recording read(Path file) throws IOException {
    JsonNode json = RawJson.parse(Files.readString(file)).tree();
    Recording recording = new Recording();
    recording.instructions = json.path("instructions").asText();
    recording.tools =
        StreamSupport.stream(json.path("tools").spliterator(), false)
            .map(BackendTool::fromJson)
            .toList();
    for (JsonNode call : json.path("calls")) {
      recording.calls.put(
          key(call.path("tool").asText(), call.path("arguments")), (ObjectNode) call);
    }
    return recording;
  }

  void write(Path file) throws IOException {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("instructions", instructions);
    ArrayNode list = json.putArray("tools");
    tools.stream()
        .sorted(java.util.Comparator.comparing(BackendTool::name))
        .forEach(tool -> list.add(tool.toJson()));
    json.putArray("calls").addAll(calls.values());
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(LINES).withArrayIndenter(LINES);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, Json.mapper().writer(printer).writeValueAsString(json) + "\n");
  }

  /** The answer of a call: an object with {@code result} or {@code failure}. */
  Optional<JsonNode> answer(BackendCall call) {
    return Optional.ofNullable(calls.get(key(call.tool(), call.arguments().tree())));
  }

  void answered(BackendCall call, String member, JsonNode value) {
    JsonNode arguments = sorted(call.arguments().tree());
    ObjectNode entry = JsonNodeFactory.instance.objectNode().put("tool", call.tool());
    entry.set("arguments", arguments);
    entry.set(member, value);
    calls.put(key(call.tool(), arguments), entry);
  }

  private static String key(String tool, JsonNode arguments) {
    return tool + "\n" + sorted(arguments);
  }

  /** The same value with the members of each object in order. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isArray()) {
      ArrayNode elements = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> elements.add(sorted(element)));
      return elements;
    }
    if (value.isObject()) {
      TreeMap<String, JsonNode> members = new TreeMap<>();
      value.properties().forEach(member -> members.put(member.getKey(), sorted(member.getValue())));
      return JsonNodeFactory.instance.objectNode().setAll(members);
    }
    return value;
  }
}
