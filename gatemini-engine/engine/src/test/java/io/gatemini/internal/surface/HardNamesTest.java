package io.gatemini.internal.surface;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gatemini.BackendStatus;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.GivenTemplates;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backends and tools with names that are no identifiers, the whole way. */
class HardNamesTest {
  private static final String ANY = "{\"type\":\"object\"}";

  private final FixtureGateway context = new FixtureGateway(CatalogFixture.of(1));
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .backend("Google Maps", tools("find route", "v1.geo/code"))
              .backend("io.github.x/y", tools("get"))
              .backend("50% off", tools("100%"))
              .backend("🦊🌍", tools("🔍 look"))
              .backend("כלים", tools("חפש קובץ").namespace("hebrew"))
              .backend("أدوات", tools("ابحث").namespace("arabic"))
              .alias("route", "Google_Maps.find route"));

  private static BackendConfig tools(String... names) {
    BackendConfig config = BackendConfig.inProcess();
    for (String name : names) {
      config = config.tool(name, "Does " + name + ".", ANY, arguments -> name + " " + arguments);
    }
    return config;
  }

  @AfterEach
  void close() {
    gateway.close();
    context.close();
  }

  @Test
  void areListed() {
    assertThat(gateway.backends())
        .extracting(BackendStatus::name, BackendStatus::namespace)
        .containsExactlyInAnyOrder(
            tuple("Google Maps", "Google_Maps"),
            tuple("io.github.x/y", "io_github_x_y"),
            tuple("50% off", "50_off"),
            tuple("🦊🌍", "backend_1ibrukm"),
            tuple("כלים", "hebrew"),
            tuple("أدوات", "arabic"));
    assertThat(gateway.catalog().tools())
        .extracting(ToolDescriptor::key)
        .containsExactly(
            "50_off.100%",
            "Google_Maps.find route",
            "Google_Maps.v1.geo/code",
            "arabic.ابحث",
            "backend_1ibrukm.🔍 look",
            "hebrew.חפש קובץ",
            "io_github_x_y.get");
    assertThat(ask("list_tools_meta", "{}")).contains("Google_Maps.v1.geo/code", "🔍 look");
    assertThat(gateway.surface().instructions().orElseThrow())
        .contains("Google Maps (2)", "כלים (1)");
  }

  @ParameterizedTest
  @CsvSource({
    "Google Maps, Google_Maps.find route, Google_Maps.find_route",
    "Google Maps, Google_Maps.v1.geo/code, Google_Maps.v1_geo_code",
    "io.github.x/y, io_github_x_y.get, io_github_x_y.get",
    "50% off, 50_off.100%, _50_off._100_",
    "🦊🌍, backend_1ibrukm.🔍 look, backend_1ibrukm.__look",
    "כלים, hebrew.חפש קובץ, hebrew.________",
    "أدوات, arabic.ابحث, arabic.____",
  })
  void areFoundShownAndCalled(String backend, String key, String expression) {
    String name = key.substring(key.indexOf('.') + 1);

    assertThat(gateway.tool(key).call()).startsWith("await " + expression + "(");
    assertThat(gateway.search(SearchRequest.of(key)).get(0).key()).isEqualTo(key);
    assertThat(gateway.search(SearchRequest.of(key)).get(0).backend()).isEqualTo(backend);
    assertThat(gateway.typescript(backend))
        .contains("declare const " + expression.substring(0, expression.indexOf('.')));
    assertThat(gateway.call(ToolCall.of(key, RawJson.parse("{\"a\":1}"))).text())
        .isEqualTo(name + " {\"a\":1}");
    assertThat(run(RawJson.ofValue(Map.of("tool", key, "arguments", Map.of("a", 1))).toString()))
        .isEqualTo(name + " {\"a\":1}");
    assertThat(run("await " + expression + "({a: 1})")).isEqualTo(name + " {\"a\":1}");
    assertThat(gateway.backendConfig(backend)).isPresent();
  }

  @Test
  void haveAliasesAndNearMatches() {
    assertThat(gateway.call(ToolCall.of("route", RawJson.parse("{}"))).text())
        .isEqualTo("find route {}");
    assertThrown(UnknownToolException.class, () -> gateway.tool("Google Maps.find rout"))
        .hasMessageContaining("did you mean \"Google_Maps.find route\"");
  }

  @ParameterizedTest
  @CsvSource({
    "backend_name, goo, Google Maps",
    "backend_name, maps, Google Maps",
    "backend_name, 50%, 50% off",
    "backend_name, כל, כלים",
    "backend_name, أد, أدوات",
    "backend_name, 🦊, 🦊🌍",
    "backend_name, io.github.x/, io.github.x/y",
    "backend_name, Gogle Maps, Google Maps",
    "tool_name, find, Google_Maps.find route",
    "tool_name, geo/, Google_Maps.v1.geo/code",
    "tool_name, חפש, hebrew.חפש קובץ",
    "tool_name, ابح, arabic.ابحث",
    "tool_name, 🔍, backend_1ibrukm.🔍 look",
    "tool_name, 100%, 50_off.100%",
  })
  void areCompleted(String variable, String written, String expected) {
    Completions completions =
        new Completions(
            gateway,
            GivenTemplates.over(gateway, context),
            Prompts.of(gateway, context, GivenSurface.tools(context), List.of()),
            context);
    String template = variable.equals("tool_name") ? GivenTemplates.TOOL : GivenTemplates.BACKEND;

    List<String> values =
        completions
            .complete(
                new CompletionRequest(
                    Session.local(), Kind.RESOURCE, template, variable, written, Map.of()))
            .toCompletableFuture()
            .join()
            .values();

    assertThat(values).first().isEqualTo(expected);
  }

  @Test
  void areNotForAgents() {
    assertThat(
            ask(
                "register_manual",
                "{\"manual_call_template\":{\"name\":\"Google Maps\",\"command\":\"x\"}}"))
        .contains("1 to 64 letters, digits");
  }

  private String run(String code) {
    return gateway.run(ChainRequest.of(code)).result().text();
  }

  private String ask(String tool, String arguments) {
    return TestGateway.ask(gateway, tool, arguments).text();
  }
}
