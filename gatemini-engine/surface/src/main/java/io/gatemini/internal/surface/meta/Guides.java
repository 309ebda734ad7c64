package io.gatemini.internal.surface.meta;

import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet.Guide;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.Optional;

/**
 * The guides for agents, as Markdown. The names of tools in the examples are made up, and the texts
 * say so; blocks marked {@code json} and {@code js} run without a script engine.
 */
final class Guides {
  private static final Resource RESOURCE =
      new Resource(
          "gatemini://call_tool_chain",
          MetaTools.WORDS.run(),
          "How to Run Tools",
          "JSON calls and programs: what they see, what comes back, what to avoid.",
          "text/markdown",
          ContentAnnotations.of(0.8, Role.ASSISTANT));

  private Guides() {}

  static List<Guide> of(SurfaceContext surface, NextSteps words) {
    List<ScriptLanguage> languages = surface.languages();
    StringBuilder programs = new StringBuilder(languages.get(0).guide(words).strip());
    for (ScriptLanguage other : languages.subList(1, languages.size())) {
      programs.append("\n\n## Programs in ").append(other.name());
      programs.append("\n\nWith `\"language\": \"").append(other.name()).append("\"`:\n\n");
      programs.append(other.guide(words).strip());
    }
    return List.of(
        new Guide(
            MetaTools.WORDS.run(),
            Optional.of(RESOURCE),
            text("call_tool_chain").replace("{languages}", programs)),
        new Guide(
            "discovery",
            Optional.empty(),
            text("discovery") + (surface.allowsRegistration() ? text("registration") : "")));
  }

  private static String text(String name) {
    return Texts.of(Guides.class, name + ".md");
  }
}
