package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.testing.TestGateway;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A language that a plug-in brings, beside JavaScript and without it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class SecondLanguageTest {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}";

  private static final String READ = "CALL my_files.read {\"path\":\"a.txt\"}";

  @AutoClose private Gateway gateway;

  @BeforeAll
  void build() {
    gateway = ready(gateway());
  }

  private static GatewayBuilder gateway() {
    BackendConfig files =
        BackendConfig.inProcess()
            .tool("read", "Reads a file.", SCHEMA, it -> "text of " + it.path("path").asText());
    return Gateway.builder()
        .exclude("lua")
        .plugin(new CallLines())
        .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
        .backend("my-files", files)
        .backend("ADD", files)
        .compositeTool(
            "read_one", CompositeTool.of("Reads one.", "ADD 1 2\n" + READ).withLanguage("lines"))
        .compositeTool("none", CompositeTool.of("Cannot be.", READ).withLanguage("lua"))
        .compositeTool("usual", CompositeTool.of("Reads none.", "return 1 + 1"));
  }

  private static Gateway ready(GatewayBuilder builder) {
    Gateway made = TestGateway.ready(builder);

    return made;
  }

  private static ChainResult run(Gateway in, String code) {
    return in.run(ChainRequest.of(code).withLanguage("lines"));
  }

  private static SurfaceTool chain(Gateway in) {
    return in.surface().tools(Session.local()).stream()
        .filter(tool -> tool.name().equals("call_tool_chain"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void runsProgramsThatNameIt() {
    assertThat(run(gateway, "ADD 1 2").text()).isEqualTo("3");
    assertThat(run(gateway, "ADD 1 2\n" + READ).text()).isEqualTo("text of a.txt");
    assertThat(run(gateway, "CALL ADD_2.read {\"path\":\"b\"}").text()).isEqualTo("text of b");
  }

  @Test
  void runsBesideJavaScript() {
    assertThat(gateway.run("return 1 + (await ADD.read({path: 'b'})).length").text())
        .isEqualTo("10");
    assertThat(gateway.run(ChainRequest.of("1 + 1").withLanguage("javascript")).text())
        .isEqualTo("2");
    assertThat(gateway.tool("my-files.read").call()).isEqualTo("await my_files.read({path: '…'})");
    assertThat(gateway.run("ADD 1 2").text()).startsWith("syntax error: ");
  }

  @Test
  void runsCompositeTools() {
    assertThat(gateway.call("__composite.read_one", Map.of()).text()).isEqualTo("text of a.txt");
    assertThat(gateway.call("__composite.usual", Map.of()).text()).isEqualTo("2");
    assertThatThrownBy(() -> gateway.call("__composite.none", Map.of()))
        .hasMessage(
            "there is no language \"lua\" for programs; there is javascript, lines, typescript");
  }

  @Test
  void isAParameterOfTheMetaToolWhereItIsOneOfTwo() throws Exception {
    RawJson arguments = RawJson.parse("{\"code\":\"ADD 1 2\",\"language\":\"lines\"}");
    JsonNode language = chain(gateway).inputSchema().path("properties").path("language");

    assertThat(
            TestGateway.asked(gateway, Session.local(), "call_tool_chain", arguments).get().text())
        .isEqualTo("3");
    assertThat(language.path("enum")).hasToString("[\"typescript\",\"lines\"]");
    try (Gateway other = Gateway.builder().exclude("lua").build()) {
      assertThat(chain(other).inputSchema().path("properties").has("language")).isFalse();
      assertThat(chain(other).description()).isEqualTo(chain(gateway).description());
    }
  }

  @Test
  void saysWhichThereAre() {
    assertThat(gateway.run(ChainRequest.of("x").withLanguage("lua")).text())
        .isEqualTo(
            "there is no language \"lua\" for programs; there is javascript, lines, typescript");
  }

  @Test
  void helpsInItsOwnWords() {
    assertThat(run(gateway, "CALL my_files.raed {}").text())
        .contains("no tool my_files.raed", "\nhint: there is read");
  }

  @Test
  void isTheUsualOneWhereItIsTheOnlyOne() {
    try (Gateway only = ready(gateway().exclude("graaljs").exclude("v8"))) {
      assertThat(only.run("ADD 1 2").text()).isEqualTo("3");
      assertThat(only.tool("my-files.read").call())
          .isEqualTo("CALL my_files.read {\"path\":\"<string>\"}");
      assertThat(chain(only).description()).endsWith(" or lines: CALL b.t {\"q\":\"x\"}");
      assertThat(only.readResource("gatemini://call_tool_chain").text())
          .contains("A statement a line")
          .doesNotContain("One call as JavaScript writes it");
    }
  }

  @Test
  void hasAPartOfTheGuide() {
    assertThat(gateway.readResource("gatemini://call_tool_chain").text())
        .contains("One call as JavaScript writes it", "## Programs in lines", "A statement a line");
  }
}
