package io.gatemini.internal.surface.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.SourceListener;

/** A plug-in that adds the prompts of a test. */
record PromptPlugIn(String name, PromptSource source) implements PromptProvider {
  @Override
  public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
    return source;
  }
}
