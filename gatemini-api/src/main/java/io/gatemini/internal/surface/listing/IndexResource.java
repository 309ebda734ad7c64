package io.gatemini.internal.surface.listing;

import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;

/**
 * Every tool with what it does in a few words: {@code gatemini://tools} as JSON, {@code
 * gatemini://llms} as Markdown, with what a model needs to go on.
 */
public final class IndexResource implements FixedResource {
  static final String TOOLS = "gatemini://tools";

  static final String LLMS = "gatemini://llms";

  private final Resource definition;
  private final PerToolCache<ToolLines> lines;
  private final CatalogText<String> text;

  private IndexResource(
      Resource definition,
      Gateway gateway,
      PluginContext context,
      PerToolCache<ToolLines> lines,
      IndexForm form) {
    this.definition = definition;
    this.lines = lines;
    this.text =
        new CatalogText<>(
            gateway, snapshot -> CompactIndex.of(snapshot, lines, context.tokenEstimator(), form));
  }

  /**
   * The index of a gateway, which may still be under construction, as JSON.
   *
   * @param lines what is known of tools, for all that show them
   */
  public static IndexResource tools(
      Gateway gateway, PluginContext context, PerToolCache<ToolLines> lines) {
    Resource definition =
        new Resource(
            TOOLS,
            "tools",
            "Compact Tool Index",
            "All tools as {\"backend\":{\"tool\":\"what it does\"}}; call one as backend.tool."
                + " About 12 tokens a tool.",
            Reading.JSON,
            ContentAnnotations.of(0.8, Role.ASSISTANT));
    return new IndexResource(definition, gateway, context, lines, new JsonForm());
  }

  /**
   * The index of a gateway, which may still be under construction, as Markdown.
   *
   * @param lines what is known of tools, for all that show them
   */
  public static IndexResource llms(
      Gateway gateway, PluginContext context, PerToolCache<ToolLines> lines, NextSteps words) {
    Resource definition =
        new Resource(
            LLMS,
            "llms",
            "Tools in Brief",
            "How to find and call tools, and all of them by backend, a line each. About 12 tokens a"
                + " tool.",
            Reading.MARKDOWN,
            ContentAnnotations.of(0.7, Role.ASSISTANT));
    return new IndexResource(definition, gateway, context, lines, new MarkdownForm(words));
  }

  @Override
  public Resource definition() {
    return definition;
  }

  @Override
  public List<PerToolCache<?>> kept() {
    return List.of(lines);
  }

  @Override
  public String read(Session session) {
    return text.get();
  }
}
