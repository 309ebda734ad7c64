package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.listing.FixedResource;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.spi.ScriptLanguage;
import java.util.List;

/** {@code gatemini://call_tool_chain}: the guide of this name. */
final class CallToolChainResource implements FixedResource {
  private static final Resource DEFINITION =
      new Resource(
          "gatemini://call_tool_chain",
          "call_tool_chain",
          "How to Run Tools",
          "JSON calls and programs: what they see, what comes back, what to avoid.",
          Reading.MARKDOWN,
          ContentAnnotations.of(0.8, Role.ASSISTANT));

  private final List<ScriptLanguage> languages;

  CallToolChainResource(List<ScriptLanguage> languages) {
    this.languages = languages;
  }

  @Override
  public Resource definition() {
    return DEFINITION;
  }

  @Override
  public String read(Session session) {
    return Guide.CALL_TOOL_CHAIN.text(languages);
  }
}
