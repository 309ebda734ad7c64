package io.gatemini.internal.surface.listing;

import io.gatemini.internal.surface.listing.ToolGroups.Group;
import io.gatemini.internal.text.Markdown;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;

/** An index as a guide for a model, and every tool in a line, by backend. */
record MarkdownForm(NextSteps words) implements IndexForm {
  @Override
  public void begin(StringBuilder text, List<Group> groups) {
    text.append("# Gatemini tools\n\n");
    LlmsGuide.append(text, groups, words);
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
    text.append("- ").append(Markdown.name(name));
    if (!words.isEmpty()) {
      text.append(": ");
      Markdown.words(text, words);
    }
    text.append('\n');
  }

  @Override
  public void endGroup(StringBuilder text) {}

  @Override
  public void end(StringBuilder text) {}

  @Override
  public long bytes(String words, int from, int to) {
    return Markdown.wordBytes(words, from, to);
  }

  @Override
  public int bytesBeforeWords() {
    return 2;
  }
}
