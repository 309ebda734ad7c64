package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.PerGeneration;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.internal.surface.prompt.BackendTable;
import io.gatemini.internal.surface.prompt.BuiltInPrompt;
import io.gatemini.internal.text.Markdown;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code discover}: the way from a task to its result, with tools that are there. Thread-safe. */
final class DiscoverPrompt implements BuiltInPrompt {
  private static final Prompt DEFINITION =
      new Prompt(
          "discover",
          "Discover the tools",
          "Shows in four steps how to find and run the tools of this gateway, with an example over"
              + " tools that it has now.",
          List.of());

  private static final String RESULT = Texts.of(DiscoverPrompt.class, "discover_result.md");

  private final SurfaceContext surface;
  private final Gateway gateway;
  private final ScriptLanguage language;
  private final PerGeneration<List<ToolDescriptor>> ranked =
      new PerGeneration<>(ExampleTool::ranked);

  DiscoverPrompt(SurfaceContext surface) {
    this.surface = surface;
    gateway = surface.gateway();
    language = surface.languages().get(0);
  }

  @Override
  public Prompt definition() {
    return DEFINITION;
  }

  @Override
  public CompletionStage<PromptContent> get(Session session, Map<String, String> arguments) {
    return CompletableFuture.completedFuture(PromptContent.of(DEFINITION.title(), text()));
  }

  private String text() {
    CatalogSnapshot catalog = gateway.catalog();
    List<BackendStatus> backends = gateway.backends();
    StringBuilder text = new StringBuilder("# Discover the tools of this gateway\n\n");
    text.append(BackendTable.counts(backends, catalog.tools().size())).append('\n');
    if (catalog.tools().isEmpty()) {
      return text.append(withoutTools(backends)).toString();
    }
    text.append(Texts.of(DiscoverPrompt.class, "discover_steps.md"));
    Set<String> available =
        backends.stream()
            .filter(BackendStatus::available)
            .map(BackendStatus::name)
            .collect(Collectors.toSet());
    List<ExampleTool> examples = ExampleTool.choose(gateway, ranked.of(catalog), available);
    if (examples.isEmpty()) {
      steps(text, catalog.tools().get(0).key());
    } else {
      steps(text, examples);
    }
    text.append(RESULT);
    BackendTable.unavailable(text, backends);
    return text.toString();
  }

  private String withoutTools(List<BackendStatus> backends) {
    StringBuilder text = new StringBuilder();
    if (backends.isEmpty()) {
      text.append("There is nothing to call yet.");
    } else {
      text.append("No backend has listed its tools yet; look again in a few seconds.");
    }
    if (surface.allowsRegistration()) {
      registration(text);
    } else {
      text.append(" Backends are added to the configuration under `backends`.\n");
    }
    text.append("\nThen find its tools with `search_tools` and run them with `call_tool_chain`.\n");
    BackendTable.unavailable(text, backends);
    return text.toString();
  }

  private static void registration(StringBuilder text) {
    text.append(Texts.of(DiscoverPrompt.class, "discover_registration.md"));
  }

  private void steps(StringBuilder text, List<ExampleTool> examples) {
    ExampleTool first = examples.get(0);
    step(text, "1. Search", "`search_tools` with the task in plain words:");
    json(text, "task_description", first.task());
    text.append(
        "\n"
            + "Each row has the name of a tool and an example call. An empty task gives an"
            + " overview.\n");
    step(text, "2. Look closer", "`tool_info`, where the example call is not enough:");
    json(text, "tool_name", first.info().key());
    text.append("\n`\"detail\": \"full\"` adds the whole schema. Do not guess parameters.\n");
    step(text, "3. Run one tool", "`call_tool_chain` with a JSON call as its `code`:");
    text.append(Markdown.fenced("json", first.jsonCall()));
    text.append("\nPut real values in place of the example's before you run it.\n");
    step(
        text,
        "4. Run several in one program",
        "`call_tool_chain` with "
            + language.title()
            + " as its `code`; loops, conditions and filters go into it as well:");
    text.append(
        language == JavaScript.LANGUAGE
            ? Markdown.fenced("ts", program(examples))
            : Markdown.fenced(language.name(), first.info().call()));
    text.append(
        "\nIn a program a tool is `backend.tool`, where every character that no identifier can have"
            + " becomes `_`; example calls show it.\n");
  }

  /** The steps where no example of a call can be given. */
  private void steps(StringBuilder text, String tool) {
    step(text, "1. Search", "`search_tools` with the task in plain words; each row names a tool.");
    step(text, "2. Look closer", "`tool_info`, which has the whole schema with `full`:");
    text.append(
        Markdown.fenced(
            "json", "{\"tool_name\": " + TextNode.valueOf(tool) + ", \"detail\": \"full\"}"));
    step(
        text,
        "3. Run one tool",
        "`call_tool_chain` with `{\"tool\": ..., \"arguments\": {...}}` as its `code`.");
    step(
        text,
        "4. Run several in one program",
        "`call_tool_chain` with a program in " + language.title() + " as its `code`.");
  }

  private static String program(List<ExampleTool> examples) {
    if (examples.size() == 1) {
      return "const found = await " + examples.get(0).call() + ";\nreturn found;";
    }
    return "const [first, second] = await Promise.all([\n  "
        + examples.get(0).call()
        + ",\n  "
        + examples.get(1).call()
        + ",\n]);\nreturn { first, second };";
  }

  private static void step(StringBuilder text, String title, String what) {
    text.append("\n## ").append(title).append('\n').append(what).append('\n');
  }

  private static void json(StringBuilder text, String key, String value) {
    text.append(Markdown.fenced("json", "{\"" + key + "\": " + TextNode.valueOf(value) + "}"));
  }
}
