package io.gatemini.internal.surface.meta;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolInfo;
import io.gatemini.UnknownToolException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.internal.surface.prompt.BackendTable;
import io.gatemini.internal.surface.prompt.BuiltInPrompt;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code find_tool}: the best tools for a task, and all of the first. Thread-safe. */
final class FindToolPrompt implements BuiltInPrompt {
  static final String TASK = "task";

  /** A task is a sentence or two; what is longer is data, and searched for in vain. */
  static final int MAX_TASK_LENGTH = 1_000;

  private static final int HITS = 5;
  private static final int MAX_SUMMARY_LENGTH = 200;

  private static final Prompt DEFINITION =
      new Prompt(
          "find_tool",
          "Find a tool",
          "Finds the best tools for a task, and shows how to call the first.",
          List.of(
              new PromptArgument(
                  TASK,
                  "Task",
                  "The task in plain words, such as: send an e-mail to a customer",
                  true)));

  private final SurfaceContext surface;
  private final Gateway gateway;

  FindToolPrompt(SurfaceContext surface) {
    this.surface = surface;
    this.gateway = surface.gateway();
  }

  @Override
  public Prompt definition() {
    return DEFINITION;
  }

  @Override
  public CompletionStage<PromptContent> get(Session session, Map<String, String> arguments) {
    String task = bounded(arguments.getOrDefault(TASK, ""));
    return Relay.map(
        gateway.searchAsync(SearchRequest.of(task).withLimit(HITS).withSession(session)),
        hits -> PromptContent.of(DEFINITION.title(), text(task, hits)));
  }

  /** The task without invisible characters, in full code points. */
  private static String bounded(String task) {
    String visible = VisibleText.of(TextCut.head(task, 4 * MAX_TASK_LENGTH));
    return VisibleText.of(TextCut.head(visible, MAX_TASK_LENGTH)).strip();
  }

  private String text(String task, List<SearchHit> hits) {
    StringBuilder text = new StringBuilder("# Find a tool\n\nThe task:\n");
    text.append(Markdown.fenced("text", task)).append('\n');
    if (hits.isEmpty()) {
      return text.append(nothing()).toString();
    }
    text.append(
        hits.get(0).fits()
            ? "These backend tools suit it best. Use the first that fits, with `call_tool_chain`;"
            : "No backend tool fits; these are the nearest. Use `call_tool_chain` if one does;");
    text.append(Texts.of(FindToolPrompt.class, "find_tool_table.md"));
    int rank = 1;
    for (SearchHit hit : hits) {
      text.append("| ").append(rank++);
      text.append(" | ").append(BackendTable.name(hit.key()));
      text.append(" | ").append(BackendTable.name(hit.backend()));
      text.append(" | ").append(Markdown.line(hit.summary(), MAX_SUMMARY_LENGTH)).append(" |\n");
    }
    first(text, hits.get(0).key());
    return text.toString();
  }

  private void first(StringBuilder text, String name) {
    ToolInfo tool;
    try {
      tool = gateway.tool(name);
    } catch (UnknownToolException e) {
      text.append("\nThe first has gone since it was found; `search_tools` finds the others.\n");
      return;
    }
    text.append("\n## ").append(BackendTable.name(name)).append("\nBackend: ");
    text.append(BackendTable.name(tool.backend())).append('\n');
    String description = VisibleText.of(tool.description()).strip();
    section(text, "Description:", "text", description.isEmpty() ? "(none)" : description);
    // Invisible characters are written as escapes.
    String schema = VisibleText.escaped(pretty(tool));
    section(text, "Input schema:", "json", schema);
    section(text, "In TypeScript:", "ts", tool.typescript());
    Optional<ExampleTool> example = ExampleTool.of(tool);
    text.append("\nRun it with `call_tool_chain`, with real values in place of the example's.\n");
    example.ifPresent(it -> section(text, "As a JSON call:", "json", it.jsonCall()));
    section(
        text,
        "In a program, together with other calls:",
        "ts",
        "const result = " + tool.call() + ";\nreturn result;");
    text.append(
        "\nThe value that a program returns is the result; what it writes to the console is returned"
            + " beside it. Return what the task needs, not whole answers.\n");
  }

  private static String pretty(ToolInfo tool) {
    return tool.definition().inputSchema().toPrettyString();
  }

  private static void section(StringBuilder text, String title, String language, String content) {
    text.append('\n').append(title).append('\n').append(Markdown.fenced(language, content));
  }

  private String nothing() {
    List<BackendStatus> backends = gateway.backends();
    StringBuilder text = new StringBuilder("No tool was found for it. ");
    text.append(BackendTable.counts(backends, gateway.catalog().tools().size()));
    text.append(Texts.of(FindToolPrompt.class, "find_tool_nothing.md"));
    if (backends.stream().anyMatch(backend -> !backend.available())) {
      text.append("- Look again when the backends below have started.\n");
    }
    if (backends.isEmpty()) {
      text.append(
          surface.allowsRegistration()
              ? "- Register a backend with `register_manual`, or have one configured.\n"
              : "- Have a backend configured.\n");
    }
    BackendTable.unavailable(text, backends);
    return text.toString();
  }
}
