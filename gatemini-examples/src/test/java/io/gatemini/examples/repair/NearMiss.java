package io.gatemini.examples.repair;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.JavaScriptNames;
import java.util.function.BiFunction;

/** How models write a call that is nearly one of this gateway's. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
enum NearMiss {
  /** The protocol's own. */
  NAME_AND_ARGUMENTS((tool, args) -> object("name", tool.key()).set("arguments", args)),
  TOOL_NAME((tool, args) -> object("tool_name", tool.key()).set("arguments", args)),
  ARGS((tool, args) -> object("tool", tool.key()).set("args", args)),
  PARAMETERS((tool, args) -> object("tool", tool.key()).set("parameters", args)),
  INPUT((tool, args) -> object("tool", tool.key()).set("input", args)),
  PARAMS((tool, args) -> object("tool", tool.key()).set("params", args)),
  SERVER((tool, args) -> of("server", tool).set("arguments", args)),
  BACKEND((tool, args) -> of("backend", tool).set("args", args)),
  ARGUMENTS_IN_A_STRING(
      (tool, args) -> object("tool", tool.key()).put("arguments", args.toString())),
  ARGUMENTS_BESIDE((tool, args) -> object("tool", tool.key()).setAll(args)),
  TOOL_USE(
      (tool, args) ->
          object("type", "tool_use").put("id", "1").put("name", tool.key()).set("input", args)),
  FUNCTION(
      (tool, args) ->
          object("type", "function")
              .set("function", object("name", tool.key()).put("arguments", args.toString()))),
  REQUEST(
      (tool, args) ->
          object("method", "tools/call")
              .set("params", object("name", tool.key()).set("arguments", args))),
  CLIENT_NAME((tool, args) -> object("tool", client(tool)).set("arguments", args)),
  PROGRAM_NAME((tool, args) -> object("tool", written(tool)).set("arguments", args)),
  LIST((tool, args) -> "[" + object("tool", tool.key()).set("arguments", args) + "]"),
  LITERAL((tool, args) -> "{tool: '" + tool.key() + "', arguments: " + args + "}"),
  QUOTED(
      (tool, args) ->
          ""
              + JsonNodeFactory.instance.textNode(
                  object("name", tool.key()).set("input", args) + "")),
  FENCED_CALL(
      (tool, args) -> "```json\n" + object("tool", tool.key()).set("arguments", args) + "\n```"),
  FENCED_PROGRAM(
      (tool, args) ->
          "```typescript\nconst r = await " + written(tool) + "(" + args + ");\nreturn [r];\n```"),
  CLIENT_CALL((tool, args) -> "return await " + client(tool) + "(" + args + ");"),
  TOOLS_CALL((tool, args) -> "return await tools." + written(tool) + "(" + args + ");"),
  CALL_TOOL((tool, args) -> "return await callTool(\"" + tool.key() + "\", " + args + ");"),
  ORIGINAL_CALL((tool, args) -> "await " + tool.key() + "(" + args + ")"),
  CLIENT_PROGRAM(
      (tool, args) -> "const r = await " + client(tool) + "(" + args + ");\nreturn [r, 1];"),
  TOOLS_PROGRAM(
      (tool, args) -> "const r = await tools." + written(tool) + "(" + args + ");\nreturn [r, 1];"),
  CALL_TOOL_PROGRAM(
      (tool, args) ->
          "const r = await callTool(\"" + tool.key() + "\", " + args + ");\nreturn [r, 1];"),
  RETURNED_CALL(
      (tool, args) -> "return " + object("tool", tool.key()).set("arguments", args) + ";"),
  NO_RETURN((tool, args) -> "const r = await " + written(tool) + "(" + args + ");\nr"),
  MAIN(
      (tool, args) ->
          "async function main() {\n  return await "
              + written(tool)
              + "("
              + args
              + ");\n}\nmain();"),
  PROMISE_INSIDE((tool, args) -> "return {r: " + written(tool) + "(" + args + ")};"),
  PROMISE_MEMBER((tool, args) -> "return " + written(tool) + "(" + args + ").content.length;"),
  NAME_ALONE((tool, args) -> written(tool)),
  NAME_QUOTED((tool, args) -> "\"" + tool.key() + "\""),
  LABELS((tool, args) -> "tool: \"" + tool.key() + "\"\narguments: " + args),
  MISSPELT(
      (tool, args) ->
          object("tool", tool.key().substring(0, tool.key().length() - 1)).set("arguments", args));

  private final BiFunction<ToolDescriptor, ObjectNode, Object> writer;

  NearMiss(BiFunction<ToolDescriptor, ObjectNode, Object> writer) {
    this.writer = writer;
  }

  /** The code that is sent. */
  String code(ToolDescriptor tool, ObjectNode arguments) {
    return writer.apply(tool, arguments.deepCopy()).toString();
  }

  private static ObjectNode object(String member, String value) {
    return JsonNodeFactory.instance.objectNode().put(member, value);
  }

  private static ObjectNode of(String server, ToolDescriptor tool) {
    return object(server, tool.backend()).put("tool", tool.originalName());
  }

  private static String written(ToolDescriptor tool) {
    return JavaScriptNames.RULES.identifier(tool.namespace())
        + "."
        + JavaScriptNames.RULES.identifier(tool.originalName());
  }

  private static String client(ToolDescriptor tool) {
    return "mcp__" + written(tool).replace(".", "__");
  }
}
