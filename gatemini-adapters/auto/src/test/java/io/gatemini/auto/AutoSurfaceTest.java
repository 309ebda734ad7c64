package io.gatemini.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Listening;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A catalog that fits is listed; a larger one is behind the seven tools. */
class AutoSurfaceTest {
  private static final String PATH =
      "{\"type\":\"object\",\"required\":[\"path\"],\"properties\":{\"path\":{\"type\":\"string\"}}}";

  private static BackendConfig tools(int count) {
    BackendConfig config = BackendConfig.inProcess();
    for (int i = 0; i < count; i++) {
      config =
          config.tool(
              "read" + i, "Reads a file.", PATH, args -> "read " + args.path("path").asText());
    }
    return config;
  }

  private static GatewayBuilder auto(ObjectNode settings) {
    return Gateway.builder().surface("auto").pluginConfig("auto", settings);
  }

  private static ObjectNode most(int tools) {
    return JsonNodeFactory.instance.objectNode().put("max_tools", tools);
  }

  private static List<String> listed(Gateway gateway) {
    return listed(gateway, Session.of("client"));
  }

  private static List<String> listed(Gateway gateway, Session session) {
    return gateway.surface().tools(session).stream().map(SurfaceTool::name).toList();
  }

  private static Gateway ready(GatewayBuilder builder) {
    return TestGateway.ready(builder);
  }

  @Test
  void aSmallCatalogIsListedBesidePrograms() {
    try (Gateway gateway = ready(auto(most(40)).backend("files", tools(2)))) {
      assertThat(listed(gateway))
          .containsExactly(
              "files__read0",
              "files__read1",
              "search_tools",
              "tool_info",
              "call_tool_chain",
              "register_manual",
              "deregister_manual");
      assertThat(gateway.surface().instructions().orElseThrow())
          .startsWith("All 2 tools of the backends are listed here")
          .contains("files__read0 is ", "files.read0(", "call_tool_chain")
          .doesNotContain("{count}", "{run}", "{language}", "{name}", "{call}", "{stored}");
      assertThat(gateway.surface().tools(Session.of("client")).get(4).description())
          .startsWith("Runs many tools in one call. code is ");
      SurfaceTool tool = gateway.surface().tools(Session.of("client")).get(0);
      assertThat(tool.inputSchema().at("/required/0").asText()).isEqualTo("path");
      assertThat(tool.meta().path("anthropic/alwaysLoad").asBoolean()).isTrue();
    }
  }

  @Test
  void listedToolsAreCalledAndRefusedUnderTheirNames() {
    try (Gateway gateway = ready(auto(most(40)).backend("files", tools(2)))) {
      ToolResult answer = TestGateway.ask(gateway, "files__read1", "{\"path\":\"a.txt\"}");
      ToolResult refused = TestGateway.ask(gateway, "files__read1", "{}");
      ToolResult near = TestGateway.ask(gateway, "files__read9", "{\"path\":\"a.txt\"}");
      ToolResult dotted = TestGateway.ask(gateway, "files.read1", "{\"path\":\"a.txt\"}");

      assertThat(answer.text()).isEqualTo("read a.txt");
      assertThat(refused.isError()).isTrue();
      assertThat(refused.text()).startsWith("files__read1: ").contains("path");
      assertThat(near.text()).contains("files__read0");
      assertThat(dotted.text()).contains("call_tool_chain with {\"tool\": \"files.read1\"");
    }
  }

