package io.gatemini.internal.surface.resource;

import io.gatemini.ContentAnnotations;
import io.gatemini.Gateway;
import io.gatemini.Resource;
import io.gatemini.Role;
import io.gatemini.Session;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.spi.PluginContext;
import java.util.List;

/**
 * {@code gatemini://llms}: what a model needs to go on with, and every tool in a line, by backend.
 */
final class LlmsResource implements FixedResource {
  static final String URI = "gatemini://llms";

  private static final Resource DEFINITION =
      new Resource(
          URI,
          "llms",
          "Tools in Brief",
          "How to find and call tools, and all of them by backend, a line each. About 12 tokens a"
              + " tool.",
          Reading.MARKDOWN,
          ContentAnnotations.of(0.7, Role.ASSISTANT));

  private final CatalogText<String> text;

  /**
   * The text of a gateway, which may still be under construction.
   *
   * @param lines what is known of tools, for all that show them
   */
  LlmsResource(Gateway gateway, PluginContext context, PerTool<ToolLines> lines) {
    this.text =
        new CatalogText<>(
            gateway,
            snapshot ->
                CompactIndex.of(snapshot, lines, context.tokenEstimator(), new MarkdownForm()));
  }

  @Override
  public Resource definition() {
    return DEFINITION;
  }

  @Override
  public String read(Session session) {
    return text.get();
  }

  static final class MarkdownForm implements IndexForm {
    @Override
    public void begin(StringBuilder text, List<Group> groups) {
      text.append("# Gatemini tools\n\n");
      LlmsGuide.append(text, groups);
      if (!groups.isEmpty()) {
        text.append("Whole descriptions and schemas of all: ")
            .append(LlmsFullResource.URI)
            .append(".\n");
      }
    }

    @Override
    public void beginGroup(StringBuilder text, Group group) {
      text.append('\n');
      LlmsGuide.heading(text, group);
    }

    @Override
    public void tool(StringBuilder text, String name, String words) {
      text.append("- ").append(MarkdownText.name(name));
      if (!words.isEmpty()) {
        text.append(": ");
        MarkdownText.line(text, words);
      }
      text.append('\n');
    }

    @Override
    public void endGroup(StringBuilder text) {}

    @Override
    public void end(StringBuilder text) {}

    @Override
    public long bytes(String words, int from, int to) {
      return MarkdownText.lineBytes(words, from, to);
    }

    @Override
    public int bytesBeforeWords() {
      return 2;
    }
  }
}
