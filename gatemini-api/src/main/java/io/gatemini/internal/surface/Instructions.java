package io.gatemini.internal.surface;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.internal.presentation.CatalogDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The instructions a client reads before its first call: how to find and run tools, then which
 * backends there are. Made once for a generation of the catalog, the very same text until there is
 * another one, so that prompt caches hold; every session pays for each character. Thread-safe.
 */
final class Instructions {
  /**
   * The bound of what the gateway makes, in UTF-16 code units; what a host adds is not counted.
   * Every session pays for it, and the description of {@code search_tools} tells of the backends,
   * too.
   */
  static final int MAX_LENGTH = 1_150;

  private static final String WORKFLOW =
      """
      The tools of many backends stand behind the seven of this server. They are not tools of this \
      server: find them, then run them with call_tool_chain.
      1. search_tools with the task in plain words; each row shows an example call. An empty task \
      gives an overview.
      2. tool_info where the example is not enough; detail "full" has the schema. Do not guess \
      parameters.
      3. call_tool_chain with a JSON call {"tool":"backend.tool","arguments":{...}} or TypeScript: \
      await backend.tool({...}), where a character that no identifier can have becomes _.
      Put many calls, loops, filters into one program; return only what you need. The returned \
      value is the result; console output comes with it. A cut answer names \
      gatemini://result/{id}, the whole; programs await results.get(id).
      Resources: gatemini://overview etc. Prompts: discover, find_tool, backend_status.\
      """;

  private final Gateway gateway;
  private final SurfaceOptions options;
  private volatile @Nullable Made made;

  /** The instructions of a gateway, which may still be under construction. */
  Instructions(Gateway gateway, SurfaceOptions options) {
    this.gateway = gateway;
    this.options = options;
  }

  /** The text at this moment; empty where the host wants none. */
  Optional<String> text() {
    Made known = made;
    long generation = gateway.catalog().generation();
    return (known != null && known.generation == generation ? known : make()).text;
  }

  /** One at a time: of what two threads see of the backends, one becomes the text. */
  private synchronized Made make() {
    CatalogSnapshot catalog = gateway.catalog();
    Made known = made;
    if (known == null || known.generation != catalog.generation()) {
      known =
          new Made(catalog.generation(), Optional.of(whole(catalog)).filter(it -> !it.isBlank()));
      made = known;
    }
    return known;
  }

  private String whole(CatalogSnapshot catalog) {
    String own = options.instructions().orElseGet(() -> of(catalog));
    return options
        .moreInstructions()
        .map(more -> own.isBlank() ? more : own + "\n" + more)
        .orElse(own);
  }

  private String of(CatalogSnapshot catalog) {
    // No text has more code units than bytes of UTF-8.
    int left = MAX_LENGTH - WORKFLOW.length() - 1;
    String backends = CatalogDigest.of(catalog, gateway.backends(), left);
    return backends.isEmpty() ? WORKFLOW : WORKFLOW + "\n" + backends;
  }

  /** The text of one generation. */
  private record Made(long generation, Optional<String> text) {}
}
