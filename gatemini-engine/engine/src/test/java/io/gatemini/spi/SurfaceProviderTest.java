package io.gatemini.spi;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.GatewayTool;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.spi.ToolSet.NextSteps;
import io.gatemini.spi.ToolSet.Tool;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.SurfaceContract;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another surface beside that of the seven tools. */
class SurfaceProviderTest {
  private static final Pattern OF_THE_SEVEN =
      Pattern.compile(
          "search_tools|list_tools_meta|tool_info|get_required_keys_for_tool|call_tool_chain"
              + "|register_manual");

  /** A surface of one tool, which makes one call. */
  private static final class OneTool implements SurfaceProvider {
    @Override
    public String name() {
      return "one-tool";
    }

    @Override
    public ToolSet create(JsonNode config, PluginContext context, SurfaceContext surface) {
      return new CallTool(surface.gateway());
    }
  }

  private record CallTool(Gateway gateway) implements ToolSet, Tool {
    private static final JsonNode SCHEMA =
        RawJson.parse("{\"type\":\"object\",\"required\":[\"tool\"],\"properties\":{\"tool\":{}}}")
            .tree();

    @Override
    public List<Tool> tools() {
      return List.of(this);
    }

    @Override
    public String instructions(CatalogSnapshot catalog) {
      return "Read gatemini://tools, then call one of " + catalog.tools().size() + ".";
    }

    @Override
    public NextSteps words() {
      return NextSteps.of("gatemini://tools", "gatemini://tool/{tool_name}", "call");
    }

    @Override
    public SurfaceTool definition() {
      return new SurfaceTool("call", "Call", "Calls a tool.", SCHEMA, null, ToolAnnotations.none());
    }

    @Override
    public CompletionStage<ToolResult> call(SurfaceCall call) {
      JsonNode given = call.arguments().tree();
      RawJson arguments =
          given.has("arguments") ? RawJson.of(given.get("arguments")) : RawJson.emptyObject();
      return gateway.callAsync(
          new ToolCall(given.path("tool").asText(), arguments, call.context()));
    }
  }

  @Nested
  class Contract extends SurfaceContract {
    @Override
    protected SurfaceProvider surface() {
      return new OneTool();
    }

    @Override
    protected SurfaceCall call() {
      return new SurfaceCall(
          "call", RawJson.ofValue(Map.of("tool", "files.read")), CallContext.local());
    }
  }

  private static GatewayBuilder builder() {
    return TestGateway.builder().plugin(new OneTool()).surface("one-tool");
  }

  private static Gateway greeting() {
    String schema = "{\"type\":\"object\",\"properties\":{\"who\":{\"type\":\"string\"}}}";
    return builder()
        .backend(
            "greet",
            BackendConfig.inProcess()
                .tool("hello", "Greets.", schema, it -> "Hello " + it.path("who").asText()))
        .build();
  }

  @Test
  void isWhatAnAgentIsShown() {
    try (Gateway gateway = TestGateway.ready(greeting())) {

      List<GatewayTool> tools = gateway.agentTools(Session.of("agent"));

      assertThat(tools).extracting(GatewayTool::name).containsExactly("call");
      assertThat(tools.get(0).call("{\"tool\":\"greet.hello\",\"arguments\":{\"who\":\"Ada\"}}"))
          .isEqualTo("Hello Ada");
      assertThat(gateway.stats(Session.of("agent")).toString()).contains("call");
      assertThat(gateway.plugins()).anyMatch(it -> it.kind().equals("surface"));
    }
  }

  @Test
  void isServedToClients() {
    try (ServedGateway served = ServedGateway.of(greeting())) {
      assertThat(served.initialize("2025-11-25").path("instructions").asText())
          .isEqualTo("Read gatemini://tools, then call one of 1.");
      assertThat(served.all("tools/list", "tools", "name")).containsExactly("call");
      assertThat(served.result("tools/list", "{}").at("/tools/0").has("outputSchema")).isFalse();
      assertThat(served.all("prompts/list", "prompts", "name")).containsExactly("backend_status");
      assertThat(
              ServedGateway.text(
                  served.call("call", "{\"tool\":\"hello\",\"arguments\":{\"who\":\"Bob\"}}")))
          .isEqualTo("Hello Bob");
    }
  }

  /** A surface whose code fails where the test says. */
  private record Failing(String where) implements SurfaceProvider, ToolSet, Tool {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public ToolSet create(JsonNode config, PluginContext context, SurfaceContext surface) {
      return this;
    }

    @Override
    public List<Tool> tools() {
      return List.of(this);
    }

    @Override
    public String instructions(CatalogSnapshot catalog) {
      return failing("instructions", "Call find.");
    }

    @Override
    public String overview() {
      return failing("overview", "");
    }

    @Override
    public List<Guide> guides() {
      return failing("guides", List.of());
    }

    @Override
    public NextSteps words() {
      return NextSteps.of("find", "find", "find");
    }

    @Override
    public SurfaceTool definition() {
      return new SurfaceTool(
          "find",
          "Find",
          "Finds.",
          failing("schema", CallTool.SCHEMA),
          null,
          ToolAnnotations.none());
    }

    @Override
    public SurfaceTool definition(CatalogSnapshot catalog) {
      return failing("list", definition());
    }

