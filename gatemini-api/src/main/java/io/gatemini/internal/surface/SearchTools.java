package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.presentation.CompactRows;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.FirstSentence;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** {@code search_tools}: tools for a task in plain words; an overview where no task is given. */
final class SearchTools implements MetaTool {
  static final String NAME = "search_tools";

  private static final int OVERVIEW_DESCRIPTION_LENGTH = 120;
  private static final int OVERVIEW_TOOL_NAMES = 5;

  /** Enough to choose by; who looks closer reads more. */
  private static final int ROW_SENTENCE_LENGTH = 100;

  /** Terms in every row would make a sixth of the answer. */
  private static final int BACKENDS_WITH_TERMS = 2;

  private static SurfaceTool definition(SurfaceOptions options) {
    return Definitions.of(
        NAME,
        "Search tools",
        """
        Start here: find backend tools for a task; then tool_info, or run with call_tool_chain. \
        "" gives an overview of backends.\
        """,
        """
        "properties":{
        "task_description":{"type":"string","description":"in plain words"},
        "limit":{"type":"integer","minimum":1,"maximum":100,"default":10},
        "brief":{"type":"boolean","default":true,"description":"first sentences"},
        "tag":{"type":"string"},
        %s},
        "required":["task_description"]\
        """
            .formatted(Definitions.compact(options, "signature lines")),
        """
        "properties":{"results":{"type":"array","items":{"type":"object"}},
        "overview":{"type":"array","items":{"type":"object"}}},
        "required":["results"]\
        """,
        Definitions.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;

  SearchTools(Gateway gateway, SurfaceOptions options) {
    this.gateway = gateway;
    this.definition = definition(options);
  }

  @Override
  public SurfaceTool definition() {
    return definition;
  }

  @Override
  public String example() {
    return "{\"task_description\": \"send an email\", \"limit\": 5}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    String task = arguments.string("task_description");
    if (task.isBlank()) {
      return CompletableFuture.completedFuture(overview(arguments.bool("compact")));
    }
    boolean brief = arguments.bool("brief");
    boolean compact = arguments.bool("compact");
    SearchRequest request =
        new SearchRequest(
            task,
            arguments.integer("limit"),
            arguments.optionalString("tag"),
            call.session(),
            false);
    return ResultFuture.of(
        gateway.searchAsync(request), hits -> compact ? lines(hits, brief) : results(hits, brief));
  }

  private ToolResult results(List<SearchHit> hits, boolean brief) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = structured.putArray("results");
    Map<String, List<String>> terms = brief ? terms(hits) : Map.of();
    Set<String> told = new HashSet<>();
    for (SearchHit hit : hits) {
      ObjectNode row = brief ? briefRow(hit) : fullRow(hit.tool());
      if (!terms.containsKey(hit.backend()) || !told.add(hit.backend())) {
        row.remove("try_also");
      }
      rows.add(row);
    }
    ToolResult result = ToolResult.structured(Rows.of(rows), structured);
    return hits.isEmpty() ? withHint(result) : result;
  }

  private ToolResult lines(List<SearchHit> hits, boolean brief) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = structured.putArray("results");
    // Only what a program needs to go on; the text says the rest.
    hits.forEach(hit -> rows.addObject().put("name", hit.name()));
    return ToolResult.structured(
        hits.isEmpty() ? nothing() : CompactRows.search(hits, brief, terms(hits)), structured);
  }

  /** Terms of the first backends: who looks further looks there. */
  private static Map<String, List<String>> terms(List<SearchHit> hits) {
    Map<String, List<String>> terms = new LinkedHashMap<>();
    for (SearchHit hit : hits) {
      if (!hit.tryAlso().isEmpty() && terms.size() < BACKENDS_WITH_TERMS) {
        terms.put(hit.backend(), hit.tryAlso());
      }
    }
    return terms;
  }

  /** A second text block: the first stays the JSON that it always is. */
  private ToolResult withHint(ToolResult nothing) {
    ObjectNode result = nothing.json().tree().deepCopy();
    result.withArray("content").addObject().put("type", "text").put("text", nothing());
    return ToolResult.of(RawJson.of(result));
  }

  private String nothing() {
    return "No tool matches. Try other words, or an empty task_description for an overview."
        + NearMatches.starting(starting(gateway.backends()));
  }

  /** A row with what a call needs. */
  static ObjectNode briefRow(SearchHit hit) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", hit.name())
            .put("backend", hit.backend())
            .put("description", FirstSentence.of(hit.summary(), ROW_SENTENCE_LENGTH))
            .put("call", hit.call());
    if (!hit.tryAlso().isEmpty()) {
      hit.tryAlso().forEach(row.putArray("try_also")::add);
    }
    return row;
  }

  private static ObjectNode fullRow(ToolDefinition tool) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", tool.name())
        .put("description", VisibleText.description(tool.description()))
        .put("backend", tool.backend());
  }

  private ToolResult overview(boolean compact) {
    CatalogSnapshot catalog = gateway.catalog();
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    structured.putArray("results");
    ArrayNode rows = structured.putArray("overview");
    StringBuilder lines = new StringBuilder();
    for (BackendStatus backend : gateway.backends()) {
      List<ToolDefinition> tools = catalog.tools(backend.name());
      String description = describe(backend, tools);
      ObjectNode row = rows.addObject().put("backend", backend.name()).put("tools", tools.size());
      if (compact) {
        CompactRows.line(lines, backend.name() + " (" + tools.size() + ")", description);
      } else {
        row.put("description", description);
      }
    }
    if (compact) {
      return ToolResult.structured(lines.toString(), structured);
    }
    return ToolResult.structured("{\"results\":[],\"overview\":" + Rows.of(rows) + "}", structured);
  }

  private static String describe(BackendStatus backend, List<ToolDefinition> tools) {
    if (tools.isEmpty()) {
      return "(" + backend.state().label() + ")";
    }
    String description = backend.description().map(VisibleText::of).orElse("");
    return description.isBlank()
        ? tools.stream()
            .limit(OVERVIEW_TOOL_NAMES)
            .map(tool -> VisibleText.name(tool.originalName()))
            .collect(
                Collectors.joining(", ", "", tools.size() > OVERVIEW_TOOL_NAMES ? ", ..." : ""))
        : FirstSentence.of(description, OVERVIEW_DESCRIPTION_LENGTH);
  }

  private static int starting(List<BackendStatus> backends) {
    return (int)
        backends.stream().filter(status -> status.state() == BackendState.STARTING).count();
  }
}
