package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.Resources;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Surface.Completion;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What values can become that somebody is writing. Thread-safe. */
final class Completions {
  private final Gateway gateway;
  private final Resources resources;
  private final Prompts prompts;

  /** The completions of a gateway, which may still be under construction. */
  Completions(Gateway gateway, Resources resources, Prompts prompts) {
    this.gateway = gateway;
    this.resources = resources;
    this.prompts = prompts;
  }

  /** See {@link io.gatemini.spi.Surface#complete}. */
  CompletionStage<Completion> complete(CompletionRequest request) {
    return CompletableFuture.completedFuture(Completion.of(List.of()));
  }
}
