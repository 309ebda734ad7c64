package io.gatemini.mcp.server;

import io.gatemini.Surface;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.mcp.SurfaceJson;
import io.gatemini.spi.Listening;

/** Lists and reads the resources of the surface, and subscribes to them. */
final class ResourceMethods {
  private static final String URI = "the address of a resource";

  private final Surface surface;
  private final Listening listening;

  ResourceMethods(Surface surface, Listening listening) {
    this.surface = surface;
    this.listening = listening;
  }

  RequestMethod<?> list() {
    Pager<Resource> pager = new Pager<>("resources", Resource::uri, SurfaceJson::resource);
    return RequestMethod.now((params, session) -> pager.page(surface.resources(session), params));
  }

  RequestMethod<?> listTemplates() {
    Pager<ResourceTemplate> pager =
        new Pager<>(
            "resourceTemplates", ResourceTemplate::uriTemplate, SurfaceJson::resourceTemplate);
    return RequestMethod.now(
        (params, session) -> pager.page(surface.resourceTemplates(session), params));
  }

  RequestMethod<?> read() {
    return new RequestMethod<>(
        (params, session) -> surface.readResource(session, params.text("uri", URI)),
        SurfaceJson::readResourceResult);
  }

  RequestMethod<?> subscribe() {
    return RequestMethod.done(params -> listening.subscribe(params.text("uri", URI)));
  }

  RequestMethod<?> unsubscribe() {
    return RequestMethod.done(params -> listening.unsubscribe(params.text("uri", URI)));
  }
}
