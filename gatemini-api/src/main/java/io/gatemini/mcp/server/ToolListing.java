package io.gatemini.mcp.server;

import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.internal.mcp.SurfaceJson;

/** {@code tools/list}: the tools of the surface, whole, as it describes them at this moment. */
final class ToolListing {
  private final Surface surface;

  ToolListing(Surface surface) {
    this.surface = surface;
  }

  RequestMethod<?> list() {
    Pager<SurfaceTool> pager = new Pager<>("tools", SurfaceTool::name, SurfaceJson::tool);
    return RequestMethod.now((params, session) -> pager.page(surface.tools(session), params));
  }
}
