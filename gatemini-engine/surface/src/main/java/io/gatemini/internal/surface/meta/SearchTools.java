package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.PluginInfo;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.FirstSentence;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** {@code search_tools}: tools for a task in plain words; an overview where no task is given. */
final class SearchTools implements MetaTool {
  static final String NAME = "search_tools";

  private static final String KIND = "kind";

  private static final int OVERVIEW_DESCRIPTION_LENGTH = 120;
  private static final int OVERVIEW_TOOL_NAMES = 5;

  private static final List<String> NAMES = List.of("name", "backend");

  /** As many as a model reads. */
  private static final int TAGS = 30;

  private static final String NOTHING =
      "No tool matches. Try other words, or an empty task_description for an overview.";

  /** The retriever that is there where no better one is. */
  private static final String BY_NAME = "name";

  private static final String NAMES_ALONE =
      " Only the names of tools are searched here, for the host has no"
          + " io.gatemini:gatemini-search.";

  private static SurfaceTool definition(SurfaceContext surface) {
    return MetaTool.definition(
        NAME,
        "Search tools",
        """
        Start here: find backend tools for a task in plain words; then tool_info, or run with call_tool_chain. \
        "" gives an overview of backends.\
        """,
        """
        "properties":{
        "task_description":{"type":"string"},
        "limit":{"type":"integer","minimum":1,"maximum":100,"default":10},
        "brief":{"type":"boolean","default":true},
        "tag":{"type":"string"},
        "kind":{"type":"string","enum":["tool","resource","prompt","any"],"default":"tool"},
        %s},
        "required":["task_description"]\
        """
            .formatted(MetaTool.compact(surface, "signature lines")),
        """
        "properties":{"results":{"type":"array","items":{"type":"object"}},
        "overview":{"type":"array","items":{"type":"object"}},"incomplete":{"type":"string"}},
        "required":["results"]\
        """,
        MetaTool.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;
  private final SurfaceContext surface;
  private final BesideSearch beside;
  private final ReadDescriptions read;

  /**
   * @param analyzer the words of texts
   */
  SearchTools(SurfaceContext surface, Supplier<TextAnalyzer> analyzer, ReadDescriptions read) {
    this.read = read;
    this.gateway = surface.gateway();
    this.surface = surface;
    this.beside = new BesideSearch(new BackendOffers(surface::features), analyzer);
    this.definition = definition(surface);
  }

  @Override
  public SurfaceTool definition() {
    return definition;
  }

  /** Only the host's words on the catalog: backends that come and go cost no client its cache. */
  @Override
  public SurfaceTool definition(CatalogSnapshot catalog) {
    return new SurfaceTool(
        definition.name(),
        definition.title(),
        (definition.description() + " " + surface.settings().catalogDigest().orElse("")).strip(),
        definition.inputSchema(),
        definition.outputSchema(),
        definition.annotations());
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
    String kind = arguments.string(KIND);
    if (!kind.equals("tool")) {
      return others(task, kind, arguments.integer("limit"), call);
    }
    boolean brief = arguments.bool("brief");
    boolean compact = arguments.bool("compact");
    SearchRequest request =
        new SearchRequest(
            task,
            arguments.integer("limit"),
            arguments.optionalString("tag"),
            call.context().session(),
            false);
    return ResultFuture.of(
        gateway.searchAsync(request),
        hits -> {
          request.tag().filter(tag -> hits.isEmpty()).ifPresent(this::refuseUnknownTag);
          if (hits.isEmpty() || !hits.get(0).fits()) {
            return nothing(hits, compact);
          }
          Map<String, List<String>> further =
              brief || compact ? surface.furtherWords(request, hits) : Map.of();
          ReadDescriptions.Answer answer = read.answer(call.context().session(), task);
          return compact
              ? lines(hits, brief, further, answer)
              : results(hits, brief, further, answer);
        });
  }

  /** Resources and prompts, behind the tools where all is wanted. */
  private CompletableFuture<ToolResult> others(
      String task, String kind, int limit, SurfaceCall call) {
    List<ObjectNode> found = beside.search(task, kind, limit, call.context().session());
    if (!kind.equals("any")) {
      return CompletableFuture.completedFuture(rows(List.of(), found));
    }
    SearchRequest request =
        new SearchRequest(task, limit, Optional.empty(), call.context().session(), false);
    return ResultFuture.of(gateway.searchAsync(request), hits -> rows(hits, found));
  }

  private ToolResult rows(List<SearchHit> hits, List<ObjectNode> others) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = structured.putArray("results");
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    for (SearchHit hit : hits) {
      ObjectNode row = ToolRows.brief(hit);
      rows.add(row);
      shown.add(withoutNames(row));
    }
    others.forEach(rows::add);
    others.forEach(shown::add);
    return remarked(Rows.of(shown), structured, rows.isEmpty() ? "Nothing matches." : "");
  }

  private void refuseUnknownTag(String tag) {
    List<String> tags =
        gateway.catalog().tools().stream()
            .flatMap(tool -> tool.tags().stream())
            .distinct()
            .sorted()
            .toList();
    if (!tags.contains(tag)) {
      throw Arguments.refuse(
          this,
          "no tool has the \"tag\" "
              + Arguments.quoted(tag)
              + (tags.isEmpty()
                  ? "; there are no tags, leave it out"
                  : "; there is "
                      + String.join(", ", tags.subList(0, Math.min(TAGS, tags.size())))));
    }
  }

  private ToolResult results(
      List<SearchHit> hits,
      boolean brief,
      Map<String, List<String>> further,
      ReadDescriptions.Answer answer) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = structured.putArray("results");
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    Set<String> seen = new HashSet<>();
    for (SearchHit hit : hits) {
      ObjectNode row = brief ? ToolRows.brief(hit) : fullRow(hit.tool());
      List<String> words = further.getOrDefault(hit.backend(), List.of());
      if (!words.isEmpty() && seen.add(hit.backend())) {
        words.forEach(row.putArray("try_also")::add);
      }
      rows.add(row);
      ObjectNode own = brief ? withoutNames(row) : row.deepCopy();
      answer.cut(own);
      shown.add(own);
    }
    return remarked(Rows.of(shown), structured, answer.remark());
  }

