package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.presentation.CallExample;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.text.FirstSentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A tool with a call that can be made as it is shown, once its placeholders are filled in.
 * Immutable.
 *
 * @param expression how a program writes the tool
 * @param arguments what the tool's schema accepts
 */
record ExampleTool(ToolInfo info, String expression, JsonNode arguments) {
  /** How many tools are looked at for one whose example can be called. */
  private static final int MAX_LOOKED_AT = 50;

  private static final int MAX_WORDS_LENGTH = 80;

  /** How the names of tools begin that most likely only read, where they do not say so. */
  private static final List<String> READING =
      List.of("get", "list", "read", "search", "find", "show", "describe", "query", "fetch");

  private static final int PARTICULAR = 10;
  private static final int LIKELY_READING = 100;
  private static final int UNSURE = 200;
  private static final int DESTRUCTIVE = 300;
  private static final int UNDESCRIBED = 400;

  /** The tools by how well they suit for an example: those that only read, and ask for little. */
  static List<ToolDescriptor> ranked(CatalogSnapshot catalog) {
    record Ranked(ToolDescriptor tool, int rank) {}
    return catalog.tools().stream()
        .map(tool -> new Ranked(tool, rank(tool)))
        .sorted(Comparator.comparingInt(Ranked::rank)) // stable: then by key
        .map(Ranked::tool)
        .toList();
  }

  /**
   * One or two of the tools there are, of two backends where they can be, first those that can be
   * called now. The same ones for the same ranking and the same backends available.
   *
   * @param ranked what there is to choose from, best first
   * @param available the backends whose tools can be called
   */
  static List<ExampleTool> choose(
      Gateway gateway, List<ToolDescriptor> ranked, Set<String> available) {
    Predicate<ToolDescriptor> callable = tool -> available.contains(tool.backend());
    List<ExampleTool> chosen = new ArrayList<>();
    first(gateway, ranked, callable)
        .or(() -> first(gateway, ranked, tool -> true))
        .ifPresent(chosen::add);
    if (!chosen.isEmpty()) {
      ToolInfo first = chosen.get(0).info();
      Predicate<ToolDescriptor> another = tool -> !tool.key().equals(first.key());
      Predicate<ToolDescriptor> elsewhere = tool -> !tool.backend().equals(first.backend());
      first(gateway, ranked, callable.and(elsewhere))
          .or(() -> first(gateway, ranked, callable.and(another)))
          .or(() -> first(gateway, ranked, another))
          .ifPresent(chosen::add);
    }
    return chosen;
  }

  private static Optional<ExampleTool> first(
      Gateway gateway, List<ToolDescriptor> ranked, Predicate<ToolDescriptor> wanted) {
    return ranked.stream()
        .filter(wanted)
        .limit(MAX_LOOKED_AT)
        .flatMap(tool -> of(gateway, tool.key()).stream())
        .findFirst();
  }

  private static Optional<ExampleTool> of(Gateway gateway, String tool) {
    try {
      return of(gateway.tool(tool));
    } catch (UnknownToolException e) {
      return Optional.empty(); // It went while it was looked for.
    }
  }

  /** The example of a tool; empty where there is none that its schema accepts. */
  static Optional<ExampleTool> of(ToolInfo info) {
    JsonNode schema = info.definition().inputSchema();
    JsonNode arguments = SampleValue.arguments(schema);
    return ArgumentRules.of(schema).violation(RawJson.of(arguments)).isEmpty()
        ? Optional.of(new ExampleTool(info, CallExample.expression(info.call()), arguments))
        : Optional.empty();
  }

  private static int rank(ToolDescriptor tool) {
    JsonNode required = tool.inputSchema().path("required");
    // One argument shows the most with the least.
    int asked = Math.abs(required.size() - 1);
    for (JsonNode name : required) {
      JsonNode parameter = tool.inputSchema().path("properties").path(name.asText());
      if (parameter.has("pattern") || parameter.has("format")) {
        asked += PARTICULAR; // An example does not know what is wanted.
      }
    }
    int rank = Math.min(asked, LIKELY_READING - 1) + risk(tool);
    return tool.description().isBlank() ? rank + UNDESCRIBED : rank;
  }

  private static int risk(ToolDescriptor tool) {
    if (tool.annotations().readOnlyHint().orElse(false)) {
      return 0;
    }
    if (tool.annotations().destructiveHint().orElse(false)) {
      return DESTRUCTIVE;
    }
    String name = tool.originalName().toLowerCase(Locale.ROOT);
    return READING.stream().anyMatch(name::startsWith) ? LIKELY_READING : UNSURE;
  }

  /** The call as {@code call_tool_chain} takes it. */
  String jsonCall() {
    return "{\"tool\": " + TextNode.valueOf(info.key()) + ", \"arguments\": " + arguments + "}";
  }

  /** The call in a program. */
  String call() {
    return expression + "(" + CallExample.written(arguments) + ")";
  }

  /** The words somebody would search for who needs it. */
  String task() {
    String sentence = FirstSentence.of(info.summary(), MAX_WORDS_LENGTH).replaceAll("\\.+$", "");
    return sentence.isBlank()
        ? info.definition().originalName().replaceAll("[\\p{P}\\p{S}\\p{C}\\s]+", " ").strip()
        : sentence;
  }
}
