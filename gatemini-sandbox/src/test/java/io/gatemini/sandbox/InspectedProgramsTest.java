package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.InspectionGuard;
import io.gatemini.testing.TestGateway;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The guard of the surface {@code servers} over programs. */
class InspectedProgramsTest {
  private final AtomicInteger calls = new AtomicInteger();

  @AutoClose
  private final Gateway gateway =
      Gateway.builder()
          .surface("servers")
          .inspectionGuard(InspectionGuard.ENFORCE)
          .backend(
              "data",
              BackendConfig.inProcess()
                  .tool("read", "Reads.", "{\"type\":\"object\"}", it -> calls.incrementAndGet()))
          .compositeTool(
              "twice",
              CompositeTool.of("Reads.", "return data.read():await() + data.read():await()")
                  .withLanguage("lua"))
          .build();

  private ToolResult call(String tool, String key, String value, String... more) {
    var arguments = JsonNodeFactory.instance.objectNode().put(key, value);
    for (int i = 0; i < more.length; i += 2) {
      arguments.put(more[i], more[i + 1]);
    }
    return TestGateway.ask(gateway, tool, RawJson.of(arguments));
  }

  @Test
  void refusesACallThatTheProgramCanCatch() {
    ToolResult refused =
        call("execute", "script", "return select(2, pcall(function() data.read():await() end))");

    assertThat(refused.text()).contains("not called", "\"data.read\"", "tool-details");
    assertThat(calls).hasValue(0);
  }

  @Test
  void doesNotHoldTheProgramOfACompositeTool() {
    call("tool-details", "luaServerName", "__composite", "luaToolName", "twice");

    ToolResult result = call("execute", "script", "return __composite.twice():await()");

    assertThat(result.isError()).as(result.text()).isFalse();
    assertThat(result.text()).contains("3");
    assertThat(calls).hasValue(2);
  }
}
