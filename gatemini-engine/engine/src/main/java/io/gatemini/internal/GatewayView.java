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
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.spi.SignIn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A gateway as one viewer sees it. The host sees all; a client does not see the backends that other
 * clients have registered. An act for a session of its own, such as a call, is decided by that
 * session. Thread-safe.
 *
 * @param viewer {@link Session#local} for the host
 */
record GatewayView(GatewayEngine engine, Session viewer, boolean ofSurface) implements Gateway {
  /** The gateway of a host or of a program. */
  GatewayView(GatewayEngine engine, Session viewer) {
    this(engine, viewer, false);
  }

  /** Whether the viewer sees a backend. */
  boolean sees(String backend) {
    return engine.catalog.isVisible(backend, viewer);
  }

  /** A search that names no session is one of this viewer. */
  SearchRequest own(SearchRequest request) {
    return request.session().equals(Session.local()) ? request.withSession(viewer) : request;
  }

  /** The backend of a name, where the viewer sees it. */
  private Optional<ManagedBackend> backend(String name) {
    return Optional.ofNullable(engine.backends.get(name)).filter(backend -> sees(name));
  }

  @Override
  public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
    if (engine.close.hasBegun()) {
      return CompletableFuture.failedFuture(SingleClose.closed());
    }
    engine.open.touch();
    engine.ensureStarted();
    if (ofSurface) {
      engine.scriptEngines.prewarm();
    } else {
      engine.scriptEngines.used();
    }
    return engine.retrieval.searchPatiently(own(request), engine.backends.known());
  }

  @Override
  public ToolInfo tool(String name) {
    return catalog()
        .resolve(name)
        .map(engine.presentation()::info)
        .orElseThrow(() -> engine.names.unknownTool(name, viewer));
  }

  @Override
  public String typescript(String backend) {
    return Optional.of(backend)
        .filter(this::sees)
        .flatMap(engine.presentation()::typescript)
        .orElseGet(() -> engine.names.withoutTools(backend, viewer));
  }

  @Override
  public Optional<String> instructions(String backend) {
    return backend(backend).flatMap(ManagedBackend::instructions);
  }

  @Override
  public CatalogSnapshot catalog() {
    return engine.catalog.snapshot(viewer);
  }

  @Override
  public List<BackendStatus> backends() {
    List<BackendStatus> all = engine.backends.status();
    return engine.catalog.seesAll(viewer)
        ? all
        : all.stream().filter(backend -> sees(backend.name())).toList();
  }

  @Override
  public Optional<BackendConfig> backendConfig(String name) {
    return backend(name).map(ManagedBackend::config);
  }

  @Override
  public List<DefinitionChange> definitionChanges() {
    return engine.admission.changes().stream()
        .filter(change -> sees(change.now().backend()))
        .toList();
  }

  @Override
  public boolean awaitReady(Duration timeout) {
    engine.ensureStarted();
    return Futures.await(
        engine.backends.settled().thenCompose(nothing -> engine.indexed()), timeout);
  }

  @Override
  public boolean awaitIndexed(Duration timeout) {
    engine.ensureStarted();
    return Futures.await(engine.indexed(), timeout);
  }

  @Override
  public CompletableFuture<ToolResult> callAsync(ToolCall call) {
    engine.ensureStarted();
    return engine.unlessClosed(
        () -> engine.open.track(call.context().session(), engine.callPath.call(call)));
  }

  @Override
  public CompletableFuture<ChainResult> runAsync(ChainRequest request) {
    engine.ensureStarted();
    engine.scriptEngines.used();
    return engine.unlessClosed(
        () ->
            engine.open.track(
                request.context().session(),
                engine.chains(request.context().session()).run(request)));
  }

  @Override
  public List<GatewayTool> agentTools(Session session) {
    engine.scriptEngines.handedOut();
    return Gateway.super.agentTools(session);
  }

  @Override
  public StoredResult result(String id, Session session) {
    return engine.results.open(
        session.id(), id, engine.settings.now().output().pageSize(), engine.context.textAnalyzer());
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(String name, BackendConfig config) {
    return engine.unlessClosed(
        () -> engine.searchable(engine.backends.register(name, config, false, Optional.empty())));
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(
      String name, BackendConfig config, Session onBehalfOf) {
    return engine.unlessClosed(
        () -> engine.searchable(engine.agentRegistrations.register(name, config, onBehalfOf)));
  }

  @Override
  public void endSession(Session session) {
    // First: a call that waits would get an instance for a session that is gone.
    engine.open.cancel(session);
    engine.surface.disconnected(session);
  }

  @Override
  public void acceptChange(String tool) {
    engine.admission.accept(tool);
  }

  @Override
  public CompletableFuture<BackendStatus> restartAsync(String name) {
    return engine.unlessClosed(() -> engine.searchable(engine.backends.restart(name)));
  }

  @Override
  public CompletableFuture<SignIn> signInAsync(String name) {
    return engine.unlessClosed(() -> engine.backends.signIn(name));
  }

  @Override
  public CompletableFuture<Boolean> signOutAsync(String name) {
    return engine.unlessClosed(() -> engine.backends.signOut(name));
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name) {
    if (engine.settings.now().backends().containsKey(name) || name.equals(CompositeBackend.NAME)) {
      return CompletableFuture.failedFuture(
          new RegistrationException(
              "backend \""
                  + name
                  + "\" is configured and stays; remove it from the configuration and restart"));
    }
    try {
      return engine.backends.remove(name);
    } catch (RegistrationException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name, Session onBehalfOf) {
    return engine.agentRegistrations.remove(name, onBehalfOf);
  }

  @Override
  public CompletableFuture<SettingsChange> reloadAsync(Supplier<GatewaySettings> read) {
    return engine.unlessClosed(
        () ->
            CompletableFuture.supplyAsync(
                () -> engine.reload.run(read), engine.context.executor()));
  }

  @Override
  public GatewayStats stats() {
    return engine.tracker.stats(
        engine.scriptEngines.load(),
        engine.admission.cleanedTexts(),
        engine.context.messageMemory().usage());
  }

  @Override
  public SessionStats stats(Session session) {
    return engine.tracker.stats(session, catalog(), engine.listedTools);
  }

  @Override
  public void addListener(GatewayListener listener) {
    engine.notifications.add(Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public boolean removeListener(GatewayListener listener) {
    return engine.notifications.remove(listener);
  }

  @Override
  public List<PluginInfo> plugins() {
    return engine.plugins.list();
  }

  @Override
  public CompletableFuture<ResourceContent> readResourceAsync(String uri) {
    engine.ensureStarted();
    return engine.tracked(surface -> engine.surface.readResource(Session.local(), uri));
  }

  @Override
  public CompletableFuture<PromptContent> promptAsync(String name, Map<String, String> arguments) {
    engine.ensureStarted();
    return engine.tracked(surface -> engine.surface.prompt(Session.local(), name, arguments));
  }

  @Override
  public Exposure expose(Transport transport) {
    return engine.exposures.open(transport);
  }

  @Override
  public Exposure expose(String transport) {
    return engine.exposures.open(transport);
  }

  @Override
  public Surface surface() {
    return engine.surface;
  }

  @Override
  public void close() {
    engine.close();
  }
}
