package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.internal.text.Markdown;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.stream.Collectors;

/** An index as a guide for a model, and every tool in a line, by backend. */
record MarkdownForm(NextSteps words) implements IndexForm {
  @Override
  public void begin(StringBuilder text, List<Group> groups) {
    text.append("# Gatemini tools\n\n");
    guide(text, groups, words);
    if (!groups.isEmpty()) {
      text.append("Whole descriptions and schemas of all: ")
          .append(LlmsFullResource.URI)
          .append(".\n");
    }
  }

  @Override
  public void beginGroup(StringBuilder text, Group group) {
    text.append('\n');
    heading(text, group);
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

  /** The opening, before the tools: how many there are, and how to go on. */
  static void guide(StringBuilder text, List<Group> groups, NextSteps words) {
    int tools = groups.stream().mapToInt(group -> group.tools().size()).sum();
    if (tools == 0) {
      text.append("No tool is connected at this moment. gatemini://backends has the state of each")
          .append(" backend.\n");
      return;
    }
    String example = groups.get(0).tools().get(0).key();
    text.append(counted(tools, "tool"))
        .append(" of ")
        .append(counted(groups.size(), "backend"))
        .append(", none of them a tool of this server itself:\n\n")
        .append("- " + words.find() + " finds tools for a task in plain words\n")
        .append(
            "- " + words.look() + " shows parameters and an example of one; do not guess them\n")
        .append("- " + words.run() + " runs ")
        .append(Markdown.code(call(example)))
        .append(" or a program; what it returns is the result\n\n")
        .append(
            "Names are backend.tool, as in this call; in a program, what no identifier can have")
        .append(" becomes _.\n");
  }

  /** The heading over the tools of a namespace. */
  static void heading(StringBuilder text, Group group) {
    text.append("## ").append(Markdown.name(group.namespace()));
    List<String> others = group.otherBackends();
    if (!others.isEmpty()) {
      text.append(
          others.stream().map(Markdown::name).collect(Collectors.joining(", ", " (backend ", ")")));
    }
    text.append('\n');
  }

  static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private static String call(String tool) {
    return "{\"tool\":" + JsonNodeFactory.instance.textNode(tool) + ",\"arguments\":{...}}";
  }
}
