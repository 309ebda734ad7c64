package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** What one life of a backend is created with: its own, and what the engine lends to all. */
record LentContext(
    String name, BackendConfig config, BackendListener listener, PluginContext engine, Trust trust)
    implements BackendContext {
  /** The secrets that the configuration refers to are put in here, for this life alone. */
  LentContext {
    config = trust.resolved(config);
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return trust.mayConnectTo(host, address);
  }

  @Override
  public Executor executor() {
    return engine.executor();
  }

  @Override
  public ScheduledExecutorService scheduler() {
    return engine.scheduler();
  }

  @Override
  public Clock clock() {
    return engine.clock();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return engine.textAnalyzer();
  }

  @Override
  public TokenEstimator tokenEstimator() {
    return engine.tokenEstimator();
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    return engine.plugins(kind);
  }
}