  @Test
  void theSevenCanBeCalledWhateverIsListed() {
    try (Gateway gateway = ready(auto(most(40)).backend("files", tools(2)))) {
      assertThat(TestGateway.ask(gateway, "tool_info", "{\"tool_name\":\"files.read0\"}").isError())
          .isFalse();
      assertThat(gateway.surface().hasTool("tool_info")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {41, 10_000})
  void aLargeCatalogIsBehindTheSeven(int count) {
    try (Gateway gateway = ready(auto(most(40)).backend("files", tools(count)))) {
      assertThat(listed(gateway)).hasSize(7).contains("search_tools", "tool_info");
      assertThat(gateway.surface().instructions().orElseThrow()).startsWith("The seven tools here");
    }
  }

  @Test
  void longDefinitionsAreTooManyTokens() {
    BackendConfig wordy =
        BackendConfig.inProcess().tool("say", "word ".repeat(9_000), PATH, args -> "said");
    try (Gateway gateway = ready(auto(most(40)).backend("talk", wordy))) {
      assertThat(listed(gateway)).hasSize(7);
    }
  }

  @Test
  void aCatalogOfNothingIsTheSeven() {
    try (Gateway gateway = ready(auto(most(40)))) {
      assertThat(listed(gateway)).hasSize(7);
      assertThat(gateway.surface().instructions().orElseThrow())
          .contains("listed beside those of this server", "The seven tools here");
    }
  }

  @Test
  void theChoiceChangesWithAMarginAndIsAnnounced() throws Exception {
    try (Gateway gateway = ready(auto(most(10)).backend("files", tools(8)))) {
      List<Integer> sizes = new ArrayList<>(List.of(listed(gateway).size()));
      for (String step : List.of("+a", "+b", "+c", "-c", "-b", "-a")) {
        CountDownLatch announced = new CountDownLatch(1);
        SurfaceListener listener =
            new SurfaceListener() {
              @Override
              public void toolsChanged() {
                announced.countDown();
              }
            };
        Listening listening = gateway.surface().listen(Session.of("client"), listener);
        if (step.startsWith("+")) {
          gateway.register(step.substring(1), tools(1));
        } else {
          gateway.deregister(step.substring(1));
        }
        int before = sizes.get(sizes.size() - 1);
        sizes.add(listed(gateway).size());
        boolean changes = before != sizes.get(sizes.size() - 1);
        assertThat(!changes || announced.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
            .isTrue();
        listening.close();
      }

      assertThat(sizes).containsExactly(13, 14, 15, 7, 7, 7, 13);
    }
  }

  @Test
  void theRegistrationsOfAgentsDoNotCount() {
    Session agent = Session.of("agent").withPrincipal("agent");
    try (Gateway gateway =
        ready(
            auto(most(3))
                .registrationPolicy(RegistrationPolicy.open())
                .backend("files", tools(3)))) {
      List<String> before = listed(gateway, agent);
      Patience.join(gateway.registerAsync("own", tools(5), agent));

      assertThat(listed(gateway, agent)).isEqualTo(before).contains("files__read2");
      assertThat(listed(gateway)).isEqualTo(before);
      assertThat(
              TestGateway.ask(
                      gateway,
                      agent,
                      "call_tool_chain",
                      "{\"code\":\"{\\\"tool\\\":\\\"own.read4\\\",\\\"arguments\\\":{\\\"path\\\":\\\"b\\\"}}\"}")
                  .text())
          .isEqualTo("read b");
    }
  }

  @Test
  void answersAreBoundedAndKept() {
    BackendConfig large =
        BackendConfig.inProcess()
            .tool("dump", "Dumps all.", "{\"type\":\"object\"}", args -> "line\n".repeat(100_000));
    try (Gateway gateway = ready(auto(most(40)).backend("log", large))) {
      ToolResult answer = TestGateway.ask(gateway, "log__dump", "{}");

      assertThat(answer.text().length()).isLessThan(200_000);
      assertThat(answer.text()).contains("gatemini://result/");
    }
  }

  @Test
  void namesOfAnyScriptAndToolsWithoutDescriptionsAreListed() {
    BackendConfig hard =
        BackendConfig.inProcess()
            .tool("退款", "", "{\"type\":\"object\"}", args -> "ok")
            .tool("x".repeat(100), "退还发票的款项", "{\"type\":\"object\"}", args -> "ok");
    try (Gateway gateway = ready(auto(most(40)).backend("账单", hard))) {
      List<SurfaceTool> tools = gateway.surface().tools(Session.of("client")).subList(0, 2);

      for (SurfaceTool tool : tools) {
        assertThat(tool.name()).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(tool.description()).isNotBlank();
        assertThat(TestGateway.ask(gateway, tool.name(), "{}").text()).isEqualTo("ok");
      }
      assertThat(gateway.surface().instructions().orElseThrow().getBytes(StandardCharsets.UTF_8))
          .hasSizeLessThan(2_048);
    }
  }

  @Test
  void hintsAreSwitchedOff() {
    ObjectNode off = most(40).put("host_hints", false);
    try (Gateway gateway = ready(auto(off).backend("files", tools(1)))) {
      assertThat(gateway.surface().tools(Session.of("client")))
          .allSatisfy(tool -> assertThat(tool.meta().isMissingNode()).isTrue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"many\"", "-1", "4.5"})
  void aBudgetThatIsNoneIsRefused(String value) throws Exception {
    ObjectNode settings = JsonNodeFactory.instance.objectNode();
    settings.set("max_tokens", RawJson.parse(value).tree());

    assertThatThrownBy(() -> auto(settings).build().close())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("max_tokens");
  }
}
