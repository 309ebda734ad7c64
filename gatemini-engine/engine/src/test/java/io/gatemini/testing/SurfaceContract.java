package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Prompt;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.Guide;
import io.gatemini.spi.ToolSet.NextSteps;
import io.gatemini.spi.ToolSet.Tool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link SurfaceProvider} and its {@link ToolSet}; a test of one extends
 * this. The gateway behind the surface has one tool, {@code files.read}, which answers with the
 * word {@code done}.
 */
public abstract class SurfaceContract {
  private static final int PATIENCE_SECONDS = 60;

  /** The names of tools that MCP allows (specification 2025-11-25, tool names). */
  private static final Pattern TOOL_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Every session pays for each character of the instructions. */
  private static final int MAX_INSTRUCTIONS_LENGTH = 4_000;

  /** Words of a text that look like names of tools or parameters. */
  private static final Pattern SNAKE_CASE = Pattern.compile("\\b[a-z]+(_[a-z]+)+\\b");

  /** An address, or a template of one with variables that occur only there. */
  private static final Pattern ADDRESS = Pattern.compile("\\b[a-z]+://[^\\s`]*");

  private Made made;
  @AutoClose private Gateway gateway;

  /** The surface to hold to the contract. */
  protected abstract SurfaceProvider surface();

  /** A call of one of its tools that succeeds. */
  protected abstract SurfaceCall call();

  @BeforeEach
  void open() {
    made = new Made(surface());
    gateway =
        Gateway.builder()
            .discover(false)
            .plugin(made)
            .surface(made.name())
            .backend(
                "files",
                BackendConfig.inProcess()
                    .tool("read", "Reads a file.", "{\"type\":\"object\"}", arguments -> "done"))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
  }

  @Test
  void namesEachToolOnceAndLegally() {
    List<String> names = names(listed());

    assertThat(names)
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allMatch(name -> TOOL_NAME.matcher(name).matches());
    assertThat(names(listed())).isEqualTo(names);
    assertThat(gateway.surface().tools(Session.local()))
        .extracting(SurfaceTool::name)
        .isEqualTo(names);
  }

  @Test
  void describesEachToolByObjectSchemas() {
    for (SurfaceTool tool : shown()) {
      assertThat(tool.title()).as("title of %s", tool.name()).isNotBlank();
      assertThat(tool.description()).as("description of %s", tool.name()).isNotBlank();
      JsonNode schema = tool.inputSchema();
      assertThat(schema.path("type").asText()).as(tool.name()).isEqualTo("object");
      for (JsonNode required : schema.path("required")) {
        assertThat(schema.path("properties").has(required.asText())).as("%s", required).isTrue();
      }
      if (!tool.outputSchema().isMissingNode()) {
        assertThat(tool.outputSchema().path("type").asText()).as(tool.name()).isEqualTo("object");
      }
    }
  }

  @Test
  void keepsItsInstructionsShortForAnyCatalog() {
    TestCatalog many =
        TestCatalog.of(
            IntStream.range(0, 500).mapToObj(i -> "backend-" + i + ".tool").toArray(String[]::new));

    for (TestCatalog catalog : List.of(TestCatalog.empty(), many)) {
      String text = made.set().instructions(catalog);

      assertThat(text.length()).isLessThanOrEqualTo(MAX_INSTRUCTIONS_LENGTH);
      assertThat(StandardCharsets.UTF_16.newEncoder().canEncode(text)).isTrue();
      assertThat(made.set().instructions(catalog)).isEqualTo(text);
    }
  }

  /** A step is the name of a tool, or words that cannot be one. */
  @Test
  void namesNextStepsThatThereAre() {
    NextSteps words = made.set().words();

    assertThat(names(listed())).contains(words.run());
    for (String step : steps(words)) {
      assertThat(step).isNotBlank().hasSizeLessThanOrEqualTo(200).doesNotContain("\n");
      if (TOOL_NAME.matcher(step).matches()) {
        assertThat(names(listed())).contains(step);
      }
    }
  }

  /** Whatever a text writes in snake case is a tool, a parameter, a prompt or a field. */
  @Test
  void speaksOfNothingThatIsNotThere() {
    Set<String> known = new TreeSet<>();
    for (SurfaceTool tool : shown()) {
      known.add(tool.name());
      addProperties(tool.inputSchema(), known);
      addProperties(tool.outputSchema(), known);
    }
    gateway.prompts().forEach(prompt -> known.add(prompt.name()));
    List<String> texts = new ArrayList<>(steps(made.set().words()));
    texts.add(made.set().instructions(gateway.catalog()));
    texts.add(made.set().overview());
    shown().forEach(tool -> texts.add(tool.description()));

    for (String text : texts) {
      assertThat(
              SNAKE_CASE
                  .matcher(ADDRESS.matcher(text).replaceAll(""))
                  .results()
                  .map(MatchResult::group))
          .as(text)
          .isSubsetOf(known);
    }
  }

