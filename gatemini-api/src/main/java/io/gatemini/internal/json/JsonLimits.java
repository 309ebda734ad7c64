package io.gatemini.internal.json;

import com.fasterxml.jackson.core.StreamReadConstraints;

/** How deep and how long a value may be that is read. */
public final class JsonLimits {
  /** Characters of the longest string. */
  public static final int MAX_STRING_LENGTH = 256 * 1024 * 1024;

  private JsonLimits() {}

  /** The limits of every reader of foreign JSON, at a depth of its own. */
  public static StreamReadConstraints ofDepth(int maxDepth) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(maxDepth)
        .maxStringLength(MAX_STRING_LENGTH)
        .build();
  }
}
