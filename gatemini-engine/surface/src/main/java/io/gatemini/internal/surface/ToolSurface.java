package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.Icon;
import io.gatemini.Surface.ServerInfo;
import io.gatemini.ToolResult;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.state.ListedTools;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.surface.host.SurfaceFault;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.Resources;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.Tool;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A surface over a gateway: the tools of a {@link ToolSet}, and what all surfaces have in common.
 *
 * <p>Thread-safe; starts no thread.
 */
public final class ToolSurface implements Surface {
  /** A gate with two doors, one of them open, in the colour of the name's second half. */
  private static final String ICON = Texts.of(ToolSurface.class, "icon.svg");

  private static final ServerInfo GATEMINI =
      new ServerInfo("gatemini", "Gatemini", version(), Optional.empty(), List.of(icon()));

  /**
   * The name under which calls of unknown tools are counted; the names are the clients' own, and
   * many.
   */
  static final String UNKNOWN_TOOL = "(unknown tool)";

  /** Longer arguments are known to the one who wrote them. */
  private static final int MAX_REPEATED_BYTES = 1_000;

  private static final Logger LOG = System.getLogger(ToolSurface.class.getName());

  private final SurfaceHost host;
  private final Gateway gateway;
  private final AnswerLedger ledger;
  private final ToolSet set;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final OpenWork open = new OpenWork();
  private final Resources resources;
  private final Prompts prompts;
  private final Completions completions;
  private final BackendRequests requests;
  private final Instructions instructions;
  private final Notifications notifications;
  private final HostHints hints;
  private volatile @Nullable Listing listing;

  /**
   * The surface over a gateway, which may still be under construction: nothing is asked of it here.
   *
   * @param context lends the executor and the scheduler; neither is asked for before it is needed
   * @param ledger hears of what clients receive
   * @param notifications brings news to the clients
   * @param sources what host and plug-ins add
   */
  public ToolSurface(
      ToolSet set,
      SurfaceHost host,
      PluginContext context,
      AnswerLedger ledger,
      Notifications notifications,
      Sources sources) {
    this.hints = new HostHints(context);
    this.set = set;
    this.host = host;
    this.gateway = host.gateway();
    this.ledger = ledger;
    this.notifications = notifications;
    this.resources = Resources.of(host, context, ledger, sources.resources(), set);
    List<PromptSource> prompting = new ArrayList<>(sources.prompts());
    prompting.add(new BackendPrompts(host));
    this.prompts = Prompts.of(gateway, context, set, prompting);
    this.completions = new Completions(gateway, resources, prompts, context);
    this.requests =
        new BackendRequests(new BackendOffers(host::features), resources, prompts, completions);
    this.instructions = new Instructions(host, set);
    set.tools().forEach(tool -> tools.put(tool.definition().name(), tool));
  }

  /**
   * Reports that the gateway has published another snapshot. Returns at once; clients hear later of
   * tools that have changed.
   */
  public void catalogChanged(CatalogSnapshot published) {
    notifications.catalogChanged();
    if (notifications.hasListeners()) {
      compareTools();
      readAhead();
    }
  }

  private void compareTools() {
    Guarded.run(LOG, "the tools that clients see could not be listed", this::listing);
  }

  /** After the index of the tools: a search waits for that, and comes sooner than any reader. */
  private void readAhead() {
    var unused = host.indexed().thenRun(() -> resources.readAhead(gateway::catalog));
  }

  /** The resources that a client can subscribe to. */
  public Notifications.Subscribable subscribable() {
    return resources;
  }

  /** Ends the calls of a session, whose client may still be there. */
  public void cancel(Session session) {
    open.cancel(session);
  }

  /** The requests of programs beside tools. */
  public BackendRequests requests() {
    return requests;
  }

  @Override
  public ServerInfo server() {
    return GATEMINI;
  }

  @Override
  public Optional<String> instructions() {
    return instructions.text();
  }

  @Override
  public List<SurfaceTool> tools(Session session) {
    Listing known = listing();
    ledger.listed(session, known.bytes());
    return known.tools();
  }

  @Override
  public boolean hasTool(String name) {
    return tool(name) != null;
  }

  /** A tool that is listed, or one that always can be called. */
  private @Nullable Tool tool(String name) {
    Tool constant = tools.get(name);
    return constant == null ? listing().named().get(name) : constant;
  }

