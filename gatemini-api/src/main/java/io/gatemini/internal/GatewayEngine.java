package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.DefinitionChange;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
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
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.Transport;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.content.PromptContent;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.answer.KeptResult;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.answer.ReductionPipeline;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.backend.BackendServices;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.call.CallPath;
import io.gatemini.internal.call.Inspections;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.prerequisite.Prerequisites;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.AgentTools;
import io.gatemini.internal.program.ChainEnvironment;
import io.gatemini.internal.program.ChainRouter;
import io.gatemini.internal.program.ToolPrograms;
import io.gatemini.internal.registration.AgentRegistrations;
import io.gatemini.internal.registration.SharedRegistrations;
import io.gatemini.internal.retrieval.PatientSearch;
import io.gatemini.internal.retrieval.Retrieval;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.settings.SettingsCheck;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.state.ListedTools;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.surface.Sources;
import io.gatemini.internal.surface.SurfaceHost;
import io.gatemini.internal.surface.ToolSurface;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.NextSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/** The default {@link Gateway}: creates the components, wires them and delegates to them. */
public final class GatewayEngine implements Gateway {
  /** Where the state store has how often tools were of use. */
  private static final String USAGE = "usage";

  private static final String ALL_TOOLS = "tools";

  private final Settings settings;
  private final EngineContext context;
  private final Notifications notifications;
  private final Plugins plugins;
  private final RememberedState state;
  private final Catalog catalog;
  private final ToolAdmission admission;
  final Backends backends;
  private final Reload reload;
  private final UnknownNames names;
  private final CallPath callPath;
  final Inspections inspections;
  private final Presentations presentations;
  private final CallTracker tracker;
  private final ListedTools listedTools;
  final Retrieval retrieval;
  private final PatientSearch search;
  final ScriptEngines scriptEngines;
  private final GuardedResultStore results;
  private final EngineChains reached;
  private final ChainEnvironment environment;
  final ChainRouter chains;
  private final ToolPrograms toolPrograms;
  private final ClientSurfaces surface;
  private final SharedRegistrations agentRegistrations;
  private final AtomicBoolean started = new AtomicBoolean();
  final OpenWork open = new OpenWork();
  private final Exposures exposures;
  private final SingleClose close;

  private GatewayEngine(GatewaySettings first, HostParts parts) {
    this.settings = new Settings(first);
    this.close = SingleClose.after(() -> settings.now().health().drainTimeout());
    this.context = new EngineContext(parts, first.maxInFlightBytes());
    this.plugins =
        Plugins.of(
            first,
            parts.plugins(),
            new BuiltInPlugins(settings, parts.environment(), this::toolPrograms).all());
    SettingsCheck.check(first, plugins.all());
    context.lend(plugins, first.cachePath());
    this.scriptEngines = new ScriptEngines(plugins, settings, context, open);
    ChosenPlugins chosen = new ChosenPlugins(settings, parts, context, plugins);
    RegistrationPolicy policy = chosen.registrationPolicy();
    Function<Session, SurfaceHost> hosts =
        viewer -> new EngineHost(this, new ClientGateway(this, viewer), policy.allowsAny());
    SurfaceHost host = hosts.apply(ClientSurfaces.ANYONE);
    ToolSet tools = chosen.tools(host);
    NextSteps words = tools.words();
    ScriptLanguage language = scriptEngines.usual(tools.language());
    this.presentations = new Presentations(language);
    this.notifications = new Notifications(context);
    parts.listeners().forEach(notifications::add);
    this.catalog = new Catalog(first.aliases());
    catalog.onPublish(notifications::published);
    this.state = new RememberedState(context);
    this.admission = new ToolAdmission(catalog, () -> settings.now().pinning(), state);
    this.tracker = new CallTracker(parts.clock(), this::called);
    state.share(USAGE, ALL_TOOLS, tracker.usage());
    this.listedTools = new ListedTools(context.tokenEstimator());
    BackendServices services =
        new BackendServices(
            context,
            catalog,
            admission,
            state,
            settings,
            new Prerequisites(context),
            notifications);
    this.backends = new Backends(plugins, services, policy, words);
    this.reload = new Reload(settings, plugins, catalog, backends);
    this.names = new UnknownNames(catalog, backends, admission, settings);
    this.agentRegistrations =
        new SharedRegistrations(
            new AgentRegistrations(backends, policy, settings, context, notifications), state);
    this.callPath =
        new CallPath(
            catalog,
            backends,
            tracker,
            notifications,
            context,
            chosen.interceptors(),
            (tool, given) -> presentation().call(tool, given),
            names::unknownTool);
    this.inspections = new Inspections(catalog, backends, callPath, notifications, settings, words);
    this.retrieval =
        new Retrieval(
            catalog,
            chosen.retriever(),
            context,
            presentations::of,
            first.usageBoost() ? Optional.of(tracker) : Optional.empty());
    this.search = new PatientSearch(catalog, retrieval, context::textAnalyzer, context.deadlines());
    this.results = chosen.results(words.run());
    TrackedAnswers answers =
        new TrackedAnswers(
            tracker,
            catalog::snapshot,
            results,
            this::sessionEnded,
            notifications::answered,
            words.run());
    Sources sources = Sources.of(plugins, context, notifications);
    this.surface =
        new ClientSurfaces(
            catalog,
            notifications,
            new ToolSurface(tools, host, context, answers, notifications, sources),
            viewer -> {
              SurfaceHost own = hosts.apply(viewer);
              return new ToolSurface(
                  chosen.tools(own), own, context, answers, notifications, sources);
            });
    notifications.subscribeTo(surface);
    this.exposures = new Exposures(surface, plugins, context, close);
    this.reached =
        new EngineChains(
            new ClientGateway(this, Session.local()),
            callPath,
            inspections,
            backends,
            scriptEngines,
            surface,
            results);
    this.environment =
        new ChainEnvironment(
            reached,
            new LosslessReduction(
                ReductionPipeline.of(context),
                results,
                context.tokenEstimator(),
                () -> settings.now().output(),
                scriptEngines.areThere() ? language::stored : id -> Optional.empty()),
            context,
            settings,
            AgentTools.of(tools),
            answers);
    this.chains = new ChainRouter(environment);
    this.toolPrograms = new ToolPrograms(environment);
    notifications.onLogLevel(backends::logLevel);
    catalog.onPublish(tracker::retain);
    catalog.onPublish(snapshot -> open.touch());
    catalog.onPublish(surface::catalogChanged);
  }

