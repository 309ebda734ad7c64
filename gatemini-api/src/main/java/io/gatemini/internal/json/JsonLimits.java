package io.gatemini.internal.json;

import com.fasterxml.jackson.core.StreamReadConstraints;
import io.gatemini.spi.Json;

/** How deep and how long a value may be that is read. */
public final class JsonLimits {
  private JsonLimits() {}

  /** The limits of every reader of foreign JSON, at a depth of its own. */
  public static StreamReadConstraints ofDepth(int maxDepth) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(maxDepth)
        .maxStringLength(Json.MAX_STRING_LENGTH)
        .build();
  }
}
