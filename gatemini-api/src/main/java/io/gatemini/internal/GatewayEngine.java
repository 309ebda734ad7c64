package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.DefinitionChange;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayListener;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayTool;
import io.gatemini.PluginInfo;
import io.gatemini.RegistrationException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.StoredResult;
import io.gatemini.Surface;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.Transport;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.content.PromptContent;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.call.CallPath;
import io.gatemini.internal.call.Inspections;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.chain.AgentTools;
import io.gatemini.internal.chain.ChainEnvironment;
import io.gatemini.internal.chain.ChainRouter;
import io.gatemini.internal.chain.ToolPrograms;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.internal.config.BitwardenSecrets;
import io.gatemini.internal.config.CommandSecrets;
import io.gatemini.internal.config.EnvironmentSecrets;
import io.gatemini.internal.config.FileSecrets;
import io.gatemini.internal.config.Settings;
import io.gatemini.internal.config.SettingsCheck;
import io.gatemini.internal.guard.GuardedTransport;
import io.gatemini.internal.inprocess.InProcessBackend.InProcessProvider;
import io.gatemini.internal.inprocess.UnconfiguredBackend;
import io.gatemini.internal.lifecycle.BackendServices;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.prerequisite.Prerequisites;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.reduce.LosslessReduction;
import io.gatemini.internal.reduce.ReductionPipeline;
import io.gatemini.internal.registration.AgentRegistrations;
import io.gatemini.internal.registration.SharedRegistrations;
import io.gatemini.internal.result.GuardedResultStore;
import io.gatemini.internal.result.KeptResult;
import io.gatemini.internal.retrieval.NameRetriever.NameProvider;
import io.gatemini.internal.retrieval.PatientSearch;
import io.gatemini.internal.retrieval.Retrieval;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.state.ListedTools;
import io.gatemini.internal.state.OutputLedger;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.surface.BackendRequests;
import io.gatemini.internal.surface.Sources;
import io.gatemini.internal.surface.SurfaceHost;
import io.gatemini.internal.surface.ToolRows;
import io.gatemini.internal.surface.ToolSurface;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.internal.surface.servers.ServerTools;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.NextSteps;
import io.gatemini.spi.TransportProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A gateway: puts the parts together and lends them a face. */
public final class GatewayEngine implements Gateway {
  /** Where the state store has how often tools were of use. */
  private static final String USAGE = "usage";

  private static final String ALL_TOOLS = "tools";

  private final Settings settings;
  private final HostParts parts;
  private final EngineContext context;
  private final Notifications notifications;
  private final Plugins plugins;
  private final RememberedState state;
  private final Catalog catalog;
  private final ToolAdmission admission;
  private final Backends backends;
  private final Reload reload;
  private final UnknownNames names;
  private final Deadlines deadlines;
  private final CallPath callPath;
  private final Inspections inspections;
  private final ScriptLanguage language;
  private final Presentations presentations;
  private final CallTracker tracker;
  private final ListedTools listedTools;
  private final Retrieval retrieval;
  private final PatientSearch search;
  private final ScriptEngines scriptEngines;
  private final GuardedResultStore results;
  private final ChainRouter chains;
  private final ToolPrograms toolPrograms;
  private final ToolSurface surface;
  private final SharedRegistrations agentRegistrations;
  private final Set<Exposure> exposures = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean started = new AtomicBoolean();
  private final OpenWork open = new OpenWork();
  private final SingleClose close;