  @Override
  public Optional<String> refusal(String name) {
    if (hasTool(name) || ModelNames.find(gateway.catalog(), name).isPresent()) {
      return Optional.empty();
    }
    Set<String> names = listing().named().keySet();
    return NearMatches.didYouMean(names, name)
        .or(() -> Optional.of("this server has " + String.join(", ", names)));
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    // An agent hears in words that the gateway failed.
    return Guarded.valueOr(
        () -> called(call),
        problem ->
            CompletableFuture.completedFuture(
                counted(call.context().session(), call.tool(), ResultFuture.failed(problem))));
  }

  private CompletionStage<ToolResult> called(SurfaceCall call) {
    Tool tool = tool(call.tool());
    if (tool == null) {
      return CompletableFuture.completedFuture(
          counted(call.context().session(), UNKNOWN_TOOL, ToolResult.error(unknown(call))));
    }
    SurfaceFault fault = fault(call.tool(), tool);
    Session session = call.context().session();
    // A chain counts its answers by itself: it knows what they were before reduction.
    CompletableFuture<ToolResult> answer =
        ResultFuture.of(
            fault.in(() -> answer(tool, call)),
            result ->
                tool.runsPrograms()
                    ? result
                    : counted(session, call.tool(), fitting(session, result)),
            fault::of);
    if (!host.settings().output().structuredContent()) {
      answer = ResultFuture.of(answer, tool.runsPrograms() ? TextOnly::once : TextOnly::of);
    }
    return open.track(session, answer);
  }

  /**
   * Arguments that are refused are repaired and tried once more; those that are right cost nothing.
   */
  private CompletableFuture<ToolResult> answer(Tool tool, SurfaceCall call) {
    try {
      return tool.call(call).toCompletableFuture();
    } catch (InvalidArgumentsException refused) {
      RepairedArguments repaired = RepairedArguments.of(tool, call.arguments());
      if (repaired.repairs().isEmpty()) {
        throw new InvalidArgumentsException(live(String.valueOf(refused.getMessage())), refused);
      }
      return ResultFuture.of(
          tool.call(new SurfaceCall(call.tool(), repaired.json(), call.context()))
              .toCompletableFuture(),
          repaired::on);
    } catch (UncheckedIOException malformed) {
      // A tool reads nothing but its arguments, which a host hands over as the model wrote them.
      throw new InvalidArgumentsException(
          call.tool() + ": the arguments are not valid JSON", malformed);
    }
  }

  /** Examples are written over files.read: this one is over a tool that the session has. */
  private String live(String refusal) {
    int at = refusal.indexOf(Arguments.EXAMPLE);
    ScriptNames names = ScriptNames.of(gateway.catalog(), host.languages().get(0).names());
    if (at < 0 || names.backends().isEmpty()) {
      return refusal;
    }
    ScriptBackend backend = names.backends().get(0);
    ScriptTool tool = backend.tools().get(0);
    String sample = SampleValue.arguments(tool.tool().inputSchema()).toString();
    return refusal.substring(0, at)
        + refusal
            .substring(at)
            .replace("{\"path\": \"notes.txt\"}", sample)
            .replace("{\\\"path\\\": \\\"notes.txt\\\"}", sample.replace("\"", "\\\""))
            .replace("files.read", tool.tool().key())
            .replace("\"files\"", JsonText.quoted(backend.identifier()))
            .replace("\"read\"", JsonText.quoted(tool.identifier()));
  }

  private SurfaceFault fault(String name, Tool tool) {
    return new SurfaceFault(host.settings().surface(), "tool \"" + name + "\"", tool);
  }

  private ToolResult counted(Session session, String name, ToolResult result) {
    ledger.answered(session, name, contentBytes(result));
    return result;
  }

  @Override
  public List<Resource> resources(Session session) {
    return resources.list(session);
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return resources.templates(session);
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    return resources.read(session, uri);
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return prompts.list(session);
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments) {
    return prompts.get(session, name, arguments);
  }

  @Override
  public CompletionStage<Completion> complete(CompletionRequest request) {
    return completions.complete(request);
  }

  @Override
  public Listening listen(Session session, SurfaceListener listener) {
    compareTools(); // what changes from here on is a change to this client
    return notifications.listen(session, listener);
  }

