package io.gatemini.sandbox.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import java.util.Optional;

/** The pictures beside the structured value of an answer, which is all that a program is given. */
public final class CallImages {
  private CallImages() {}

  /** Their blocks; empty where there are none, which costs nothing with the usual single text. */
  public static Optional<RawJson> beside(ToolResult result) {
    if (!result.hasStructuredContent() || result.onlyText().isPresent()) {
      return Optional.empty();
    }
    ArrayNode images = JsonNodeFactory.instance.arrayNode();
    for (JsonNode block : result.content()) {
      if (block.path("type").asText().equals("image")) {
        images.add(block);
      }
    }
    return images.isEmpty() ? Optional.empty() : Optional.of(RawJson.of(images));
  }
}
