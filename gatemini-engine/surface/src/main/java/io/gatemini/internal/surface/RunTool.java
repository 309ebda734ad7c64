package io.gatemini.internal.surface;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainRequest.Options;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool of a surface that runs one tool of a backend, or a program over many. Thread-safe. */
public final class RunTool implements MetaTool {
  private static final int MAX_OUTPUT_BYTES = 100_000_000;

  private static final String INPUT = Texts.of(RunTool.class, "run_tool.json");

  private static final String RUNS = "The only way to run backend tools. ";
  private static final String READS = "Runs backend tools that only read; refuses others. ";
  private static final String CALL = " is a JSON call {\"tool\":\"b.t\",\"arguments\":{...}} or ";

  private static final Map<String, Mode> MODES =
      Map.of("run", Mode.RUN, "read_only", Mode.READ_ONLY, "plan", Mode.PLAN);

  private static final List<String> CALLED = List.of("tool", "tool_name", "name");

  private final Gateway gateway;
  private final SurfaceContext surface;
  private final Form form;
  private volatile Described described;

  /** The definition while these settings are in force. */
  private record Described(
      GatewaySettings settings, SurfaceTool tool, long maxTimeoutMillis, int maxOutputBytes) {}

  /**
   * How a surface calls the tool.
   *
   * @param name the name of the tool
   * @param code the name of the parameter with the program
   * @param language the language of programs that state none, where it is there
   * @param structured whether an answer that is a JSON object has it as structured content, too
   * @param mode of a program that states none; with {@code READ_ONLY} none can state {@code RUN}
   */
  public record Form(
      String name, String code, Optional<String> language, boolean structured, Mode mode) {}

  /** The tool of a surface. */
  public RunTool(SurfaceContext surface, Form form) {
    this.gateway = surface.gateway();
    this.surface = surface;
    this.form = form;
    this.described = describe();
  }

  /** The language of programs that state none. */
  private ScriptLanguage language() {
    return languageOf(surface, form);
  }

  /** The language of programs that state none. */
  public static ScriptLanguage languageOf(SurfaceContext surface, Form form) {
    List<ScriptLanguage> languages = surface.languages();
    return languages.stream()
        .filter(language -> form.language().filter(language.name()::equals).isPresent())
        .findFirst()
        .orElse(languages.get(0));
  }

  private Described describe() {
    GatewaySettings settings = surface.settings();
    long timeoutMillis = millis(settings.chainTimeout());
    long maxTimeoutMillis = Math.max(millis(maxTimeout(settings)), timeoutMillis);
    int maxOutputBytes = Math.max(MAX_OUTPUT_BYTES, settings.output().maxOutputSize());
    String input =
        INPUT.formatted(
            form.code(),
            maxTimeoutMillis,
            timeoutMillis,
            maxOutputBytes,
            settings.output().maxOutputSize(),
            choice(surface.languages()),
            form.code());
    boolean reads = form.mode() == Mode.READ_ONLY;
    SurfaceTool tool =
        MetaTool.definition(
            form.name(),
            reads ? "Read with tools" : "Run tools",
            (reads ? READS : RUNS) + form.code() + CALL + language().brief(),
            reads ? input.replace("\"run\",", "") : input,
            "",
            ToolAnnotations.of(reads, !reads, false, true));
    return new Described(settings, tool, maxTimeoutMillis, maxOutputBytes);
  }

  /** With one language only, the parameter is left out. */
  private static String choice(List<ScriptLanguage> languages) {
    return languages.size() < 2
        ? ""
        : languages.stream()
            .map(language -> JsonText.quoted(language.name()))
            .collect(
                Collectors.joining(",", ",\n\"language\":{\"type\":\"string\",\"enum\":[", "]}"));
  }

  /** The timeout of the most patient of the configured backends. */
  private static Duration maxTimeout(GatewaySettings settings) {
    return settings.backends().values().stream()
        .map(BackendConfig::maxTimeout)
        .max(Comparator.naturalOrder())
        .filter(longest -> longest.compareTo(BackendConfig.DEFAULT_MAX_TIMEOUT) > 0)
        .orElse(BackendConfig.DEFAULT_MAX_TIMEOUT);
  }

  private static long millis(Duration duration) {
    return Math.max(1, Math.min(duration.toMillis(), Integer.MAX_VALUE));
  }

  private Described described() {
    Described known = described;
    if (!known.settings().equals(surface.settings())) {
      known = describe();
      described = known;
    }
    return known;
  }

  @Override
  public SurfaceTool definition() {
    return described().tool();
  }

  @Override
  public boolean runsPrograms() {
    return true;
  }

  @Override
  public String example() {
    return "{\""
        + form.code()
        + "\": \"{\\\"tool\\\": \\\"files.read\\\", \\\"arguments\\\": {\\\"path\\\": \\\"notes.txt\\\"}}\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    ChainRequest request = streamed(call);
    return ResultFuture.of(
        gateway.runAsync(request != null ? request : checked(call)),
        form.structured() && described().settings().output().structuredContent()
            ? RunTool::structured
            : ChainResult::result);
  }