    @Override
    public CompletionStage<ToolResult> call(SurfaceCall call) {
      CompletionStage<ToolResult> answer = new CompletableFuture<>();
      return where.equals("later")
          ? CompletableFuture.failedFuture(new IllegalStateException("out of order"))
          : failing("call", answer);
    }

    @SuppressWarnings("NullAway") // the fault that it shows
    private <T> T failing(String part, T value) {
      return where.equals(part) ? null : value;
    }
  }

  private static Gateway failing(String where) {
    return TestGateway.builder().plugin(new Failing(where)).surface("failing").build();
  }

  @Values("list | instructions | overview | call | later")
  void isNamedWhereItsCodeFails(String where) {
    try (Gateway gateway = failing(where)) {
      String part =
          List.of("instructions", "overview").contains(where) ? "the " + where : "tool \"find\"";
      String problem =
          problem(
              () ->
                  switch (where) {
                    case "list" -> gateway.surface().tools(Session.local());
                    case "instructions" -> gateway.surface().instructions();
                    case "overview" -> gateway.readResource("gatemini://overview");
                    default -> gateway.agentTools(Session.local()).get(0).call("{}");
                  });

      assertThat(problem)
          .contains(
              part + " of surface \"failing\" (" + Failing.class.getName() + ") failed by a fault");
    }
  }

  @Test
  void isNamedWhereItsGuidesFail() {
    assertThrown(ConfigException.class, () -> failing("guides"))
        .hasMessageContaining(
            "plug-in \"failing\" (" + Failing.class.getName() + ") cannot be used");
  }

  @Test
  void isNotMadeOfAToolWithoutAnInputSchema() {
    assertThrown(ConfigException.class, () -> failing("schema"))
        .hasMessageContaining("plug-in \"failing\" (" + Failing.class.getName() + ")")
        .hasMessageContaining("tool \"find\" has no input schema");
  }

  @Test
  void isNamedWhereItIsNotThere() {
    assertThrown(ConfigException.class, () -> builder().surface("two-tools").build())
        .hasMessage("surface \"two-tools\" is not known; there is meta, one-tool, servers");
    assertThrown(ConfigException.class, () -> builder().surface("auto").build())
        .hasMessageEndingWith("(it comes with io.gatemini:gatemini-auto)");
  }

  /** Whatever the gateway says: another surface has none of the seven tools. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesNoToolThatIsNotThere(boolean withTools) {
    try (Gateway gateway = TestGateway.ready(withTools ? greeting() : builder().build())) {

      Session agent = Session.of("agent");
      List<String> said = new ArrayList<>();
      said.add(gateway.surface().instructions().orElseThrow());
      for (String[] call :
          List.of(
              new String[] {"greet.hello", "{}"},
              new String[] {"hello", "{}"},
              new String[] {"cal", "{}"},
              new String[] {"call", "{}"},
              new String[] {"call", "{\"tool\":\"greet.helo\"}"},
              new String[] {"call", "{\"tool\":\"greet.hello\",\"arguments\":{\"whom\":1}}"})) {
        RawJson arguments = RawJson.parse(call[1]);
        SurfaceCall made = new SurfaceCall(call[0], arguments, CallContext.of(agent));
        said.add(gateway.surface().call(made).toCompletableFuture().join().text());
      }
      for (Resource resource : gateway.resources()) {
        said.add(resource + gateway.readResource(resource.uri()).text());
      }
      for (ResourceTemplate template : gateway.resourceTemplates()) {
        said.add(template.toString());
        said.add(problem(() -> gateway.readResource(template.uriTemplate().replace("{", "x"))));
      }
      for (Prompt prompt : gateway.prompts()) {
        said.add(prompt + gateway.prompt(prompt.name(), Map.of()).messages().get(0).text());
      }
      said.add(problem(() -> gateway.prompt("discover", Map.of())));
      said.add(problem(() -> gateway.result("gone", agent)));
      said.add(problem(() -> gateway.tool("nothing")));
      said.add(problem(() -> gateway.deregisterAsync("greet", agent).join()));
      said.add(problem(() -> gateway.deregisterAsync("nothing", agent).join()));
      for (String program :
          List.of("greet.helo({})", "{\"name\":\"hello\"}", "{\"tool\":5}", "let it = 1")) {
        said.add(gateway.run(program).result().text());
      }

      assertThat(said).hasSizeGreaterThan(25).noneMatch(it -> OF_THE_SEVEN.matcher(it).find());
    }
  }

  private static String problem(Callable<?> work) {
    try {
      return "answered: " + work.call();
    } catch (GatewayException e) {
      return String.valueOf(e.getMessage());
    } catch (Exception e) {
      return e.toString();
    }
  }

  /** The names stand in the strings of their own package; a comment may name them. */
  @Values(
      """
      gatemini-api | gatemini-engine | gatemini-sandbox
      """)
  void noneOfTheSevenIsNamedOutsideTheirPackage(String module) throws IOException {
    Pattern comment = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$");
    try (Stream<Path> files = Files.walk(Path.of("../..", module))) {
      List<Path> naming = new ArrayList<>();
      for (Path file :
          files.filter(it -> it.toString().matches(".*/src/main/.*\\.java")).toList()) {
        String code = comment.matcher(Files.readString(file)).replaceAll("");
        if (!file.toString().contains("/surface/meta/") && OF_THE_SEVEN.matcher(code).find()) {
          naming.add(file);
        }
      }

      assertThat(naming).isEmpty();
    }
  }
}
