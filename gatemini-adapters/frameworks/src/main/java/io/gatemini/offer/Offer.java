package io.gatemini.offer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tools for the next request of a model. Immutable.
 *
 * @param tools in the order of the request: first those that the conversation was given before,
 *     byte for byte as then, so that a provider's cache of the request's beginning holds; then new
 *     ones, best first. Empty if nothing fits
 * @param added how many of them are new
 * @param leftOut what would fit as well, with the reason
 */
public record Offer(List<OfferedDefinition> tools, int added, List<LeftOut> leftOut) {
  /**
   * A tool that was left out.
   *
   * @param tool its key
   * @param reason for a log
   */
  public record LeftOut(String tool, String reason) {}

  public Offer {
    tools = List.copyOf(tools);
    leftOut = List.copyOf(leftOut);
  }

  /** Those of the tools that are new. */
  public List<OfferedDefinition> newTools() {
    return tools.subList(tools.size() - added, tools.size());
  }

  /** The estimated tokens of all definitions. */
  public long tokens() {
    return tools.stream().mapToLong(OfferedDefinition::tokens).sum();
  }

  /** Why these tools: a line each, for a log. */
  public String explain() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < tools.size(); i++) {
      String when = i < tools.size() - added ? "given before" : "added";
      lines.add(tools.get(i).key() + ": " + when + ", " + tools.get(i).tokens() + " tokens");
    }
    leftOut.forEach(left -> lines.add(left.tool() + ": left out, " + left.reason()));
    return String.join("\n", lines);
  }

  /** The member {@code tools} of a request to Anthropic's Messages API. */
  public ArrayNode anthropic() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    tools.forEach(tool -> json.add(tool.named().set("input_schema", tool.schema())));
    return json;
  }

  /**
   * The same with {@code defer_loading}, for a request with Anthropic's tool search: definitions
   * that are part of the request and not of its context before a {@code tool_reference} names them.
   */
  public ArrayNode anthropicDeferred() {
    ArrayNode json = anthropic();
    json.forEach(tool -> ((ObjectNode) tool).put("defer_loading", true));
    return json;
  }

  /** The blocks by which the result of a client's own tool search loads the new tools. */
  public ArrayNode anthropicReferences() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (OfferedDefinition tool : newTools()) {
      json.addObject().put("type", "tool_reference").put("tool_name", tool.name());
    }
    return json;
  }

  /** The member {@code tools} of a request to OpenAI's Responses API. */
  public ArrayNode openAi() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    tools.forEach(tool -> json.add(function(tool)));
    return json;
  }

  /**
   * The output of a client's {@code tool_search_call} of OpenAI's Responses API: the new tools in a
   * namespace for each backend.
   */
  public ArrayNode openAiFound() {
    Map<String, ArrayNode> namespaces = new LinkedHashMap<>();
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (OfferedDefinition tool : newTools()) {
      namespaces
          .computeIfAbsent(
              tool.backend(),
              backend ->
                  json.addObject()
                      .put("type", "namespace")
                      .put("name", tool.namespace())
                      .put("description", "Tools of " + backend + ".")
                      .putArray("tools"))
          .add(function(tool).put("defer_loading", true));
    }
    return json;
  }

  private static ObjectNode function(OfferedDefinition tool) {
    ObjectNode function = JsonNodeFactory.instance.objectNode().put("type", "function");
    function.setAll(tool.named());
    function.set("parameters", tool.schema());
    return function.put("strict", false);
  }
}
