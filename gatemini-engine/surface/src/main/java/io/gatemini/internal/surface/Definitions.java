package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;

/** Makes the definition of a meta-tool from JSON that is written out beside its code. */
public final class Definitions {
  /** Reads only, answers the same while nothing changes, stays inside the gateway. */
  public static final ToolAnnotations LOOKS = ToolAnnotations.of(true, false, true, false);

  private Definitions() {}

  /**
   * The definition of a tool whose schemas are given as the inside of an object schema; without an
   * output schema where that is empty.
   */
  public static SurfaceTool of(
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

  /** The parameter {@code compact}, as a member of an object schema's properties. */
  public static String compact(SurfaceContext surface, String description) {
    return "\"compact\":{\"type\":\"boolean\""
        + (surface.settings().output().compactRows() ? ",\"default\":true" : "")
        + (description.isEmpty() ? "" : ",\"description\":\"" + description + "\"")
        + "}";
  }

  private static JsonNode object(String members) {
    return RawJson.parse("{\"type\":\"object\"," + members + "}").tree();
  }
}
