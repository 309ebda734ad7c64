package io.gatemini.internal.program.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.program.code.CallForms.Call;
import io.gatemini.internal.program.code.CallForms.KnownTools;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallFormsTest {
  private static final ToolDescriptor READ =
      new ToolDescriptor(
          "files.read",
          "files",
          BackendTool.of(
              "read",
              "Reads a file.",
              RawJson.parse(
                      "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},"
                          + "\"input\":{\"type\":\"object\"},\"name\":{\"type\":\"string\"}},"
                          + "\"required\":[\"path\"]}")
                  .tree()));

  private final TestCatalog catalog =
      TestCatalog.of(List.of(READ, TestCatalog.tool("web", "go", "Goes.")));
  private final KnownTools known =
      new KnownTools(catalog::resolve, Set.of("search_tools", "tool_info", "call_tool_chain"));

  /** The forms of the issue, of the protocol, of model interfaces, and what comes of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"files.read\",\"arguments\":{\"path\":\"a\"}}",
        "{\"tool_name\":\"files.read\",\"arguments\":{\"path\":\"a\"}}",
        "{\"tool\":\"files.read\",\"args\":{\"path\":\"a\"}}",
        "{\"tool\":\"files.read\",\"parameters\":{\"path\":\"a\"}}",
        "{\"tool\":\"files.read\",\"input\":{\"path\":\"a\"}}",
        "{\"tool\":\"files.read\",\"params\":{\"path\":\"a\"}}",
        "{\"tool\":\"files.read\",\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}",
        "{\"tool\":\"files.read\",\"path\":\"a\"}",
        "{\"tool\":\"files.read\",\"arguments\":{},\"path\":\"a\"}",
        "{\"server\":\"files\",\"tool\":\"read\",\"arguments\":{\"path\":\"a\"}}",
        "{\"backend\":\"files\",\"tool\":\"files.read\",\"args\":{\"path\":\"a\"}}",
        "{\"server_name\":\"files\",\"tool_name\":\"read\",\"input\":{\"path\":\"a\"}}",
        "{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"files.read\",\"input\":{\"path\":\"a\"}}",
        "{\"type\":\"function\",\"function\":{\"name\":\"files.read\","
            + "\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"files.read\",\"arguments\":{\"path\":\"a\"}}}",
        "{\"tool_calls\":[{\"name\":\"files.read\",\"arguments\":{\"path\":\"a\"}}]}",
        "{\"call\":{\"tool\":\"files.read\",\"args\":{\"path\":\"a\"}}}",
        "{\"files.read\":{\"path\":\"a\"}}",
        "[{\"tool\":\"files.read\",\"arguments\":{\"path\":\"a\"}}]",
        "{tool: 'files.read', arguments: {path: 'a'}}",
        "{tool: 'files.read', arguments: {path: 'a',},};",
        "\"{\\\"tool\\\":\\\"files.read\\\",\\\"args\\\":{\\\"path\\\":\\\"a\\\"}}\"",
        "`{\"tool\":\"files.read\",\"args\":{\"path\":\"a\"}}`",
        "callTool(\"files.read\", {path: 'a'})",
        "return await call_tool('files', 'read', {path: 'a'});",
        "const r = await client.callTool({name: 'files.read', arguments: {path: 'a'}}); return r;",
        "await files.callTool('read', {path: 'a'})",
        "use_mcp_tool('files', 'read', '{\"path\": \"a\"}')",
      })
  void readsACallOfOneTool(String code) {
    List<Call> calls = read(code).calls();

    assertThat(calls).hasSize(1);
    assertThat(calls.get(0).tool()).isEqualTo("files.read");
    assertThat(calls.get(0).arguments().tree()).isEqualTo(RawJson.parse("{\"path\":\"a\"}").tree());
  }

  @Test
  void readsAListInItsOrder() {
    String one = "{\"name\":\"web.go\"}";
    String two = "{\"tool\":\"files.read\",\"arguments\":{\"path\":\"a\"}}";

    assertThat(read("[" + one + "," + two + "]").calls())
        .extracting(Call::tool)
        .containsExactly("web.go", "files.read");
    assertThat(read(two + "\n" + one).calls())
        .extracting(Call::tool)
        .containsExactly("files.read", "web.go");
  }

  /** A parameter that is called like a member of a call is one, where the tool has it. */
  @Test
  void tellsParametersFromTheMembersOfACall() {
    assertThat(arguments("{\"tool\":\"files.read\",\"path\":\"a\",\"input\":{\"x\":1}}"))
        .isEqualTo("{\"path\":\"a\",\"input\":{\"x\":1}}");
    assertThat(arguments("{\"tool\":\"files.read\",\"path\":\"a\",\"name\":\"b\"}"))
        .isEqualTo("{\"path\":\"a\",\"name\":\"b\"}");
    assertThat(arguments("{\"tool\":\"files.read\",\"arguments\":{\"path\":\"a\"},\"id\":7}"))
        .isEqualTo("{\"path\":\"a\"}");
  }

  @Test
  void readsAProgramInsideTheArgumentsOfTheMetaTool() {
    assertThat(read("{\"code\":\"return 1\"}").code()).isEqualTo("return 1");
    assertThat(read("{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":\"return 1\"}}").code())
        .isEqualTo("return 1");
  }

  @Values(
      """
      {"tool":"files.read","arguments":[1]} | {"tool":"files.read","arguments":"a"}
      {"tool":"files.read","arguments":{"path":"a"},"args":{"path":"b"}} | "files.read"
      'files.read'
      """)
  void refusesWithTheRightCall(String code) {
    assertThat(read(code).fault())
        .contains("{\"tool\": \"files.read\", \"arguments\": {\"path\":\"<string>\"}}");
  }

  @Values(
      """
      {} | {"a":1} | {"name":"John","age":5} | [{"a":1}] | {"tool":5} | {"tool":{}}
      {"tool_calls":[]} | [{"name":"files.read"},{"code":"return 1"}] | [{"name":"files.read"},1]
      {"tool":"search_tools","arguments":{"task_description":"x"}}
      """)
  void refusesDataThatCallsNothing(String code) {
    CallForms form = read(code);

    assertThat(form.fault()).isNotNull();
    assertThat(form.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 + 1",
        "[1, 2]",
        "\"a text\"",
        "`${1 + 1}`",
        "return 1;",
        "{ await files.read({}) }",
        "{\"tool\":\"a\"",
        "const a = 1; return {tool: a}",
        "console.log(\"files.read\")",
        "tools.info(\"files.read\")",
        "other({a: 1})",
      })
  void leavesProgramsToTheEngine(String code) {
    assertThat(CallForms.read(code, known)).isNull();
  }

  @Test
  void refusesMoreCallsThanAnybodyWritesAndDeeperLists() {
    String call = "{\"tool\":\"files.read\"}";
    String many = "[" + (call + ",").repeat(100) + call + "]";

    assertThat(read(many).fault()).contains("100 at most");
    assertThat(read("[{\"calls\":" + many + "}]").fault()).contains("100 at most");
    assertThat(read("{\"calls\":[".repeat(500) + call + "]}".repeat(500)).fault()).isNotNull();
  }

  @Test
  void sendsAToolOfAgentsBackToThem() {
    assertThat(read("{\"tool\":\"search_tools\",\"arguments\":{\"limit\":3}}").fault())
        .isEqualTo(
            "search_tools is a tool of this server, not of a backend; call it by itself, with"
                + " {\"limit\":3}");
  }

  @Property
  void takesAnyText(@ForAll String code) {
    CallForms form = CallForms.read(code, known);

    assertThat(
            form == null || form.code() != null || form.fault() != null || !form.calls().isEmpty())
        .isTrue();
  }

  @Test
  void knowsACallThatAProgramReturned() {
    ObjectNode row =
        (ObjectNode) RawJson.parse("{\"tool\":\"files.read\",\"args\":{\"path\":\"a\"}}").tree();

    assertThat(CallForms.returned(RawJson.of(row), known))
        .contains("{\"tool\": \"files.read\", \"arguments\": {\"path\":\"a\"}}");
    assertThat(CallForms.returned(RawJson.of(row.put("description", "x")), known)).isEmpty();
    assertThat(CallForms.returned(RawJson.parse("[1,{\"name\":\"x\"}]"), known)).isEmpty();
  }

  private String arguments(String code) {
    return read(code).calls().get(0).arguments().toString();
  }

  private CallForms read(String code) {
    return Objects.requireNonNull(CallForms.read(code, known));
  }
}
