package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.text.ForeignText;

/** Writes texts of the surface, which may come from anywhere, into an object. */
public final class Members {
  private Members() {}

  /** A member that is always there. */
  public static ObjectNode put(ObjectNode json, String name, String text) {
    return json.put(name, ForeignText.wellFormed(text));
  }

  /** A member that is left out when it says nothing. */
  public static ObjectNode putUnlessEmpty(ObjectNode json, String name, String text) {
    return text.isEmpty() ? json : put(json, name, text);
  }
}