  private void called() {
    notifications.called();
    state.changed(USAGE, ALL_TOOLS);
  }

  private void sessionEnded(Session session) {
    inspections.forget(session);
    backends.sessionEnded(session);
  }

  /** Builds a gateway and starts its backends in the background. */
  public static Gateway start(GatewaySettings settings, HostParts parts) {
    GatewayEngine engine = new GatewayEngine(settings, parts);
    boolean begun = false;
    try {
      engine.backends.configure(settings.backends());
      engine.scriptEngines.warnOfNames(settings.backends());
      if (!settings.compositeTools().isEmpty()) {
        engine.backends.configure(Map.of(CompositeBackend.NAME, CompositeBackend.config()));
      }
      if (settings.strictSecrets()) {
        engine.plugins.requireSecrets();
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

  void ensureStarted() {
    if (!started.get() && !close.hasBegun() && started.compareAndSet(false, true)) {
      backends.startAll(this::indexed);
      if (settings.now().sharedRegistrations()) {
        agentRegistrations.share();
      }
    }
  }

  private ToolPrograms toolPrograms() {
    return toolPrograms;
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
  CompletableFuture<Void> indexed() {
    return retrieval.indexed(catalog.snapshot().generation());
  }

  @Override
  public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
    if (close.hasBegun()) {
      return CompletableFuture.failedFuture(SingleClose.closed());
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
    return tool(name, Session.local());
  }

  ToolInfo tool(String name, Session viewer) {
    return catalog
        .snapshot(viewer)
        .resolve(name)
        .map(presentation()::info)
        .orElseThrow(() -> names.unknownTool(name, viewer));
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

  /** The tools that a session sees. */
  CatalogSnapshot catalog(Session viewer) {
    return catalog.snapshot(viewer);
  }

  /** Whether a session sees a backend. */
  boolean sees(String backend, Session viewer) {
    return catalog.isVisible(backend, viewer);
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
    return unlessClosed(
        () ->
            open.track(
                request.context().session(), chains(request.context().session()).run(request)));
  }

  /** The programs of a session reach what the session sees. */
  private ChainRouter chains(Session session) {
    return session.equals(Session.local())
        ? chains
        : new ChainRouter(environment.with(reached.of(new ClientGateway(this, session))));
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
    return unlessClosed(() -> searchable(backends.register(name, config, false, Optional.empty())));
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
  public CompletableFuture<SignIn> signInAsync(String name) {
    return unlessClosed(() -> backends.signIn(name));
  }

  @Override
  public CompletableFuture<Boolean> signOutAsync(String name) {
    return unlessClosed(() -> backends.signOut(name));
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

  <T> CompletableFuture<T> unlessClosed(Supplier<CompletableFuture<T>> work) {
    return close.hasBegun() ? CompletableFuture.failedFuture(SingleClose.closed()) : work.get();
  }

  @Override
  public Surface surface() {
    return surface;
  }

  @Override
  public Exposure expose(Transport transport) {
    return exposures.open(transport);
  }

  @Override
  public Exposure expose(String transport) {
    return exposures.open(transport);
  }

  @Override
  public void close() {
    close.close(
        () -> {
          // Clients still hear the answers to what they asked; new calls are refused already.
          SingleClose.step(() -> open.drain(settings.now().health().drainTimeout()));
          exposures.close();
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
          SingleClose.step(() -> context.tokens().ifPresent(TokenStore::close));
        });
  }
}
