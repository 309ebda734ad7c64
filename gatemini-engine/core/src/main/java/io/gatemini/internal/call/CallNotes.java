package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The notes of the gateway beside an answer: who gave it, and to what. */
public final class CallNotes {
  private static final String OWN_KEYS = "io.gatemini/";

  private CallNotes() {}

  /** The notes on an answer as an agent reads them; empty where there is none. */
  public static Optional<String> of(ToolResult result) {
    String lines =
        Stream.of(
                RepairNote.line(result),
                FallbackNote.of(result).map(FallbackNote::line),
                Inspections.line(result))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("\n"));
    return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
  }

  /** An answer of a backend without notes in the gateway's name; costs nothing without _meta. */
  public static ToolResult withoutForeign(ToolResult result) {
    JsonNode meta = result.meta().orElse(null);
    if (meta == null) {
      return result;
    }
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : meta.properties()) {
      if (!member.getKey().startsWith(OWN_KEYS)) {
        kept.set(member.getKey(), member.getValue());
      }
    }
    if (kept.size() == meta.size()) {
      return result;
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    tree.set("_meta", kept);
    return ToolResult.of(RawJson.of(tree));
  }

  /** An answer with a member in its {@code _meta}. */
  static ToolResult with(ToolResult result, String key, JsonNode value) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    ObjectNode meta = JsonNodeFactory.instance.objectNode();
    result.meta().ifPresent(own -> meta.setAll((ObjectNode) own));
    meta.set(key, value);
    tree.set("_meta", meta);
    return ToolResult.of(RawJson.of(tree));
  }
}
