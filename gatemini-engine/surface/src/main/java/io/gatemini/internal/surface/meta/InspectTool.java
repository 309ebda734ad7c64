package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.text.VisibleJson;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code tool_info}: one tool in a few words, or with its whole schema; the tools of a backend. */
final class InspectTool implements MetaTool {
  static final String NAME = "tool_info";

  /** More than any tool needs that means well. */
  private static final int MAX_PARAMETERS = 100;

  /** In characters. */
  private static final int MAX_CUT = 8_000;

  private static SurfaceTool definition(SurfaceContext surface) {
    return MetaTool.definition(
        NAME,
        "Tool info",
        "A tool: parameters, example; full: schema; typescript: types. Or a backend.",
        """
        "properties":{
        "tool_name":{"type":"string"},
        "detail":{"type":"string","enum":["brief","full","typescript"],"default":"brief"},%s},
        "required":["tool_name"]\
        """
            .formatted(MetaTool.compact(surface, "")),
        """
        "properties":{"name":{"type":"string"},"backend":{"type":"string"},
        "description":{"type":"string"},"incomplete":{"type":"string"}},
        "required":["name","backend","description"]\
        """,
        MetaTool.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;
  private final SurfaceContext surface;
  private final ReadDescriptions read;

  InspectTool(SurfaceContext surface, ReadDescriptions read) {
    this.read = read;
    this.gateway = surface.gateway();
    this.surface = surface;
    this.definition = definition(surface);
  }

  @Override
  public SurfaceTool definition() {
    return definition;
  }

  @Override
  public String example() {
    return "{\"tool_name\": \"files.read\", \"detail\": \"full\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    surface.looking();
    Arguments arguments = Arguments.read(this, call.arguments());
    String detail = arguments.string("detail");
    boolean full = detail.equals("full");
    String name = arguments.string("tool_name");
    if (gateway.catalog().resolve(name).isEmpty()) {
      Optional<ObjectNode> backend = BackendInfo.of(gateway, name);
      if (backend.isPresent()) {
        mark(backend.get(), surface.missing(backend.get().get("backend").textValue()));
        return CompletableFuture.completedFuture(
            ToolResult.structured(backend.get().toString(), backend.get()));
      }
    }
    ToolInfo info = gateway.tool(name);
    String missing = surface.missing(info.backend());
    if (detail.equals("typescript")) {
      // As a comment: the text stays a declaration.
      String comment = missing.isEmpty() ? "" : "// " + missing;
      return CompletableFuture.completedFuture(
          ToolResult.structured(
              CompactRows.incomplete(info.typescript(), comment), mark(summary(info), missing)));
    }
    if (arguments.bool("compact")) {
      String text = full ? CompactRows.full(info) : CompactRows.info(info);
      return CompletableFuture.completedFuture(
          ToolResult.structured(
              CompactRows.incomplete(text, missing), mark(summary(info), missing)));
    }
    ObjectNode looked = mark(full ? ToolRows.full(info) : brief(info), missing);
    // In full, the text is verbatim; what is hidden in it is written in plain sight.
    ObjectNode shown = full ? full(looked, call) : SearchTools.withoutNames(looked);
    return CompletableFuture.completedFuture(
        ToolResult.structured(
            VisibleText.escaped(shown.toString()), full ? VisibleJson.object(looked) : looked));
  }

  /**
   * What is read of it, without descriptions that were read before; a large one is reduced by its
   * structure, and paths lead into all of it.
   */
  private ObjectNode full(ObjectNode looked, SurfaceCall call) {
    if (looked.toString().length() > MAX_CUT) {
      return looked;
    }
    ObjectNode shown = looked.deepCopy();
    ReadDescriptions.Answer answer =
        read.answer(call.context().session(), NAME + " " + looked.get("name").textValue());
    answer.cut(shown.path("input_schema"));
    if (!answer.remark().isEmpty()) {
      shown.put("left_out", answer.remark()).remove("backend"); // its name begins with it
    }
    return shown;
  }

  /** Adds that the backend is not up yet, where that is so. */
  private static ObjectNode mark(ObjectNode looked, String missing) {
    return missing.isEmpty() ? looked : looked.put("incomplete", missing);
  }

  private static ObjectNode summary(ToolInfo info) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", info.key())
        .put("backend", info.backend())
        .put("description", info.summary());
  }

  private static ObjectNode brief(ToolInfo info) {
    ObjectNode brief = summary(info);
    ArrayNode parameters = brief.putArray("parameters");
    info.parameters().stream().limit(MAX_PARAMETERS).forEach(parameters::add);
    int left = info.parameters().size() - MAX_PARAMETERS;
    if (left > 0) {
      brief.put("parameters_left_out", left);
    }
    brief.put("call", info.call());
    ToolRows.addAnswer(info.definition(), brief);
    ToolRows.addNeeds(info.definition(), brief);
    return brief;
  }
}