  private GatewayEngine(GatewaySettings first, HostParts parts) {
    this.settings = new Settings(first);
    this.parts = parts;
    close = SingleClose.after(() -> settings.now().health().drainTimeout());
    context = new EngineContext(parts, first.maxInFlightBytes());
    plugins = Plugins.of(first, parts.plugins(), builtIn());
    SettingsCheck.check(first, plugins.all());
    context.lend(plugins, first.cachePath());
    scriptEngines = new ScriptEngines(plugins, () -> settings.now().sandbox(), context, open);
    ChosenPlugins chosen = new ChosenPlugins(settings, parts, context, plugins);
    RegistrationPolicy policy = chosen.registrationPolicy();
    Host host = new Host(policy.allowsAny());
    ToolSet tools = chosen.tools(host);
    language = scriptEngines.usual(tools.language());
    presentations = new Presentations(language);
    notifications = new Notifications(context);
    parts.listeners().forEach(notifications::add);
    catalog = new Catalog(first.aliases());
    state = new RememberedState(context);
    admission = new ToolAdmission(catalog, () -> settings.now().pinning(), state);
    tracker = new CallTracker(parts.clock(), this::called);
    state.share(USAGE, ALL_TOOLS, tracker.usage());
    listedTools = new ListedTools(context.tokenEstimator());
    catalog.onPublish(notifications::published);
    deadlines = context.deadlines();
    backends =
        new Backends(
            plugins, services(), () -> settings.now().maxDynamicBackends(), policy, tools.words());
    notifications.onLogLevel(backends::logLevel);
    reload = new Reload(settings, plugins, catalog, backends);
    names = new UnknownNames(catalog, backends, admission, () -> settings.now().aliases());
    agentRegistrations =
        new SharedRegistrations(
            new AgentRegistrations(
                backends,
                policy,
                () -> settings.now().allowedCommands(),
                () ->
                    AgentRegistrations.reserved(
                        settings.now().allBackends(), settings.now().aliases().values()),
                context::executor,
                notifications),
            state);
    callPath = callPath(chosen.interceptors());
    inspections = inspections(tools.words());
    retrieval = retrieval(chosen.retriever());
    search = new PatientSearch(catalog, retrieval, context::textAnalyzer, deadlines);
    catalog.onPublish(tracker::retain);
    catalog.onPublish(snapshot -> open.touch());
    results = chosen.results(tools.words().run());
    TrackedAnswers answers =
        new TrackedAnswers(
            tracker,
            catalog::snapshot,
            results,
            this::sessionEnded,
            notifications::answered,
            tools.words().run());
    surface =
        new ToolSurface(
            tools,
            host,
            context,
            answers,
            notifications,
            Sources.of(plugins, context, notifications));
    ChainEnvironment environment = environment(AgentTools.of(tools), answers);
    chains = new ChainRouter(environment);
    toolPrograms = new ToolPrograms(environment);
    catalog.onPublish(surface::catalogChanged);
  }

  private void called() {
    notifications.called();
    state.changed(USAGE, ALL_TOOLS);
  }

  private BackendServices services() {
    return new BackendServices(
        context,
        catalog,
        admission,
        state,
        deadlines,
        () -> settings.now().health(),
        new Prerequisites(context),
        notifications);
  }

  private CallPath callPath(List<CallInterceptor> interceptors) {
    return new CallPath(
        catalog,
        backends,
        tracker,
        notifications,
        deadlines,
        context,
        interceptors,
        (tool, given) -> presentation().call(tool, given),
        names::unknownTool);
  }

  private Inspections inspections(NextSteps words) {
    return new Inspections(
        new Inspections.Gate() {
          @Override
          public Optional<ToolDescriptor> tool(String name) {
            return catalog.snapshot().resolve(name);
          }

          @Override
          public CompletableFuture<Void> settled(ToolCall call) {
            return deadlines.bounded(
                backends.settledOf(call.tool()),
                call.context().timeout().orElse(settings.now().chainTimeout()));
          }

          @Override
          public CompletableFuture<ToolResult> call(ToolCall call) {
            return callPath.call(call);
          }

          @Override
          public void refused(Session session, String tool, String reason) {
            notifications.callRefused(session, tool, reason);
          }
        },
        () -> settings.now().inspectionGuard(),
        words);
  }

  private void sessionEnded(Session session) {
    inspections.forget(session);
    backends.sessionEnded(session);
  }

  private Retrieval retrieval(Retriever retriever) {
    return new Retrieval(
        catalog,
        retriever,
        context,
        presentations::of,
        settings.now().usageBoost() ? Optional.of(tracker) : Optional.empty());
  }

