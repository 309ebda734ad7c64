package io.gatemini.mcp.server;

import io.gatemini.Surface;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.peer.SurfaceJson;

/** Lists and reads the resources of the surface, and subscribes to them. */
record ResourceMethods(Surface surface) {
  private static final String URI = "the address of a resource";

  RequestMethod<?> list() {
    Pager<Resource> pager = new Pager<>("resources", Resource::uri, SurfaceJson::resource);
    return RequestMethod.now(
        (params, client) -> pager.page(surface.resources(client.session()), params));
  }

  RequestMethod<?> listTemplates() {
    Pager<ResourceTemplate> pager =
        new Pager<>(
            "resourceTemplates", ResourceTemplate::uriTemplate, SurfaceJson::resourceTemplate);
    return RequestMethod.now(
        (params, client) -> pager.page(surface.resourceTemplates(client.session()), params));
  }

  RequestMethod<?> read() {
    return new RequestMethod<>(
        (params, client) -> surface.readResource(client.session(), uri(params)),
        SurfaceJson::readResourceResult);
  }

  RequestMethod<?> subscribe() {
    return RequestMethod.done((params, client) -> client.listening().subscribe(uri(params)));
  }

  RequestMethod<?> unsubscribe() {
    return RequestMethod.done((params, client) -> client.listening().unsubscribe(uri(params)));
  }

  static String uri(Params params) {
    return params.text("uri", URI);
  }
}
