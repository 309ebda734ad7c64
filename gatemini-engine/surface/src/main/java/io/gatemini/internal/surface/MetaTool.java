package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet.Tool;
import java.util.concurrent.CompletableFuture;

/** A tool whose {@link Arguments} are checked against its input schema. */
public interface MetaTool extends Tool {
  /** Reads only, answers the same while nothing changes, stays inside the gateway. */
  ToolAnnotations LOOKS = ToolAnnotations.of(true, false, true, false);

  /** Arguments that are valid, as JSON; error messages show them. */
  String example();

  @Override
  CompletableFuture<ToolResult> call(SurfaceCall call);

  /**
   * The definition of a tool, from JSON that is written out beside its code: its schemas are given
   * as the inside of an object schema. It has no output schema where that is empty.
   */
  static SurfaceTool definition(
      String name,
      String title,
      String description,
      String input,
      String output,
      ToolAnnotations annotations) {
    return new SurfaceTool(
        name,
        title,
        description.strip().replace('\n', ' '),
        object(input),
        output.isEmpty() ? MissingNode.getInstance() : object(output),
        annotations);
  }

  /** The definition of a tool, from the file of its name beside its class. */
  static SurfaceTool definition(Class<?> owner, String name, ToolAnnotations annotations) {
    JsonNode tool = RawJson.parse(Texts.of(owner, name + ".json")).tree();
    return new SurfaceTool(
        name,
        tool.path("title").asText(),
        tool.path("description").asText(),
        tool.path("inputSchema"),
        tool.path("outputSchema"),
        annotations);
  }

  /** The parameter {@code compact}, as a member of an object schema's properties. */
  static String compact(SurfaceContext surface, String description) {
    return "\"compact\":{\"type\":\"boolean\""
        + (surface.settings().output().compactRows() ? ",\"default\":true" : "")
        + (description.isEmpty() ? "" : ",\"description\":\"" + description + "\"")
        + "}";
  }

  private static JsonNode object(String members) {
    return RawJson.parse("{\"type\":\"object\"," + members + "}").tree();
  }
}
