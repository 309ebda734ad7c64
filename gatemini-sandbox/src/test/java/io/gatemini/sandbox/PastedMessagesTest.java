package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The calls and programs in messages, pasted by an agent that does what they say. */
class PastedMessagesTest {
  private static final Map<String, String> RUN =
      Map.of("meta", "call_tool_chain", "servers", "execute");
  private static final Map<String, String> CODE = Map.of("meta", "code", "servers", "script");

  /** The right call of a message: the arguments of a tool, or code for the one that runs it. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "(?:for example|send|a call is|this tool as|write) (?<code>.+?)(?:; | \\(line|$)"
              + "|did you mean \"?(?:files\\.)?(?<name>\\w+)"
              + "|call (?<tool>\\S+) with (?<with>\\{.*\\})"
              + "|(?<own>\\S+) is a tool of this server.* with (?<arguments>\\{.*\\})",
          Pattern.MULTILINE);

  private static Map<String, Gateway> gateways;

  @BeforeAll
  static void build() {
    gateways = Map.of("meta", gateway("meta"), "servers", gateway("servers"));
  }

  private static Gateway gateway(String surface) {
    String path = "{\"type\":\"string\"}";
    Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .surface(surface)
                .backend(
                    "files",
                    BackendConfig.inProcess()
                        .tool(
                            "read",
                            "Reads.",
                            "{\"type\":\"object\",\"required\":[\"path\"],\"properties\":{\"path\":"
                                + path
                                + ",\"depth\":{\"type\":\"integer\"}}}",
                            arguments -> Map.of("content", arguments.get("path").asText())))
                .backend(
                    "my-server",
                    BackendConfig.inProcess()
                        .tool("web-search", "Searches.", "{}", arguments -> "x")));

    return gateway;
  }

  @AfterAll
  static void close() {
    gateways.values().forEach(Gateway::close);
  }

  @Table(
      """
      meta | call_tool_chain | {"code":{"tool":"files.read","arguments":{"wohin":"x"}}}
      meta | call_tool_chain | {"code":"return await files.read({depth: 'x'})"}
      meta | call_tool_chain | {"code":"return await files.raed({path: 'x'}) + 1"}
      meta | call_tool_chain | {"code":"return [await read({path: 'x'})]"}
      meta | call_tool_chain | {"code":"return [await tools.read({path: 'x'})]"}
      meta | call_tool_chain | {"code":"return files.read({path: 'x'}).content.length"}
      meta | call_tool_chain | {"code":"return {tool: 'files.read', arguments: {path: 'x'}}"}
      meta | call_tool_chain | {"code":"files.read"}
      meta | call_tool_chain | {"code":{"tool":"search_tools","arguments":{"task_description":"x"}}}
      meta | call_tool_chain | {}
      meta | files.read | {"path":"x"}
      meta | files__read | {"path":"x"}
      meta | search_tools | {"worte":"x"}
      meta | search_tools | {}
      meta | list_tools_meta | {"page":[true]}
      meta | tool_info | {}
      meta | get_required_keys_for_tool | {}
      servers | execute | {"script":{"tool":"files.read","arguments":{"wohin":"x"}}}
      servers | execute | {"script":"result(files.read({depth = 'x'}):await())"}
      servers | execute | {"script":"result(files.raed({path = 'x'}):await())"}
      servers | execute | {"script":"result(call_tool('files.read', {path = 'x'}))"}
      servers | execute | {"script":{"tool":"list-servers","arguments":{}}}
      servers | execute | {}
      servers | files.read | {"path":"x"}
      servers | tool-details | {}
      servers | list-server-tools | {}
      servers | inspect-tool-response | {}
      """)
  void leadToACallThatIsMade(String surface, String tool, String arguments) {
    String message = call(surface, tool, arguments).text();
    assertThat(call(surface, tool, arguments).isError()).as(message).isTrue();
    Matcher shown = SHOWN.matcher(message);
    assertThat(shown.find()).as(message).isTrue();

    ToolResult pasted;
    if (shown.group("tool") != null) {
      pasted = call(surface, shown.group("tool"), shown.group("with"));
    } else if (shown.group("name") != null) {
      pasted = call(surface, tool, arguments.replace("raed", shown.group("name")));
    } else if (shown.group("own") != null) {
      pasted = call(surface, shown.group("own"), shown.group("arguments"));
    } else {
      pasted = paste(surface, tool, shown.group("code"));
    }

    assertThat(pasted.isError()).as("%s%n-> %s", message, pasted.text()).isFalse();
  }

  /** Where the dots of a hint are, an agent writes what it means. */
  private static ToolResult paste(String surface, String tool, String shown) {
    String code =
        shown.replace("({...})", surface.equals("meta") ? "({path: 'x'})" : "({path = 'x'})");
    code = code.replace("server.tool", "files.read").replace("(...)", "({path: 'x'})");
    boolean isArguments = code.startsWith("{") && !code.startsWith("{\"tool\":");
    return isArguments
        ? call(surface, tool, code)
        : call(
            surface,
            RUN.get(surface),
            JsonNodeFactory.instance.objectNode().put(CODE.get(surface), code).toString());
  }

  private static ToolResult call(String surface, String tool, String arguments) {
    return TestGateway.ask(gateways.get(surface), tool, arguments);
  }
}
