package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.presentation.CompactRows;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** {@code tool_info}: one tool in a few words, or with its whole schema; the tools of a backend. */
final class InspectTool implements MetaTool {
  /** More than any tool needs that means well. */
  private static final int MAX_PARAMETERS = 100;

  /** Of a backend with more, a search finds those that matter. */
  private static final int MAX_TOOLS = 100;

  private static SurfaceTool definition(SurfaceOptions options) {
    return Definitions.of(
        "tool_info",
        "Tool info",
        "A tool: parameters, example; full: schema; typescript: types. Or a backend.",
        """
        "properties":{
        "tool_name":{"type":"string"},
        "detail":{"type":"string","enum":["brief","full","typescript"],"default":"brief"},%s},
        "required":["tool_name"]\
        """
            .formatted(Definitions.compact(options, "")),
        """
        "properties":{"name":{"type":"string"},"backend":{"type":"string"},
        "description":{"type":"string"}},
        "required":["name","backend","description"]\
        """,
        Definitions.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;

  InspectTool(Gateway gateway, SurfaceOptions options) {
    this.gateway = gateway;
    this.definition = definition(options);
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
    Arguments arguments = Arguments.read(this, call.arguments());
    String detail = arguments.string("detail");
    boolean full = detail.equals("full");
    String name = arguments.string("tool_name");
    Optional<BackendStatus> backend =
        gateway.catalog().resolve(name).isPresent() ? Optional.empty() : backend(name);
    if (backend.isPresent()) {
      ObjectNode shown = backend(backend.get());
      return CompletableFuture.completedFuture(
          ToolResult.structured(VisibleText.escaped(shown.toString()), shown));
    }
    ToolInfo info = gateway.tool(name);
    if (detail.equals("typescript")) {
      return CompletableFuture.completedFuture(
          ToolResult.structured(info.typescript(), summary(info)));
    }
    if (arguments.bool("compact")) {
      String text = full ? CompactRows.full(info) : CompactRows.info(info);
      return CompletableFuture.completedFuture(ToolResult.structured(text, summary(info)));
    }
    ObjectNode looked = full ? full(info) : brief(info);
    // In full, everything is verbatim; what is hidden in it is written in plain sight.
    ObjectNode shown = full ? looked : SearchTools.withoutNames(looked);
    return CompletableFuture.completedFuture(
        ToolResult.structured(VisibleText.escaped(shown.toString()), looked));
  }

  /** The backend of a name, of a namespace, or written so in programs. */
  private Optional<BackendStatus> backend(String name) {
    return gateway.backends().stream()
        .filter(
            backend ->
                Stream.of(backend.name(), backend.namespace())
                    .anyMatch(own -> own.equals(name) || ScriptNames.identifier(own).equals(name)))
        .findFirst();
  }

  /** What its tools are called and for; how it stands, where it has none. */
  private ObjectNode backend(BackendStatus backend) {
    List<ToolDefinition> tools = gateway.catalog().tools(backend.name());
    ObjectNode shown =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", backend.name())
            .put("backend", backend.name())
            .put("description", backend.description().map(Brief::sentence).orElse(""));
    if (!backend.available()) {
      shown.put("state", backend.state().label());
    }
    ArrayNode rows = shown.putArray("tools");
    tools.stream()
        .limit(MAX_TOOLS)
        .forEach(
            tool ->
                rows.addObject()
                    .put("name", tool.name())
                    .put("description", Brief.sentence(tool.description())));
    if (tools.size() > MAX_TOOLS) {
      shown.put("tools_left_out", tools.size() - MAX_TOOLS);
    }
    return shown;
  }

  private static ObjectNode summary(ToolInfo info) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", info.name())
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
    return brief.put("call", info.call());
  }

  static ObjectNode full(ToolInfo info) {
    ObjectNode full =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", info.name())
            .put("description", info.description())
            .put("backend", info.backend());
    full.set("input_schema", info.definition().inputSchema());
    return full;
  }
}
