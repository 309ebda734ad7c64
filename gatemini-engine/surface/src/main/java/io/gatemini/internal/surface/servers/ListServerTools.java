package io.gatemini.internal.surface.servers;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.AnswerForm;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import io.gatemini.internal.surface.servers.ServerNames.Server;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.text.FirstSentence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * {@code list-server-tools}: the tools of a server in pages, or those that fit a task, best first.
 */
record ListServerTools(SurfaceContext surface, ServerNames names) implements MetaTool {
  static final String NAME = "list-server-tools";

  private static final int SENTENCE_LENGTH = 100;
  private static final int ANSWER_LENGTH = 60;

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(ListServerTools.class, NAME, MetaTool.LOOKS);

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"luaServerName\": \"files\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    Server server = names.server(this, arguments);
    Optional<String> query = arguments.optionalString("query").filter(it -> !it.isBlank());
    if (query.isEmpty()) {
      return CompletableFuture.completedFuture(page(server, server.tools(), arguments));
    }
    SearchRequest request =
        new SearchRequest(
            query.get(),
            SearchRequest.MAX_LIMIT,
            Optional.empty(),
            call.context().session(),
            false);
    String backend = server.status().name();
    return ResultFuture.of(
        surface.search(request, tool -> tool.backend().equals(backend)),
        hits -> page(server, found(server, hits), arguments));
  }

  private static List<ScriptTool> found(Server server, List<SearchHit> hits) {
    Map<String, ScriptTool> tools = new HashMap<>();
    server.tools().forEach(tool -> tools.put(tool.tool().key(), tool));
    return hits.stream().map(hit -> tools.get(hit.key())).filter(Objects::nonNull).toList();
  }

  private ToolResult page(Server server, List<ScriptTool> tools, Arguments arguments) {
    Page<ScriptTool> page = Page.of(this, arguments, tools, ScriptTool::identifier);
    StringBuilder text = new StringBuilder("Server: " + server.identifier());
    text.append("\nAvailable Tools: ").append(server.tools().size()).append('\n');
    text.append(ServerNames.remark(surface.missing(server.status().name())));
    for (ScriptTool tool : page.shown()) {
      String said = FirstSentence.of(VisibleText.line(tool.tool().description()), SENTENCE_LENGTH);
      text.append("\n[>] ").append(tool.identifier());
      if (!tool.identifier().equals(tool.tool().originalName())) {
        text.append(" (").append(VisibleText.name(tool.tool().originalName())).append(')');
      }
      AnswerForm.declared(tool.tool(), ANSWER_LENGTH)
          .ifPresent(answer -> text.append(" \u2192 ").append(answer));
      text.append("\n   ").append(said.isBlank() ? "(no description)" : said).append('\n');
    }
    text.append(page.shown().isEmpty() ? "\nNone of them fits.\n" : "\n").append(page.more());
    text.append("Next: ").append(ToolDetails.NAME).append(" with one of its tools.");
    return ToolResult.text(text.toString());
  }
}
