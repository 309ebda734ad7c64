package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.answer.ReductionPipeline;
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
import io.gatemini.internal.program.ChainEnvironment;
import io.gatemini.internal.program.ChainEnvironment.AgentTools;
import io.gatemini.internal.program.ChainRouter;
import io.gatemini.internal.program.ToolPrograms;
import io.gatemini.internal.registration.SharedRegistrations;
import io.gatemini.internal.retrieval.Retrieval;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.settings.SettingsCheck;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.state.ListedTools;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.surface.Sources;
import io.gatemini.internal.surface.ToolSurface;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts of a gateway: makes and wires them. Hosts and clients reach them by {@link
 * GatewayView}.
 */
final class GatewayEngine {
  /** Where the state store has how often tools were of use. */
  private static final String USAGE = "usage";

  private static final String ALL_TOOLS = "tools";

  final Settings settings;
  final EngineContext context;
  final Notifications notifications;
  final Plugins plugins;
  private final RememberedState state;
  final Catalog catalog;
  final ToolAdmission admission;
  final Backends backends;
  final Reload reload;
  final UnknownNames names;
  final CallPath callPath;
  final Inspections inspections;
  final Presentations presentations;
  final CallTracker tracker;
  final ListedTools listedTools;
  final Retrieval retrieval;
  final ScriptEngines scriptEngines;
  final GuardedResultStore results;
  private final EngineChains reached;
  private final ChainEnvironment environment;
  final ChainRouter chains;
  private final ToolPrograms toolPrograms;
  final ClientSurfaces surface;
  final SharedRegistrations agentRegistrations;
  private final AtomicBoolean started = new AtomicBoolean();
  final OpenWork open = new OpenWork();
  final Exposures exposures;
  final SingleClose close;

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
        viewer -> new EngineHost(this, new GatewayView(this, viewer, true), policy.allowsAny());
    SurfaceHost host = hosts.apply(ClientSurfaces.ANYONE);
    ToolSet tools = chosen.tools(host);
    NextSteps words = tools.words();
    ScriptLanguage language = scriptEngines.prefer(tools.language());
    this.presentations = new Presentations(language);
    this.notifications = new Notifications(context);
    parts.listeners().forEach(notifications::add);
    this.catalog = new Catalog(first.aliases());
    catalog.onPublish(notifications::published);
    notifications.showBackends(catalog::isVisible);
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
        new SharedRegistrations(backends, policy, settings, context, notifications, state);
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
            new GatewayView(this, Session.local()),
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
      return new GatewayView(engine, Session.local());
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

  /** Completes when the tools there are now can be searched. */
  CompletableFuture<Void> indexed() {
    return retrieval.indexed(catalog.snapshot().generation());
  }

  Presentation presentation() {
    return presentations.of(catalog.snapshot());
  }

  /** The programs of a session reach what the session sees. */
  ChainRouter chains(Session session) {
    return session.equals(Session.local())
        ? chains
        : new ChainRouter(environment.with(reached.of(new GatewayView(this, session))));
  }

  CompletableFuture<BackendStatus> searchable(CompletableFuture<ManagedBackend> started) {
    return Relay.compose(
        started,
        (backend, failure) ->
            backend == null
                ? CompletableFuture.failedFuture(Objects.requireNonNull(failure))
                : retrieval
                    .indexed(catalog.snapshot().generation())
                    .thenApply(nothing -> backend.status()));
  }

  <T> CompletableFuture<T> tracked(Function<Surface, CompletionStage<T>> work) {
    return unlessClosed(
        () -> open.track(Session.local(), work.apply(surface).toCompletableFuture()));
  }

  <T> CompletableFuture<T> unlessClosed(Supplier<CompletableFuture<T>> work) {
    return close.hasBegun() ? CompletableFuture.failedFuture(SingleClose.closed()) : work.get();
  }

  /** Ends everything that the gateway has begun; once. */
  void close() {
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
