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
import io.gatemini.PluginInfo;
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
import io.gatemini.UnknownBackendException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.content.PromptContent;
import io.gatemini.content.ResourceContent;
import io.gatemini.spi.SignIn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A gateway as one client sees it: without the backends that other clients have registered. What
 * acts for a session of its own, such as a call, is decided by that session. Thread-safe.
 *
 * @param viewer the client
 */
record ClientGateway(GatewayEngine engine, Session viewer) implements Gateway {
  /** Whether the client sees a backend. */
  boolean sees(String backend) {
    return engine.sees(backend, viewer);
  }

  /** A search that names no session is one of this client. */
  SearchRequest own(SearchRequest request) {
    return request.session().equals(Session.local()) ? request.withSession(viewer) : request;
  }

  @Override
  public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
    return engine.searchAsync(own(request));
  }

  @Override
  public ToolInfo tool(String name) {
    return engine.tool(name, viewer);
  }

  @Override
  public String typescript(String backend) {
    if (!sees(backend)) {
      throw new UnknownBackendException("backend \"" + backend + "\" is not known");
    }
    return engine.typescript(backend);
  }

  @Override
  public Optional<String> instructions(String backend) {
    return sees(backend) ? engine.instructions(backend) : Optional.empty();
  }

  @Override
  public CatalogSnapshot catalog() {
    return engine.catalog(viewer);
  }

  @Override
  public List<BackendStatus> backends() {
    return engine.backends().stream().filter(backend -> sees(backend.name())).toList();
  }

  @Override
  public Optional<BackendConfig> backendConfig(String name) {
    return sees(name) ? engine.backendConfig(name) : Optional.empty();
  }

  @Override
  public List<DefinitionChange> definitionChanges() {
    return engine.definitionChanges().stream()
        .filter(change -> sees(change.now().backend()))
        .toList();
  }

  @Override
  public boolean awaitReady(Duration timeout) {
    return engine.awaitReady(timeout);
  }

  @Override
  public boolean awaitIndexed(Duration timeout) {
    return engine.awaitIndexed(timeout);
  }

  @Override
  public CompletableFuture<ToolResult> callAsync(ToolCall call) {
    return engine.callAsync(call);
  }

  @Override
  public CompletableFuture<ChainResult> runAsync(ChainRequest request) {
    return engine.runAsync(request);
  }

  @Override
  public StoredResult result(String id, Session session) {
    return engine.result(id, session);
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(String name, BackendConfig config) {
    return engine.registerAsync(name, config);
  }

  @Override
  public CompletableFuture<BackendStatus> registerAsync(
      String name, BackendConfig config, Session onBehalfOf) {
    return engine.registerAsync(name, config, onBehalfOf);
  }

  @Override
  public void endSession(Session session) {
    engine.endSession(session);
  }

  @Override
  public void acceptChange(String tool) {
    engine.acceptChange(tool);
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name, Session onBehalfOf) {
    return engine.deregisterAsync(name, onBehalfOf);
  }

  @Override
  public CompletableFuture<Void> deregisterAsync(String name) {
    return engine.deregisterAsync(name);
  }

  @Override
  public CompletableFuture<BackendStatus> restartAsync(String name) {
    return engine.restartAsync(name);
  }

  @Override
  public CompletableFuture<SignIn> signInAsync(String name) {
    return engine.signInAsync(name);
  }

  @Override
  public CompletableFuture<Boolean> signOutAsync(String name) {
    return engine.signOutAsync(name);
  }

  @Override
  public CompletableFuture<SettingsChange> reloadAsync(Supplier<GatewaySettings> read) {
    return engine.reloadAsync(read);
  }

  @Override
  public GatewayStats stats() {
    return engine.stats();
  }

  @Override
  public SessionStats stats(Session session) {
    return engine.stats(session);
  }

  @Override
  public void addListener(GatewayListener listener) {
    engine.addListener(listener);
  }

  @Override
  public boolean removeListener(GatewayListener listener) {
    return engine.removeListener(listener);
  }

  @Override
  public List<PluginInfo> plugins() {
    return engine.plugins();
  }

  @Override
  public CompletableFuture<ResourceContent> readResourceAsync(String uri) {
    return engine.readResourceAsync(uri);
  }

  @Override
  public CompletableFuture<PromptContent> promptAsync(String name, Map<String, String> arguments) {
    return engine.promptAsync(name, arguments);
  }

  @Override
  public Surface surface() {
    return engine.surface();
  }

  @Override
  public Exposure expose(Transport transport) {
    return engine.expose(transport);
  }

  @Override
  public Exposure expose(String transport) {
    return engine.expose(transport);
  }

  @Override
  public void close() {
    engine.close();
  }
}
