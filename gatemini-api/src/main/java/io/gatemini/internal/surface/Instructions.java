package io.gatemini.internal.surface;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.ToolSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The instructions a client reads before its first call: those of the tools, or of the host. Made
 * once for a generation of the catalog, the very same text until there is another one, so that
 * prompt caches hold; every session pays for each character. Thread-safe.
 */
final class Instructions {
  private final SurfaceHost host;
  private final ToolSet tools;
  private volatile @Nullable Made made;

  /** The instructions of a gateway, which may still be under construction. */
  Instructions(SurfaceHost host, ToolSet tools) {
    this.host = host;
    this.tools = tools;
  }

  /** The text at this moment; empty where the host wants none. */
  Optional<String> text() {
    Made known = made;
    long generation = host.gateway().catalog().generation();
    return (known != null && known.generation == generation ? known : make()).text;
  }

  /** One at a time: of what two threads see of the backends, one becomes the text. */
  private synchronized Made make() {
    CatalogSnapshot catalog = host.gateway().catalog();
    Made known = made;
    if (known == null || known.generation != catalog.generation()) {
      known =
          new Made(catalog.generation(), Optional.of(whole(catalog)).filter(it -> !it.isBlank()));
      made = known;
    }
    return known;
  }

  private String whole(CatalogSnapshot catalog) {
    String own =
        host.settings()
            .instructions()
            .orElseGet(
                () ->
                    new SurfaceFault(host.settings().surface(), "the instructions", tools)
                        .in(() -> tools.instructions(catalog)));
    return host.settings()
        .moreInstructions()
        .map(more -> own.isBlank() ? more : own + "\n" + more)
        .orElse(own);
  }

  /** The text of one generation. */
  private record Made(long generation, Optional<String> text) {}
}
