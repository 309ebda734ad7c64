package io.gatemini.internal.composite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallRefusedException;
import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.program.ToolPrograms;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The virtual backend of the composite tools. To the call path it is a backend like any other, so
 * that limits, cancellation and statistics are those of every call.
 */
public final class CompositeBackend implements Backend {
  /** Its name; no configured backend can have it. */
  public static final String NAME = BackendNames.COMPOSITE;

  /** Its transport. */
  public static final String TRANSPORT = "composite";

  /** How many composite tools may wait for each other. */
  static final int MAX_DEPTH = 8;

  private static final String PREFIX = NAME + ".";
  private static final String PARAMS = "params";

  private final Map<String, CompositeTool> tools;
  private final Supplier<ToolPrograms> programs;

  private CompositeBackend(Map<String, CompositeTool> tools, Supplier<ToolPrograms> programs) {
    this.tools = tools;
    this.programs = programs;
  }

  /** The configuration it is managed under. */
  public static BackendConfig config() {
    return BackendConfig.of(TRANSPORT).description("Programs over the other tools.");
  }

  @Override
  public CompletionStage<Void> start() {
    return Backend.done();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        tools.entrySet().stream().map(tool -> listed(tool.getKey(), tool.getValue())).toList());
  }

  private static BackendTool listed(String name, CompositeTool tool) {
    ToolAnnotations annotations =
        tool.readOnly()
            ? new ToolAnnotations(
                Optional.of(true), Optional.of(false), Optional.empty(), Optional.empty())
            : ToolAnnotations.none();
    return BackendTool.of(
            name, tool.description(), tool.inputSchema().orElseGet(CompositeBackend::anyParams))
        .withAnnotations(annotations)
        .withTags(List.of(TRANSPORT));
  }

  private static JsonNode anyParams() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema
        .putObject("properties")
        .putObject(PARAMS)
        .put("type", "object")
        .put("description", "The program receives it as params.");
    return schema;
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    CompositeTool tool = tools.get(call.tool());
    if (tool == null) {
      return CompletableFuture.completedFuture(
          ToolResult.error("there is no tool \"" + call.tool() + "\" any more"));
    }
    String key = PREFIX + call.tool();
    Optional<String> refusal = refusal(key, call.context().callers());
    return refusal.isPresent()
        ? CompletableFuture.failedFuture(new CallRefusedException(refusal.get()))
        : programs.get().run(key, tool, params(tool, call.arguments()), call);
  }

  private static Optional<String> refusal(String key, List<String> callers) {
    int first = callers.indexOf(key);
    if (first >= 0) {
      return Optional.of(
          "\""
              + key
              + "\" was not called, for it would wait for itself: "
              + String.join(" -> ", callers.subList(first, callers.size()))
              + " -> "
              + key
              + "; take one of these calls out");
    }
    long depth = callers.stream().filter(caller -> caller.startsWith(PREFIX)).count();
    return depth < MAX_DEPTH
        ? Optional.empty()
        : Optional.of(
            "\""
                + key
                + "\" was not called: "
                + MAX_DEPTH
                + " composite tools wait for each other already; call it from fewer");
  }

  private static RawJson params(CompositeTool tool, RawJson arguments) {
    if (tool.inputSchema().isPresent()) {
      return arguments;
    }
    JsonNode params = arguments.tree().path(PARAMS);
    return params.isObject() ? RawJson.of(params) : RawJson.emptyObject();
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    return Backend.done();
  }

  /** Provides the transport {@code composite}, to the gateway itself only. */
  public static final class Provider implements BackendProvider {
    private final Supplier<Map<String, CompositeTool>> tools;
    private final Supplier<ToolPrograms> programs;

    /** The tools are asked for at each start, the programs at the first call. */
    public Provider(Supplier<Map<String, CompositeTool>> tools, Supplier<ToolPrograms> programs) {
      this.tools = tools;
      this.programs = programs;
    }

    @Override
    public String name() {
      return TRANSPORT;
    }

    @Override
    public boolean isInline() {
      return true;
    }

    @Override
    public void validate(String backend, BackendConfig config) {
      if (!backend.equals(NAME)) {
        throw new ConfigException(
            "backends."
                + backend
                + ".transport: \"composite\" is no transport to configure; write the tools under"
                + " composite_tools");
      }
    }

    @Override
    public Backend create(BackendContext context) {
      return new CompositeBackend(tools.get(), programs);
    }
  }
}
