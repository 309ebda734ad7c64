package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * The text form of an array: compact JSON, one row a line, so that lines can be cut and searched.
 */
public final class Rows {
  private Rows() {}

  /** The text. */
  public static String of(ArrayNode rows) {
    if (rows.isEmpty()) {
      return "[]";
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < rows.size(); i++) {
      text.append(i == 0 ? "\n" : ",\n").append(rows.get(i));
    }
    return text.append("\n]").toString();
  }
}
