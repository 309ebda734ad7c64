package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Says of an answer that the arguments were repaired before the call. It is in the answer's {@code
 * _meta}, where it changes neither the text nor the value that programs see.
 *
 * @param repairs what was done, each in the middle of a sentence
 */
record RepairNote(List<String> repairs) {
  private static final String KEY = "io.gatemini/repaired";
  private static final int MAX_SHOWN = 5;

  RepairNote {
    repairs = List.copyOf(repairs);
  }

  /** The note on an answer, as an agent reads it. Costs nothing on one without {@code _meta}. */
  static Optional<String> line(ToolResult result) {
    return result
        .meta()
        .map(meta -> meta.path(KEY))
        .filter(JsonNode::isArray)
        .map(
            repairs ->
                "[arguments repaired: "
                    + StreamSupport.stream(repairs.spliterator(), false)
                        .limit(MAX_SHOWN)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining("; "))
                    + (repairs.size() > MAX_SHOWN ? "; ..." : "")
                    + "]");
  }

  /** An answer with this note. */
  ToolResult on(ToolResult result) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    repairs.forEach(list::add);
    return CallNotes.with(result, KEY, list);
  }
}
