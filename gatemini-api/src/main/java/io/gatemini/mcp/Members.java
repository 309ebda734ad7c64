package io.gatemini.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes texts of the surface, which may come from anywhere, into an object. */
final class Members {
  private Members() {}

  /** A member that is always there. */
  static ObjectNode put(ObjectNode json, String name, String text) {
    return json.put(name, ForeignText.wellFormed(text));
  }

  /** A member that is left out when it says nothing. */
  static ObjectNode putUnlessEmpty(ObjectNode json, String name, String text) {
    return text.isEmpty() ? json : put(json, name, text);
  }
}
