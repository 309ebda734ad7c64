package io.gatemini.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Prompt;
import io.gatemini.PromptArgument;
import io.gatemini.PromptContent;
import io.gatemini.PromptMessage;
import io.gatemini.spi.Surface;

/** Lists the prompts of the surface and gets them. */
final class PromptMethods {
  private final Surface surface;

  PromptMethods(Surface surface) {
    this.surface = surface;
  }

  RequestMethod<?> list() {
    Pager<Prompt> pager = new Pager<>("prompts", Prompt::name, PromptMethods::describe);
    return RequestMethod.now((params, session) -> pager.page(surface.prompts(session), params));
  }

  RequestMethod<?> get() {
    return new RequestMethod<>(
        (params, session) ->
            surface.prompt(
                session,
                params.text("name", "the name of a prompt"),
                params.texts("arguments", "the arguments of the prompt by name")),
        PromptMethods::messages);
  }

  private static ObjectNode describe(Prompt prompt) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    describe(json, prompt.name(), prompt.title(), prompt.description());
    if (!prompt.arguments().isEmpty()) {
      ArrayNode arguments = json.putArray("arguments");
      for (PromptArgument argument : prompt.arguments()) {
        ObjectNode one = arguments.addObject();
        describe(one, argument.name(), argument.title(), argument.description());
        one.put("required", argument.required());
      }
    }
    return json;
  }

  private static void describe(ObjectNode json, String name, String title, String description) {
    Members.put(json, "name", name);
    Members.putUnlessEmpty(json, "title", title);
    Members.putUnlessEmpty(json, "description", description);
  }

  private static ObjectNode messages(PromptContent content) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    Members.putUnlessEmpty(result, "description", content.description());
    ArrayNode messages = result.putArray("messages");
    for (PromptMessage message : content.messages()) {
      ObjectNode json = messages.addObject().put("role", message.role().label());
      Members.put(json.putObject("content").put("type", "text"), "text", message.text());
    }
    return result;
  }
}
