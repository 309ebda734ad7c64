package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrewarmTest {
  private final JavaPrograms programs = new JavaPrograms();

  private Gateway gateway(boolean prewarm) {
    return TestGateway.builder()
        .plugin(programs)
        .sandbox(sandbox -> sandbox.prewarm(prewarm))
        .backend("a", BackendConfig.inProcess().tool("t", "T.", "{}", arguments -> "x"))
        .build();
  }

  private static void call(Gateway gateway, String tool, String arguments) {
    TestGateway.ask(gateway, tool, arguments);
  }

  private static void look(Gateway gateway) {
    call(gateway, "tool_info", "{\"tool_name\":\"a.t\"}");
  }

  @Test
  void getsTheEngineReadyAtTheFirstSearchOrLookAndOnce() throws Exception {
    try (Gateway gateway = gateway(true)) {
      assertThat(programs.created.getCount()).isEqualTo(1);

      call(gateway, "search_tools", "{\"task_description\":\"t\"}");
      look(gateway);
      look(gateway);

      assertThat(programs.warmed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
      assertThat(programs.warmed.tryAcquire()).isFalse();
    }
  }

  /** Each way in which a client of a surface searches. */
  @ParameterizedTest
  @ValueSource(strings = {"tool", "any", "prompt"})
  void getsTheEngineReadyAtASearch(String kind) throws Exception {
    try (Gateway gateway = gateway(true)) {
      if (kind.equals("prompt")) {
        gateway.prompt("find_tool", Map.of("task", "t"));
      } else {
        call(gateway, "search_tools", "{\"task_description\":\"t\",\"kind\":\"" + kind + "\"}");
      }

      assertThat(programs.warmed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /**
   * Each way in which a client looks at single servers, whose programs are Lua where it is there.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "list-servers {}",
        "list-server-tools {\"luaServerName\":\"a\"}",
        "tool-details {\"luaServerName\":\"a\",\"luaToolName\":\"t\"}"
      })
  void getsTheEngineOfTheSurfaceReady(String call) throws Exception {
    JavaPrograms lua = new JavaPrograms("lua");
    try (Gateway gateway =
        TestGateway.builder()
            .surface("servers")
            .plugin(programs)
            .plugin(lua)
            .backend("a", BackendConfig.inProcess().tool("t", "T.", "{}", arguments -> "x"))
            .build()) {
      call(gateway, call.substring(0, call.indexOf(' ')), call.substring(call.indexOf(' ') + 1));

      assertThat(lua.warmed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
      assertThat(programs.created.getCount()).isEqualTo(1);
    }
  }

  @Test
  void getsTheEngineReadyAfterTheFirstUseOfHandedOutTools() throws Exception {
    try (Gateway gateway =
        TestGateway.builder()
            .plugin(programs)
            .backend("a", BackendConfig.inProcess().tool("t", "T.", "{}", arguments -> "x"))
            .build()) {
      var tools = gateway.agentTools(Session.local());
      var again = gateway.agentTools(Session.local());
      assertThat(again).hasSameSizeAs(tools);
      assertThat(programs.created.getCount()).isEqualTo(1);

      tools.stream()
          .filter(tool -> tool.name().equals("search_tools"))
          .forEach(tool -> tool.call("{\"task_description\":\"t\"}"));

      assertThat(programs.warmed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void waitsUntilTheGatewayIsQuiet() throws Exception {
    try (Gateway gateway = gateway(true)) {
      look(gateway);
      long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      long longestPause = 0;
      for (long last = System.nanoTime(); last < end; ) {
        gateway.search("t");
        long now = System.nanoTime();
        longestPause = Math.max(longestPause, now - last);
        last = now;
      }

      // A machine that stalls is quiet, too.
      if (longestPause < Duration.ofMillis(200).toNanos()) {
        assertThat(programs.warmed.availablePermits()).isZero();
      }
      assertThat(programs.warmed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void leavesTheEngineAloneOtherwise() {
    try (Gateway gateway = gateway(true)) {
      call(gateway, "call_tool_chain", "{\"code\":\"await a.t()\"}");
      call(gateway, "get_required_keys_for_tool", "{\"tool_name\":\"a.t\"}");
      call(gateway, "list_tools_meta", "{}");
      gateway.search("t");
    }
    try (Gateway gateway = gateway(false)) {
      look(gateway);
      look(gateway);
      gateway.agentTools(Session.local());
      gateway.search("t");
    }
    try (Gateway gateway = gateway(true)) {
      gateway.agentTools(Session.local());
    }

    assertThat(programs.created.getCount()).isEqualTo(1);
  }
}
