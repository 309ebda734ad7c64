package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolResult;
import io.gatemini.internal.text.TextCut;
import java.util.Optional;

/**
 * Says of an answer that it comes from a fallback. It is in the answer's {@code _meta}, where it
 * changes neither the text nor the value that programs see.
 *
 * @param backend who answered
 * @param insteadOf who was asked first
 * @param reason why that one did not serve
 */
record FallbackNote(String backend, String insteadOf, String reason) {
  private static final String KEY = "io.gatemini/fallback";
  private static final int LONGEST_REASON = 200;

  /** The note on an answer, if there is one. Costs nothing on an answer without {@code _meta}. */
  static Optional<FallbackNote> of(ToolResult result) {
    return result
        .meta()
        .map(meta -> meta.path(KEY))
        .filter(JsonNode::isObject)
        .map(
            note ->
                new FallbackNote(
                    note.path("backend").asText(),
                    note.path("instead_of").asText(),
                    note.path("reason").asText()));
  }

  /** The note as an agent reads it. */
  String line() {
    return "[answered by fallback backend \"%s\" instead of \"%s\": %s]"
        .formatted(backend, insteadOf, reason);
  }

  /** An answer with this note. */
  ToolResult on(ToolResult result) {
    return CallNotes.with(
        result,
        KEY,
        JsonNodeFactory.instance
            .objectNode()
            .put("backend", backend)
            .put("instead_of", insteadOf)
            .put("reason", reason));
  }

  /** A reason, short and on one line. */
  static String shortened(String reason) {
    return TextCut.shortened(reason.replaceAll("\\s+", " "), LONGEST_REASON);
  }
}
