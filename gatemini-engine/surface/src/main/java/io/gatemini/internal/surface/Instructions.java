package io.gatemini.internal.surface;

import io.gatemini.CatalogSnapshot;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.async.PerGeneration;
import io.gatemini.internal.surface.host.SurfaceFault;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.spi.ToolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The instructions a client reads before its first call: those of the tools, or of the host. Made
 * once for a generation of the catalog, the very same text until there is another one, so that
 * prompt caches hold; every session pays for each character. Thread-safe.
 */
final class Instructions {
  private final SurfaceHost host;
  private final ToolSet tools;
  private final PerGeneration<Optional<String>> made =
      new PerGeneration<>(catalog -> Optional.of(whole(catalog)).filter(it -> !it.isBlank()));

  /** The instructions of a gateway, which may still be under construction. */
  Instructions(SurfaceHost host, ToolSet tools) {
    this.host = host;
    this.tools = tools;
  }

  /** The text at this moment; empty where the host wants none. */
  Optional<String> text() {
    return made.of(host.gateway().catalog());
  }

  private String whole(CatalogSnapshot catalog) {
    String own =
        host.settings()
            .instructions()
            .orElseGet(
                () ->
                    new SurfaceFault(host.settings().surface(), "the instructions", tools)
                        .in(() -> tools.instructions(catalog)));
    List<String> parts = new ArrayList<>(List.of(own));
    host.settings().moreInstructions().ifPresent(parts::add);
    apart().ifPresent(parts::add);
    return parts.stream().filter(part -> !part.isBlank()).collect(Collectors.joining("\n"));
  }

  /** The state that a client loses where its next call reaches another gateway. */
  private Optional<String> apart() {
    String names =
        host.settings().backends().entrySet().stream()
            .filter(backend -> backend.getValue().instanceMode() == InstanceMode.DEDICATED)
            .map(Map.Entry::getKey)
            .sorted()
            .collect(Collectors.joining(", "));
    boolean alone =
        names.isEmpty()
            || host.gateway().plugins().stream()
                .noneMatch(plugin -> plugin.kind().equals("backplane"));
    return alone
        ? Optional.empty()
        : Optional.of(
            "This server runs in several places, each with its own instance of "
                + names
                + ": a call may reach an instance that has not seen the calls before it.");
  }
}
