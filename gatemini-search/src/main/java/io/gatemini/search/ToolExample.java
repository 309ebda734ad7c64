package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import java.util.Locale;
import java.util.Optional;

/**
 * A request in a person's own words, and the tool that it is for.
 *
 * @param line the line of its file, from 1
 * @param tool its key, or another name that the gateway resolves
 * @param digest of the definition that the pair is for; without one it is for any
 */
public record ToolExample(int line, String request, String tool, Optional<String> digest) {
  /** Whether the pair counts for the definition that its tool has. */
  public boolean isFor(ToolDescriptor definition) {
    return digest.isEmpty() || digest.get().equals(ToolExamples.digest(definition));
  }

  /** Whether it is for this request, written in whatever case. */
  public boolean asks(String other) {
    return folded(request).equals(folded(other));
  }

  static String folded(String request) {
    return request.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
  }

  boolean isAlso(ToolExample other) {
    return request.equals(other.request) && tool.equals(other.tool) && digest.equals(other.digest);
  }
}
