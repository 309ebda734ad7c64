package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.text.VisibleText;

/** The text of a resource, and what it is to be read as. */
record Reading(String mimeType, String text) {
  static final String JSON = "application/json";
  static final String TEXT = "text/plain";
  static final String MARKDOWN = "text/markdown";

  /** JSON, one row a line; what is hidden in it is written as escapes. */
  static Reading rows(ArrayNode rows) {
    return new Reading(JSON, VisibleText.escaped(Rows.of(rows)));
  }
}
