package io.gatemini.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ContentAnnotations;
import io.gatemini.Resource;
import io.gatemini.ResourceContent;
import io.gatemini.ResourceTemplate;
import io.gatemini.spi.Listening;
import io.gatemini.spi.Surface;

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
    Pager<Resource> pager = new Pager<>("resources", Resource::uri, ResourceMethods::describe);
    return RequestMethod.now((params, session) -> pager.page(surface.resources(session), params));
  }

  RequestMethod<?> listTemplates() {
    Pager<ResourceTemplate> pager =
        new Pager<>("resourceTemplates", ResourceTemplate::uriTemplate, ResourceMethods::describe);
    return RequestMethod.now(
        (params, session) -> pager.page(surface.resourceTemplates(session), params));
  }

  RequestMethod<?> read() {
    return new RequestMethod<>(
        (params, session) -> surface.readResource(session, params.text("uri", URI)),
        ResourceMethods::contents);
  }

  RequestMethod<?> subscribe() {
    return RequestMethod.done(params -> listening.subscribe(params.text("uri", URI)));
  }

  RequestMethod<?> unsubscribe() {
    return RequestMethod.done(params -> listening.unsubscribe(params.text("uri", URI)));
  }

  private static ObjectNode describe(Resource resource) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Members.put(json, "uri", resource.uri());
    return describe(
        json,
        resource.name(),
        resource.title(),
        resource.description(),
        resource.mimeType(),
        resource.annotations());
  }

  private static ObjectNode describe(ResourceTemplate template) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Members.put(json, "uriTemplate", template.uriTemplate());
    return describe(
        json,
        template.name(),
        template.title(),
        template.description(),
        template.mimeType(),
        template.annotations());
  }

  private static ObjectNode describe(
      ObjectNode json,
      String name,
      String title,
      String description,
      String mimeType,
      ContentAnnotations annotations) {
    Members.put(json, "name", name);
    Members.putUnlessEmpty(json, "title", title);
    Members.putUnlessEmpty(json, "description", description);
    Members.putUnlessEmpty(json, "mimeType", mimeType);
    if (!annotations.equals(ContentAnnotations.none())) {
      json.set("annotations", annotations.toJson());
    }
    return json;
  }

  private static ObjectNode contents(ResourceContent content) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode json = result.putArray("contents").addObject();
    Members.put(json, "uri", content.uri());
    Members.putUnlessEmpty(json, "mimeType", content.mimeType());
    Members.put(json, content.binary() ? "blob" : "text", content.text());
    return result;
  }
}
