package io.gatemini.internal.backend.instance;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.trust.Trust;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.TokenStore;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** The context of one backend or instance: its own part, and what the engine lends to all. */
public record DelegatingContext(
    String name,
    BackendConfig config,
    Supplier<BackendConfig> source,
    BackendListener listener,
    PluginContext lender,
    MessageMemory messageMemory,
    Optional<TokenStore> tokens,
    BiPredicate<String, InetSocketAddress> connectRule,
    boolean servesSeveralClients)
    implements BackendContext, Deadlines.Keeper {

  /** For one life of a backend: the secrets of its configuration are resolved for it alone. */
  public static DelegatingContext ofLife(
      String name,
      BackendConfig config,
      BackendListener listener,
      PluginContext lender,
      MessageMemory messageMemory,
      Trust trust) {
    return new DelegatingContext(
        name,
        trust.resolved(config),
        () -> trust.resolved(config),
        listener,
        lender,
        messageMemory,
        lender.tokens(),
        trust::mayConnectTo,
        false);
  }

  /** For one of several instances: all that its backend has, and a listener of its own. */
  static DelegatingContext ofInstance(BackendContext backend, BackendListener listener) {
    return new DelegatingContext(
        backend.name(),
        backend.config(),
        backend::reread,
        listener,
        backend,
        backend.messageMemory(),
        backend.tokens(),
        backend::mayConnectTo,
        backend.servesSeveralClients());
  }

  @Override
  public BackendConfig reread() {
    return source.get();
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return connectRule.test(host, address);
  }

  @Override
  public Executor executor() {
    return lender.executor();
  }

  @Override
  public ScheduledExecutorService scheduler() {
    return lender.scheduler();
  }

  @Override
  public Deadlines deadlines() {
    return Deadlines.of(lender);
  }

  @Override
  public Clock clock() {
    return lender.clock();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return lender.textAnalyzer();
  }

  @Override
  public TokenEstimator tokenEstimator() {
    return lender.tokenEstimator();
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    return lender.plugins(kind);
  }

  @Override
  public JsonNode config(String plugin) {
    return lender.config(plugin);
  }
}
