package io.gatemini.sandbox;

import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.testing.TestGateway;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The process for programs is there before the first of them, once an agent looks for tools. */
@EnabledOnOs(OS.LINUX)
class PreparedWorkerTest {
  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "meta    | search_tools      | {\"task_description\": \"echo\"}",
        "meta    | tool_info         | {\"tool_name\": \"a.t\"}",
        "servers | list-servers      | {}",
        "servers | list-server-tools | {\"luaServerName\": \"a\"}"
      })
  void startsAtALookThroughASurface(String surface, String tool, String arguments) {
    Set<Long> before = children();
    try (Gateway gateway =
        TestGateway.builder()
            .discover(true)
            .surface(surface)
            .sandbox(sandbox -> sandbox.engine(Engine.V8).isolation(Isolation.PROCESS))
            .backend("a", BackendConfig.inProcess().tool("t", "T.", "{}", given -> given))
            .build()) {
      TestGateway.ask(gateway, tool, arguments);

      await().until(() -> !before.containsAll(children()));
    }
  }
}