  @Override
  public void connected(Session session) {
    host.connected();
    readAhead();
  }

  @Override
  public void disconnected(Session session) {
    open.cancel(session);
    set.disconnected(session);
    ledger.left(session);
  }

  /** The tools of the present generation. The thread that makes them announces a difference. */
  private Listing listing() {
    CatalogSnapshot catalog = gateway.catalog();
    Listing known = listing;
    if (known == null || known.generation() != catalog.generation()) {
      Listing before = known;
      known = list(catalog);
      listing = known;
      if (before != null && !before.text().equals(known.text())) {
        notifications.toolsChanged();
      }
    }
    return known;
  }

  private Listing list(CatalogSnapshot catalog) {
    List<SurfaceTool> definitions = new ArrayList<>();
    JsonNode hint = hints.of(catalog, host.settings());
    String begin = tools.containsKey(set.words().list()) ? set.words().list() : set.words().find();
    StringBuilder digest = new StringBuilder();
    Map<String, Tool> named = new LinkedHashMap<>();
    for (Tool tool : set.tools(catalog)) {
      String name = tool.definition().name();
      named.put(name, tool);
      SurfaceTool definition = fault(name, tool).in(() -> tool.definition(catalog));
      if (tool instanceof RunTool || name.equals(set.words().run()) || name.equals(begin)) {
        definition = HostHints.on(definition, hint);
      }
      definitions.add(
          host.settings().output().structuredContent() ? definition : TextOnly.of(definition));
      digest.append(
          ListedTools.entry(definition.name(), definition.description(), definition.inputSchema()));
    }
    return new Listing(
        catalog.generation(),
        digest.toString(),
        List.copyOf(definitions),
        named,
        Utf8Size.of(digest.toString()));
  }

  @SuppressWarnings("ReferenceEquality") // what fits is the very answer
  private ToolResult fitting(Session session, ToolResult answer) {
    int most = host.settings().output().maxOutputSize();
    if (answer.json().length() <= most) {
      return answer;
    }
    ToolResult fitting = host.fitting(session, answer);
    return fitting == answer || !answer.hasStructuredContent()
        ? fitting
        : StructureWithin.of(fitting, answer.structuredContent().orElseThrow(), most);
  }

  private String unknown(SurfaceCall call) {
    return ModelNames.find(gateway.catalog(), call.tool())
        .map(tool -> elsewhere(tool.key(), call.arguments()))
        .or(() -> refusal(call.tool()).map(reason -> "there is no such tool; " + reason))
        .orElseThrow();
  }

  /** The slip of a model that has seen a backend's tool in a row of a search. */
  private String elsewhere(String key, RawJson arguments) {
    String given = arguments.length() <= MAX_REPEATED_BYTES ? arguments.toString() : "{...}";
    return JsonText.quoted(key)
        + " is a tool of a backend; call "
        + set.words().run()
        + " with {\"tool\": "
        + JsonText.quoted(key)
        + ", \"arguments\": "
        + VisibleText.escaped(given)
        + "}";
  }

  /** The answer of {@link #tools} for one generation of the catalog. */
  private record Listing(
      long generation, String text, List<SurfaceTool> tools, Map<String, Tool> named, long bytes) {}

  /** The size of the content blocks of an answer, as {@link io.gatemini.Savings} counts it. */
  private static long contentBytes(ToolResult result) {
    long bytes = 0;
    for (JsonNode block : result.json().tree().path("content")) {
      JsonNode resource = block.path("resource");
      bytes +=
          contentSize(block.path("text"))
              + contentSize(block.path("data"))
              + contentSize(resource.path("text"))
              + contentSize(resource.path("blob"));
    }
    return bytes;
  }

  private static long contentSize(JsonNode text) {
    return text.isTextual() ? Utf8Size.of(text.textValue()) : 0;
  }

  private static Icon icon() {
    String picture = Base64.getEncoder().encodeToString(ICON.getBytes(StandardCharsets.UTF_8));
    return new Icon("data:image/svg+xml;base64," + picture, "image/svg+xml", List.of("any"));
  }

  /** The version the jar was built as; class directories have none. */
  private static String version() {
    return Optional.ofNullable(ToolSurface.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
