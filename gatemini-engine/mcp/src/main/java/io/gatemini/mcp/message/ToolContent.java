package io.gatemini.mcp.message;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The parts of a tool's result that clients rely on, checked while they are passed over. */
final class ToolContent {
  private ToolContent() {}

  /** Leads a parser past the value of {@code content}; returns what is wrong, or nothing. */
  static String problem(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      boolean isAbsent = parser.currentToken() == JsonToken.VALUE_NULL;
      parser.skipChildren();
      return isAbsent ? "" : "\"content\" must be an array";
    }
    String problem = "";
    for (int block = 0; parser.nextToken() != JsonToken.END_ARRAY; block++) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        parser.skipChildren();
        problem = "content[" + block + "] must be an object";
        continue;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean text = parser.currentName().equals("text");
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
          problem = text ? "content[" + block + "].text must be a string" : problem;
          parser.skipChildren();
        }
      }
    }
    return problem;
  }
}