  /** The gateway as programs reach it. */
  private ChainEnvironment environment(AgentTools agent, OutputLedger ledger) {
    return new ChainEnvironment(
        catalog::snapshot,
        call ->
            BackendRequests.is(call.tool())
                ? surface.requests().answer(call)
                : inspections.call(call),
        (tool, arguments) ->
            BackendRequests.is(tool) ? Optional.empty() : callPath.problem(tool, arguments),
        callPath::down,
        (program, timeout) -> deadlines.bounded(backends.settledOf(program), timeout),
        scriptEngines::language,
        new LosslessReduction(
            ReductionPipeline.of(context),
            results,
            context.tokenEstimator(),
            () -> settings.now().output(),
            plugins.all(ScriptEngineProvider.class).isEmpty()
                ? id -> Optional.empty()
                : language::stored),
        results::get,
        context.messageMemory(),
        (query, limit) -> ToolRows.of(search(SearchRequest.of(query).withLimit(limit))),
        name -> ToolRows.info(this, name),
        agent,
        settings,
        status -> tracker.recordProgram(status == Status.OK),
        ledger,
        work -> context.executor().execute(work));
  }

  /** Builds a gateway and starts its backends in the background. */
  public static Gateway start(GatewaySettings settings, HostParts parts) {
    GatewayEngine engine = new GatewayEngine(settings, parts);
    boolean begun = false;
    try {
      engine.backends.configure(settings.backends());
      if (!settings.compositeTools().isEmpty()) {
        engine.backends.configure(Map.of(CompositeBackend.NAME, CompositeBackend.config()));
      }
      if (settings.strictSecrets()) {
        engine.backends.requireSecrets();
      }
      if (!settings.lazyStart()) {
        engine.ensureStarted();
      }
      begun = true;
      return engine;
    } finally {
      if (!begun) {
        engine.close();
      }
    }
  }

  private void ensureStarted() {
    if (!started.get() && !close.hasBegun() && started.compareAndSet(false, true)) {
      backends.startAll(this::indexed);
      if (settings.now().sharedRegistrations()) {
        agentRegistrations.share();
      }
    }
  }

  /** The engine's own plug-ins that a configuration chooses by name. */
  public static List<Provider> choices() {
    return List.of(new NameProvider(), new MetaTools.Provider(), new ServerTools.Provider());
  }

  private ToolPrograms toolPrograms() {
    return toolPrograms;
  }

  private List<Provider> builtIn() {
    List<Provider> providers = new ArrayList<>(DefaultReducers.of(() -> settings.now().output()));
    providers.add(new InProcessProvider());
    providers.add(new UnconfiguredBackend.Provider());
    providers.add(
        new CompositeBackend.Provider(() -> settings.now().compositeTools(), this::toolPrograms));
    providers.add(new EnvironmentSecrets(parts.environment()));
    providers.add(new FileSecrets(() -> settings.now().secretsDirectory()));
    providers.add(new CommandSecrets(() -> settings.now().secretCommands()));
    providers.add(new BitwardenSecrets(() -> settings.now().bitwarden(), parts.environment()));
    providers.addAll(choices());
    providers.add(new GuardedResultStore.MemoryProvider());
    return providers;
  }

  /** The settings, which can be replaced while the gateway runs. */
  Settings settings() {
    return settings;
  }

  @Override
  public boolean awaitReady(Duration timeout) {
    ensureStarted();
    return Futures.await(backends.settled().thenCompose(nothing -> indexed()), timeout);
  }

  @Override
  public boolean awaitIndexed(Duration timeout) {
    ensureStarted();
    return Futures.await(indexed(), timeout);
  }

  /** Completes when the tools there are now can be searched. */
  private CompletableFuture<Void> indexed() {
    return retrieval.indexed(catalog.snapshot().generation());
  }

