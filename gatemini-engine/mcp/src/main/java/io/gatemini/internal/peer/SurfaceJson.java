package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Surface.Completion;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.PromptMessage;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.text.ForeignText;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The values of a surface as the protocol's schema writes them; a member that says nothing is left
 * out. Stateless.
 */
public final class SurfaceJson {
  private SurfaceJson() {}

  /** A text, which may come from anywhere, as a member that is always there. */
  public static ObjectNode put(ObjectNode json, String name, String text) {
    return json.put(name, ForeignText.wellFormed(text));
  }

  /** The same, left out when it says nothing. */
  public static ObjectNode putUnlessEmpty(ObjectNode json, String name, String text) {
    return text.isEmpty() ? json : put(json, name, text);
  }

  /** A {@code Tool}. */
  public static ObjectNode tool(SurfaceTool tool) {
    ObjectNode json = named(tool.name(), tool.title(), "");
    put(json, "description", tool.description());
    json.set("inputSchema", tool.inputSchema());
    setUnlessEmpty(json, "outputSchema", tool.outputSchema());
    setUnlessEmpty(json, "annotations", tool.annotations().toJson());
    return setUnlessEmpty(json, "_meta", tool.meta());
  }

  /** A {@code Resource}. */
  public static ObjectNode resource(Resource resource) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, "uri", resource.uri());
    json.setAll(named(resource.name(), resource.title(), resource.description()));
    return content(json, resource.mimeType(), resource.annotations());
  }

  /** A {@code ResourceTemplate}. */
  public static ObjectNode resourceTemplate(ResourceTemplate template) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, "uriTemplate", template.uriTemplate());
    json.setAll(named(template.name(), template.title(), template.description()));
    return content(json, template.mimeType(), template.annotations());
  }

  /** A {@code ReadResourceResult}. */
  public static ObjectNode readResourceResult(ResourceContent content) {
    if (content.result().isPresent()) {
      return (ObjectNode) content.result().get().tree();
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode json = result.putArray("contents").addObject();
    put(json, "uri", content.uri());
    putUnlessEmpty(json, "mimeType", content.mimeType());
    put(json, content.binary() ? "blob" : "text", content.text());
    return result;
  }

  /** A {@code Prompt}. */
  public static ObjectNode prompt(Prompt prompt) {
    ObjectNode json = named(prompt.name(), prompt.title(), prompt.description());
    if (!prompt.arguments().isEmpty()) {
      ArrayNode arguments = json.putArray("arguments");
      for (PromptArgument argument : prompt.arguments()) {
        arguments.add(
            named(argument.name(), argument.title(), argument.description())
                .put("required", argument.required()));
      }
    }
    return json;
  }

  /** A {@code GetPromptResult}. */
  public static ObjectNode getPromptResult(PromptContent content) {
    if (content.result().isPresent()) {
      return (ObjectNode) content.result().get().tree();
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    putUnlessEmpty(result, "description", content.description());
    ArrayNode messages = result.putArray("messages");
    for (PromptMessage message : content.messages()) {
      ObjectNode json = messages.addObject().put("role", message.role().label());
      put(json.putObject("content").put("type", "text"), "text", message.text());
    }
    return result;
  }

  /** A {@code CompleteResult}. */
  public static ObjectNode completeResult(Completion completion) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode json = result.putObject("completion");
    ArrayNode values = json.putArray("values");
    completion.values().forEach(value -> values.add(ForeignText.wellFormed(value)));
    if (completion.total() < Integer.MAX_VALUE) {
      json.put("total", completion.total());
    }
    json.put("hasMore", completion.hasMore());
    return result;
  }

  /** The parameters of a {@code ProgressNotification}, without its token. */
  public static ObjectNode progress(
      double progress, OptionalDouble total, Optional<String> message) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    number(params, "progress", progress);
    total.ifPresent(value -> number(params, "total", value));
    message.ifPresent(text -> put(params, "message", text));
    return params;
  }

  /** Whole numbers are written as such. */
  private static void number(ObjectNode params, String name, double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      params.put(name, (long) value);
    } else {
      params.put(name, value);
    }
  }

  private static ObjectNode named(String name, String title, String description) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, "name", name);
    putUnlessEmpty(json, "title", title);
    return putUnlessEmpty(json, "description", description);
  }

  private static ObjectNode content(
      ObjectNode json, String mimeType, ContentAnnotations annotations) {
    putUnlessEmpty(json, "mimeType", mimeType);
    return setUnlessEmpty(json, "annotations", annotations.toJson());
  }

  private static ObjectNode setUnlessEmpty(ObjectNode json, String name, JsonNode value) {
    return value.isEmpty() ? json : json.set(name, value);
  }
}