  private ToolResult nothing(List<SearchHit> nearest, boolean compact) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    structured.putArray("results");
    String text = nothing(nearest);
    return compact
        ? ToolResult.structured(CompactRows.incomplete(text, missing(structured)), structured)
        : remarked("[]", structured, text);
  }

  private String nothing(List<SearchHit> nearest) {
    if (!nearest.isEmpty()) {
      return nearest.stream()
          .map(SearchHit::key)
          .collect(Collectors.joining(", ", "Nothing fits; the nearest are ", "."))
          .concat(
              nearest.get(0).wanted().map(" A server for %s would help."::formatted).orElse(""));
    }
    List<String> retrievers =
        gateway.plugins().stream()
            .filter(plugin -> plugin.kind().equals("retriever"))
            .map(PluginInfo::name)
            .toList();
    return retrievers.equals(List.of(BY_NAME)) ? NOTHING + NAMES_ALONE : NOTHING;
  }

  private ToolResult lines(
      List<SearchHit> hits,
      boolean brief,
      Map<String, List<String>> further,
      ReadDescriptions.Answer answer) {
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = structured.putArray("results");
    // Only what a program needs to go on; the text says the rest.
    hits.forEach(hit -> rows.addObject().put("name", hit.key()));
    String text = CompactRows.search(hits, brief, further, answer);
    return ToolResult.structured(
        CompactRows.incomplete(CompactRows.incomplete(text, answer.remark()), missing(structured)),
        structured);
  }

  /** Adds the backends whose tools are missing. */
  private String missing(ObjectNode structured) {
    String missing = surface.missing();
    if (!missing.isEmpty()) {
      structured.put("incomplete", missing);
    }
    return missing;
  }

  /**
   * Rows, and in a second text block what an agent should know beside them: the first stays the
   * JSON that it always is.
   */
  private ToolResult remarked(String rows, ObjectNode structured, String remark) {
    String missing = missing(structured);
    ToolResult result = ToolResult.structured(rows, structured);
    if (remark.isEmpty() && missing.isEmpty()) {
      return result;
    }
    ObjectNode remarked = result.json().tree().deepCopy();
    remarked
        .withArray("content")
        .addObject()
        .put("type", "text")
        .put("text", CompactRows.incomplete(remark, missing));
    return ToolResult.of(RawJson.of(remarked));
  }

  /** A row for a model: the call names the tool as every other place takes it. */
  static ObjectNode withoutNames(ObjectNode row) {
    return row.deepCopy().without(NAMES);
  }

  private static ObjectNode fullRow(ToolDescriptor tool) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", tool.key())
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
      List<ToolDescriptor> tools = catalog.tools(backend.name());
      String description = describe(backend, tools);
      ObjectNode row = rows.addObject().put("backend", backend.name()).put("tools", tools.size());
      if (compact) {
        CompactRows.line(lines, backend.name() + " (" + tools.size() + ")", description);
      } else {
        row.put("description", description);
      }
    }
    return compact
        ? ToolResult.structured(
            CompactRows.incomplete(lines.toString(), missing(structured)), structured)
        : remarked("{\"results\":[],\"overview\":" + Rows.of(rows) + "}", structured, "");
  }

  private static String describe(BackendStatus backend, List<ToolDescriptor> tools) {
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
}