  @Override
  public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
    if (close.hasBegun()) {
      return CompletableFuture.failedFuture(closedException());
    }
    open.touch();
    ensureStarted();
    scriptEngines.used();
    return search.search(request, backends.known());
  }

  private Presentation presentation() {
    return presentations.of(catalog.snapshot());
  }

  @Override
  public ToolInfo tool(String name) {
    Presentation shown = presentation();
    return shown
        .snapshot()
        .resolve(name)
        .map(shown::info)
        .orElseThrow(() -> names.unknownTool(name));
  }

  @Override
  public String typescript(String backend) {
    return presentation().typescript(backend).orElseGet(() -> names.withoutTools(backend));
  }

  @Override
  public Optional<String> instructions(String backend) {
    return Optional.ofNullable(backends.get(backend)).flatMap(ManagedBackend::instructions);
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog.snapshot();
  }

  @Override
  public CompletableFuture<ToolResult> callAsync(ToolCall call) {
    ensureStarted();
    return unlessClosed(() -> open.track(call.context().session(), callPath.call(call)));
  }

  @Override
  public CompletableFuture<ChainResult> runAsync(ChainRequest request) {
    ensureStarted();
    scriptEngines.used();
    return unlessClosed(() -> open.track(request.context().session(), chains.run(request)));
  }

  @Override
  public List<GatewayTool> agentTools(Session session) {
    scriptEngines.handedOut();
    return Gateway.super.agentTools(session);
  }

  @Override
  public StoredResult result(String id, Session session) {
    return KeptResult.of(
        id,
        results.get(session.id(), id),
        settings.now().output().pageSize(),
        context.textAnalyzer());
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(String name, BackendConfig config) {
    return unlessClosed(() -> searchable(backends.register(name, config, false)));
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(
      String name, BackendConfig config, Session onBehalfOf) {
    return unlessClosed(() -> searchable(agentRegistrations.register(name, config, onBehalfOf)));
  }

  private CompletableFuture<BackendStatus> searchable(CompletableFuture<ManagedBackend> started) {
    return Relay.compose(
        started,
        (backend, failure) ->
            backend == null
                ? CompletableFuture.failedFuture(Objects.requireNonNull(failure))
                : retrieval
                    .indexed(catalog.snapshot().generation())
                    .thenApply(nothing -> backend.status()));
  }

  @Override
  public void endSession(Session session) {
    // First: a call that waits would get an instance for a session that is gone.
    open.cancel(session);
    surface.disconnected(session);
  }

  @Override
  public List<DefinitionChange> definitionChanges() {
    return admission.changes();
  }

  @Override
  public void acceptChange(String tool) {
    admission.accept(tool);
  }

  @Override
  public CompletableFuture<BackendStatus> restartAsync(String name) {
    return unlessClosed(() -> searchable(backends.restart(name)));
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name) {
    if (settings.now().backends().containsKey(name) || name.equals(CompositeBackend.NAME)) {
      return CompletableFuture.failedFuture(
          new RegistrationException(
              "backend \""
                  + name
                  + "\" is configured and stays; remove it from the configuration and restart"));
    }
    try {
      return backends.remove(name);
    } catch (RegistrationException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name, Session onBehalfOf) {
    return agentRegistrations.remove(name, onBehalfOf);
  }

  @Override
  public CompletableFuture<SettingsChange> reloadAsync(Supplier<GatewaySettings> read) {
    return unlessClosed(
        () -> CompletableFuture.supplyAsync(() -> reload.run(read), context.executor()));
  }

  @Override
  public List<BackendStatus> backends() {
    return backends.status();
  }

  @Override
  public Optional<BackendConfig> backendConfig(String name) {
    return Optional.ofNullable(backends.get(name)).map(ManagedBackend::config);
  }

  @Override
  public GatewayStats stats() {
    return tracker.stats(
        scriptEngines.load(), admission.cleanedTexts(), context.messageMemory().usage());
  }

  @Override
  public SessionStats stats(Session session) {
    return tracker.stats(session, catalog.snapshot(), listedTools);
  }

  @Override
  public void addListener(GatewayListener listener) {
    notifications.add(Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public boolean removeListener(GatewayListener listener) {
    return notifications.remove(listener);
  }

  @Override
  public List<PluginInfo> plugins() {
    return plugins.list();
  }

  @Override
  public CompletableFuture<ResourceContent> readResourceAsync(String uri) {
    ensureStarted();
    return tracked(surface -> surface.readResource(Session.local(), uri));
  }

  @Override
  public CompletableFuture<PromptContent> promptAsync(String name, Map<String, String> arguments) {
    ensureStarted();
    return tracked(surface -> surface.prompt(Session.local(), name, arguments));
  }

  private <T> CompletableFuture<T> tracked(Function<Surface, CompletionStage<T>> work) {
    return unlessClosed(
        () -> open.track(Session.local(), work.apply(surface).toCompletableFuture()));
  }

  private <T> CompletableFuture<T> unlessClosed(Supplier<CompletableFuture<T>> work) {
    return close.hasBegun() ? CompletableFuture.failedFuture(closedException()) : work.get();
  }

  @Override
  public Surface surface() {
    return surface;
  }

  @Override
  public Exposure expose(Transport transport) {
    if (close.hasBegun()) {
      throw closedException();
    }
    Exposure exposure = new GuardedTransport(transport).open(surface, context);
    exposures.add(exposure);
    exposure.closed().whenComplete((nothing, failure) -> exposures.remove(exposure));
    if (close.hasBegun()) {
      // Who closes may have looked before it was there.
      SingleClose.step(exposure::close);
      throw closedException();
    }
    return exposure;
  }

  @Override
  public Exposure expose(String transport) {
    TransportProvider provider = plugins.required(TransportProvider.class, transport, "transport");
    Transport made =
        plugins.made(provider, (transports, config) -> transports.create(config, context));
    return expose(made);
  }

  @Override
  public void close() {
    close.close(
        () -> {
          // Clients still hear the answers to what they asked; new calls are refused already.
          SingleClose.step(() -> open.drain(settings.now().health().drainTimeout()));
          exposures.forEach(exposure -> SingleClose.step(exposure::close));
          SingleClose.step(notifications::close);
          SingleClose.step(catalog::close);
          SingleClose.step(retrieval::close);
          SingleClose.step(state::close);
          SingleClose.step(backends::stopAll);
          SingleClose.step(open::end);
          SingleClose.step(scriptEngines::close);
          SingleClose.step(results::close);
          context.close();
          SingleClose.step(() -> context.state().ifPresent(StateStore::close));
        });
  }

  private static GatewayClosedException closedException() {
    return new GatewayClosedException("the gateway is closed");
  }

  private final class Host implements SurfaceHost {
    private final boolean allowsRegistration;

    Host(boolean allowsRegistration) {
      this.allowsRegistration = allowsRegistration;
    }

    @Override
    public boolean allowsRegistration() {
      return allowsRegistration;
    }

    @Override
    public Gateway gateway() {
      return GatewayEngine.this;
    }

    @Override
    public GatewaySettings settings() {
      return settings.now();
    }

    @Override
    public List<ScriptLanguage> languages() {
      return scriptEngines.all();
    }

    @Override
    public Optional<String> settingsFault() {
      return settings.fault();
    }

    @Override
    public Map<String, Long> secretsSeen() {
      return backends.secretWatch().seen();
    }

    @Override
    public SortedMap<String, BackendFeatures> features() {
      return backends.features();
    }

    @Override
    public Set<String> answeredTo(Session session) {
      return backends.answeredTo(session);
    }

    @Override
    public void connected() {
      ensureStarted();
    }

    @Override
    public CompletableFuture<Void> indexed() {
      return GatewayEngine.this.indexed();
    }

    @Override
    public void looking() {
      scriptEngines.prewarm();
    }

    @Override
    public void inspected(Session session, ToolDescriptor tool) {
      inspections.inspected(session, tool);
    }

    @Override
    public CompletableFuture<List<SearchHit>> search(
        SearchRequest request, Predicate<ToolDescriptor> among) {
      open.touch();
      scriptEngines.prewarm();
      ensureStarted();
      return unlessClosed(() -> retrieval.search(request, among));
    }

    @Override
    public Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits) {
      return retrieval.furtherWords(request, hits);
    }

    @Override
    public ToolResult fitting(Session session, ToolResult answer) {
      return chains.fitting(session, answer);
    }

    @Override
    public String missing() {
      return backends.missing(catalog.snapshot());
    }

    @Override
    public String missing(String backend) {
      return backends.missing(catalog.snapshot(), backend);
    }
  }
}
