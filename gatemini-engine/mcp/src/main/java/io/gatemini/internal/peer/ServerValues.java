package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Surface.Completion;
import java.util.ArrayList;

/** The completions that a server has chosen, in its order, and how many it says there are. */
public final class ServerValues extends ArrayList<String> {
  private static final long serialVersionUID = 1L;
  private final int total;

  /** Reads the {@code completion} of a {@code CompleteResult}. */
  public ServerValues(JsonNode completion) {
    completion.path("values").forEach(it -> add(it.asText()));
    // Where only the server knows how many more there are, nobody says a number.
    int known = completion.path("hasMore").asBoolean() ? Integer.MAX_VALUE : size();
    total = completion.path("total").asInt(known);
  }

  /** As many of them as an answer has. */
  public Completion completion() {
    return new Completion(subList(0, Math.min(size(), Completion.MAX_VALUES)), total);
  }
}
