package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A host that has left the jars of GraalJS out: the seven tools teach the language there is. */
class LuaAloneTest {
  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(new LuaProvider())
          .backend(
              "data",
              BackendConfig.inProcess()
                  .tool("read", "Reads.", "{\"type\":\"object\"}", it -> Map.of("v", 1)))
          .build();

  private ToolResult run(String code, String... language) {
    var arguments = JsonNodeFactory.instance.objectNode().put("code", code);
    for (String name : language) {
      arguments.put("language", name);
    }
    return TestGateway.ask(gateway, "call_tool_chain", RawJson.of(arguments));
  }

  @Test
  void teachesLua() {
    assertThat(gateway.instructions())
        .contains("Lua: result(backend.tool({...}):await())")
        .doesNotContain("TypeScript", "await backend");
    assertThat(gateway.surface().tools(CallContext.local().session()))
        .filteredOn(tool -> tool.name().equals("call_tool_chain"))
        .singleElement()
        .satisfies(
            tool -> assertThat(tool.description()).contains("Lua 5.4").doesNotContain("Type"));
    assertThat(run("return data.read():await().v + 1").text()).isEqualTo("2");
    assertThat(run("result(data.read({}):await())").text()).isEqualTo("{\"v\":1}");
  }

  @Test
  void saysWhichLanguagesThereAre() {
    assertThat(run("return 1", "typescript").text())
        .contains("there is no language \"typescript\"", "there is lua");
  }
}