  /** Whether a text is all there is, a console behind it aside. */
  private static boolean isText(ToolResult result, String text, int blocks) {
    List<JsonNode> content = result.content();
    return content.size() == blocks && text.equals(content.get(0).path("text").textValue());
  }

  /** The answer with its value, where that is an object and the text is nothing else. */
  private static ToolResult structured(ChainResult answer) {
    ToolResult result = answer.result();
    String value = answer.json().toString();
    boolean isObject =
        value.startsWith("{")
            && answer.reductions().isEmpty()
            && !result.isError()
            && !result.hasStructuredContent()
            && isText(result, value, answer.logs().isEmpty() ? 1 : 2);
    if (!isObject) {
      return result;
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    tree.set("structuredContent", answer.value());
    return ToolResult.of(RawJson.of(tree));
  }

  /**
   * The request in one pass over the text, without a tree: this is the hot path. Gives up at
   * whatever is out of the ordinary; {@link #checked} then says what is wrong, if anything is.
   */
  private @Nullable ChainRequest streamed(SurfaceCall call) {
    String code = "";
    Optional<Duration> timeout = Optional.empty();
    OptionalInt outputBytes = OptionalInt.empty();
    OptionalInt outputTokens = OptionalInt.empty();
    Optional<String> intent = Optional.empty();
    Optional<String> language = Optional.empty();
    Mode mode = form.mode();
    try (JsonParser parser = call.arguments().parser()) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals(form.code()) && value == JsonToken.VALUE_STRING) {
          code = parser.getText();
        } else if (name.equals(form.code()) && value.isStructStart()) {
          // Some clients parse whatever looks like JSON; a call is meant.
          code = RawJson.of(JsonValues.read(parser)).toString();
        } else if (name.equals("intent") && value == JsonToken.VALUE_STRING) {
          intent = Optional.of(parser.getText());
        } else if (name.equals("language") && value == JsonToken.VALUE_STRING) {
          language = Optional.of(parser.getText());
        } else if (name.equals("timeout") && isWithin(parser, described().maxTimeoutMillis())) {
          timeout = Optional.of(Duration.ofMillis(parser.getIntValue()));
        } else if (name.equals("max_output_size")
            && isWithin(parser, described().maxOutputBytes())) {
          outputBytes = OptionalInt.of(parser.getIntValue());
        } else if (name.equals("max_output_tokens") && isWithin(parser, Integer.MAX_VALUE)) {
          outputTokens = OptionalInt.of(parser.getIntValue());
        } else if (name.equals("mode")
            && form.mode() == Mode.RUN
            && MODES.containsKey(parser.getText())) {
          mode = MODES.getOrDefault(parser.getText(), mode);
        } else {
          return null;
        }
      }
    } catch (IOException e) {
      return null;
    }
    return code.isBlank()
        ? null
        : new ChainRequest(
            code,
            language.or(this::ownLanguage),
            new Options(mode, outputBytes, outputTokens, intent),
            within(call.context(), timeout));
  }

  private Optional<String> ownLanguage() {
    return form.language().filter(language().name()::equals);
  }

  private static boolean isWithin(JsonParser parser, long max) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getLongValue() >= 1
        && parser.getLongValue() <= max;
  }

  private ChainRequest checked(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, withCode(call.arguments()));
    String code = arguments.string(form.code());
    if (code.isBlank()) {
      throw Arguments.refuse(this, "\"" + form.code() + "\" is empty");
    }
    return new ChainRequest(
        code,
        arguments.optionalString("language").or(this::ownLanguage),
        new Options(
            MODES.getOrDefault(arguments.string("mode"), form.mode()),
            bound(arguments, "max_output_size"),
            bound(arguments, "max_output_tokens"),
            arguments.optionalString("intent")),
        within(call.context(), arguments.optionalInteger("timeout").map(Duration::ofMillis)));
  }

  /** {@code {"tool": "a.b", "arguments": {...}}} beside the parameters is meant as the code. */
  private RawJson withCode(RawJson arguments) {
    if (!(Arguments.tree(this, arguments) instanceof ObjectNode given)
        || !given.path(form.code()).asText().isBlank()
        || CALLED.stream().noneMatch(given::has)) {
      return arguments;
    }
    JsonNode parameters = definition().inputSchema().path("properties");
    ObjectNode own = given.deepCopy();
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    given.properties().stream()
        .filter(member -> !parameters.has(member.getKey()))
        .forEach(member -> call.set(member.getKey(), own.remove(member.getKey())));
    return RawJson.of(own.put(form.code(), call.toString()));
  }

  /** The context with the shorter of its own timeout and the one that the program has. */
  private static CallContext within(CallContext context, Optional<Duration> timeout) {
    Optional<Duration> waits = context.timeout();
    boolean isLonger =
        timeout.isEmpty() || waits.filter(own -> own.compareTo(timeout.get()) < 0).isPresent();
    return isLonger ? context : context.withTimeout(timeout);
  }

  private static OptionalInt bound(Arguments arguments, String name) {
    return arguments.optionalInteger(name).map(OptionalInt::of).orElse(OptionalInt.empty());
  }
}
