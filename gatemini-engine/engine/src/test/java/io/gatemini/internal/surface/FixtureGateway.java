package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.ChainResult.Reduction;
import io.gatemini.DefinitionChange;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayListener;
import io.gatemini.GatewayStats;
import io.gatemini.PluginInfo;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.StoredResult;
import io.gatemini.Surface;
import io.gatemini.ToolCall;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.Transport;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.content.PromptContent;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.settings.GivenTransports;
import io.gatemini.internal.state.Reports.BackendReport;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * A gateway over a fixed catalog: a search matches words of names and descriptions, a chain is
 * answered by the test.
 */
public class FixtureGateway implements Gateway, PluginContext {
  public final List<ChainRequest> chains = new ArrayList<>();
  public final List<CompletableFuture<ChainResult>> answers = new ArrayList<>();
  public final Map<String, BackendConfig> configs = new LinkedHashMap<>();
  public final Map<String, String> descriptions = new LinkedHashMap<>();
  public final Map<String, BackendState> withoutTools = new TreeMap<>();
  public final ResultStore results =
      new GuardedResultStore.MemoryProvider()
          .create(MissingNode.getInstance(), new Limits(1 << 20, Duration.ofMinutes(30)), this);

  /** Completes when the tools can be searched. */
  public volatile CompletableFuture<Void> indexed = CompletableFuture.completedFuture(null);

  /** The line on missing backends. */
  public volatile String missing = "";

  /** The words for a further search, by backend. */
  public final Map<String, List<String>> further = new LinkedHashMap<>();

  private volatile CatalogFixture catalog;
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

  public FixtureGateway(CatalogFixture catalog) {
    this.catalog = catalog;
  }

  /** Transports whose jars are not there. */
  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    return kind == BackendProvider.class
        ? GivenTransports.PROVIDERS.stream().map(kind::cast).toList()
        : List.of();
  }

  public void publish(CatalogFixture next) {
    catalog = next;
  }

  @Override
  public boolean awaitIndexed(Duration timeout) {
    return true;
  }

  @Override
  public boolean awaitReady(Duration timeout) {
    return true;
  }

  @Override
  public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
    List<String> words = new WordAnalyzer().tokens(request.query());
    Presentation presentation = new Presentations(JavaScript.LANGUAGE).of(catalog);
    return CompletableFuture.completedFuture(
        catalog.tools().stream()
            .filter(
                tool -> {
                  String text = (tool.key() + tool.description()).toLowerCase(Locale.ROOT);
                  return words.stream().anyMatch(text::contains);
                })
            .limit(request.limit())
            .map(tool -> presentation.hit(new Hit(tool, 1)))
            .toList());
  }

  @Override
  public ToolInfo tool(String name) {
    return catalog
        .resolve(name)
        .map(new Presentations(JavaScript.LANGUAGE).of(catalog)::info)
        .orElseThrow(
            () -> new UnknownToolException(NearMatches.unknownTool(catalog, name, starting())));
  }

  @Override
  public Optional<String> instructions(String backend) {
    return Optional.ofNullable(descriptions.get(backend));
  }

  @Override
  public String typescript(String backend) {
    return new Presentations(JavaScript.LANGUAGE).of(catalog).typescript(backend).orElseThrow();
  }

  private int starting() {
    return (int)
        withoutTools.values().stream().filter(state -> state == BackendState.STARTING).count();
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public CompletableFuture<ChainResult> runAsync(ChainRequest request) {
    CompletableFuture<ChainResult> answer = new CompletableFuture<>();
    chains.add(request);
    answers.add(answer);
    return answer;
  }

  @Override
  public StoredResult result(String id, Session session) {
    return new GuardedResultStore(results, false, 1 << 20, "call_tool_chain")
        .open(session.id(), id, 256, new WordAnalyzer());
  }

  public static ChainResult chainResult(ToolResult result) {
    return new ChainResult(result, RawJson.of(result.value()), List.of(), 1, Reduction.none(1));
  }

  @Override
  public CompletableFuture<SettingsChange> reloadAsync(Supplier<GatewaySettings> read) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(
      String name, BackendConfig config, Session onBehalfOf) {
    configs.put(name, config);
    return CompletableFuture.completedFuture(status(name, BackendState.HEALTHY, 3));
  }

  @Override
  public void endSession(Session session) {}

  @Override
  public CompletableFuture<BackendStatus> restartAsync(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<SignIn> signInAsync(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Boolean> signOutAsync(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void addListener(GatewayListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean removeListener(GatewayListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<DefinitionChange> definitionChanges() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void acceptChange(String tool) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name, Session onBehalfOf) {
    return deregisterAsync(name);
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name) {
    return configs.remove(name) == null
        ? CompletableFuture.failedFuture(
            new RegistrationException(
                NearMatches.unknownBackend(configs.keySet(), name, starting())))
        : CompletableFuture.completedFuture(null);
  }

  @Override
  public List<BackendStatus> backends() {
    Map<String, BackendStatus> all = new TreeMap<>();
    catalog
        .backends()
        .forEach(
            name -> all.put(name, status(name, BackendState.HEALTHY, catalog.tools(name).size())));
    withoutTools.forEach((name, state) -> all.put(name, status(name, state, 0)));
    return List.copyOf(all.values());
  }

  private BackendStatus status(String name, BackendState state, int tools) {
    return new BackendReport(
        name,
        "in-process",
        name,
        Optional.ofNullable(descriptions.get(name)),
        Optional.empty(),
        Optional.empty(),
        state,
        Optional.empty(),
        Instant.EPOCH,
        tools,
        0,
        OptionalLong.empty(),
        List.of(),
        false,
        List.of(),
        List.of(),
        OptionalLong.empty(),
        1,
        List.of());
  }

  @Override
  public Optional<BackendConfig> backendConfig(String name) {
    return Optional.ofNullable(configs.get(name));
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }

  @Override
  public Executor executor() {
    return scheduler;
  }

  @Override
  public ScheduledExecutorService scheduler() {
    return scheduler;
  }

  @Override
  public Clock clock() {
    return Clock.systemUTC();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return new WordAnalyzer();
  }

  @Override
  public CompletableFuture<ToolResult> callAsync(ToolCall call) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(String name, BackendConfig config) {
    throw new UnsupportedOperationException();
  }

  @Override
  public GatewayStats stats() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SessionStats stats(Session session) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<PluginInfo> plugins() {
    return List.of();
  }

  @Override
  public CompletableFuture<ResourceContent> readResourceAsync(String uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<PromptContent> promptAsync(String name, Map<String, String> arguments) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Surface surface() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Exposure expose(String transport) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Exposure expose(Transport transport) {
    throw new UnsupportedOperationException();
  }
}