  @Test
  void hasGuidesAndPromptsUnderOneNameEach() {
    assertThat(made.set().guides())
        .allMatch(guide -> TOPIC.matcher(guide.topic()).matches() && !guide.text().isBlank())
        .extracting(Guide::topic)
        .doesNotHaveDuplicates();
    assertThat(made.set().prompts())
        .flatExtracting(source -> source.prompts(Session.local()))
        .extracting(Prompt::name)
        .doesNotHaveDuplicates();
  }

  @Test
  void answersACall() throws Exception {
    assertThat(answer(call()).isError()).isFalse();
  }

  @Test
  void answersEverySession() throws Exception {
    SurfaceCall call = call();
    Session session = Session.of("nobody has connected it");
    SurfaceCall made = new SurfaceCall(call.tool(), call.arguments(), CallContext.of(session));

    assertThat(answer(made).isError()).isFalse();
    gateway.surface().disconnected(session);
    assertThat(answer(made).isError()).isFalse();
  }

  @Test
  void answersArgumentsThatAreNoObjectWithAnError() throws Exception {
    for (SurfaceTool tool : shown()) {
      for (String arguments : List.of("[]", "[1", "\"text\"", "5", "{\"", "")) {
        assertThat(answer(tool, arguments).isError()).as(tool.name() + arguments).isTrue();
      }
    }
  }

  @Test
  void answersMissingArgumentsWithAnErrorThatNamesOne() throws Exception {
    for (SurfaceTool tool : shown()) {
      List<String> required = new ArrayList<>();
      tool.inputSchema().path("required").forEach(name -> required.add(name.asText()));
      if (!required.isEmpty()) {
        ToolResult result = answer(tool, "{}");

        assertThat(result.isError()).as(tool.name()).isTrue();
        assertThat(required).as(result.text()).anyMatch(result.text()::contains);
      }
    }
  }

  @Test
  void answersArgumentsOfAnyTypeWithoutAThrow() throws Exception {
    for (SurfaceTool tool : shown()) {
      for (Map.Entry<String, JsonNode> parameter :
          tool.inputSchema().path("properties").properties()) {
        for (String value :
            List.of("null", "{\"\\u0000\":[[]]}", "[\"\"]", "-1e400", "\"\\ud800\"")) {
          String name = RawJson.ofValue(parameter.getKey()).toString();
          String arguments = "{" + name + ":" + value + "}";

          answer(tool, arguments);
          refuse(tool.name(), arguments);
        }
      }
    }
  }

  @Test
  void answersAToolThatItHasNotWithAnError() throws Exception {
    assertThat(gateway.surface().hasTool("no_such_tool")).isFalse();
    for (String name : List.of("no_such_tool", "", "files.read")) {
      ToolResult result = answer(new SurfaceCall(name, RawJson.emptyObject(), CallContext.local()));

      assertThat(result.isError()).as(name).isTrue();
      assertThat(names(listed())).as(result.text()).anyMatch(result.text()::contains);
    }
  }

  private ToolResult answer(SurfaceTool tool, String arguments) throws Exception {
    return answer(
        new SurfaceCall(
            tool.name(),
            RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8)),
            CallContext.local()));
  }

  private ToolResult answer(SurfaceCall call) throws Exception {
    ToolResult result =
        gateway.surface().call(call).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(result.text())
        .as("the answer of %s to %s", call.tool(), call.arguments())
        .isNotBlank()
        .doesNotContain("Exception", "by a fault of its own");
    return result;
  }

  /** The tool itself, without what the gateway does around it, knows no other failure. */
  private void refuse(String name, String arguments) throws Exception {
    Tool tool =
        listed().stream()
            .filter(it -> it.definition().name().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      tool.call(new SurfaceCall(name, RawJson.parse(arguments), CallContext.local()))
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (GatewayException e) {
      assertThat(e.getMessage()).isNotBlank();
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(GatewayException.class);
    }
  }

  private List<SurfaceTool> shown() {
    return gateway.surface().tools(Session.local());
  }

  private List<Tool> listed() {
    return made.set().tools(gateway.catalog());
  }

  private static List<String> names(List<Tool> tools) {
    return tools.stream().map(tool -> tool.definition().name()).toList();
  }

  private static List<String> steps(NextSteps words) {
    return Stream.concat(
            Stream.of(
                words.find(), words.list(), words.look(), words.types(), words.run(), words.all()),
            Stream.concat(words.register().stream(), words.inspect().stream()))
        .toList();
  }

  private static void addProperties(JsonNode schema, Set<String> names) {
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    schema.elements().forEachRemaining(part -> addProperties(part, names));
  }

  /** A surface that is looked at beside the gateway it was made for. */
  private static final class Made implements SurfaceProvider {
    private final SurfaceProvider provider;
    private volatile @Nullable ToolSet set;

    Made(SurfaceProvider provider) {
      this.provider = provider;
    }

    ToolSet set() {
      return Objects.requireNonNull(set, "the gateway has made no surface");
    }

    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public ToolSet create(JsonNode config, PluginContext context, SurfaceContext surface) {
      ToolSet tools = provider.create(config, context, surface);
      set = tools;
      return tools;
    }
  }
}
