package io.gatemini;

import io.gatemini.stability.Incubating;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool whose definition is no longer what it was when the gateway saw it first, see {@link
 * io.gatemini.config.Pinning}. Immutable.
 *
 * @param before what it was; empty where only its fingerprint is known: the gateway, or the tool,
 *     has been away since
 * @param now what it is
 * @param parts what differs: title, description, input schema, output schema, annotations
 */
@Incubating
public record DefinitionChange(
    Optional<ToolDescriptor> before, ToolDescriptor now, List<String> parts) {
  public DefinitionChange {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(now, "now");
    parts = List.copyOf(parts);
  }
}
