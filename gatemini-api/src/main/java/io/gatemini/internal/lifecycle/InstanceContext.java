package io.gatemini.internal.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What one of several instances is created with: all its backend has, and a listener of its own.
 */
record InstanceContext(BackendContext backend, BackendListener listener) implements BackendContext {
  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public BackendConfig config() {
    return backend.config();
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return backend.mayConnectTo(host, address);
  }

  @Override
  public Executor executor() {
    return backend.executor();
  }

  @Override
  public ScheduledExecutorService scheduler() {
    return backend.scheduler();
  }

  @Override
  public Clock clock() {
    return backend.clock();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return backend.textAnalyzer();
  }

  @Override
  public TokenEstimator tokenEstimator() {
    return backend.tokenEstimator();
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    return backend.plugins(kind);
  }

  @Override
  public JsonNode config(String plugin) {
    return backend.config(plugin);
  }
}
