package io.gatemini.internal.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.async.Guard;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store that fails remembers nothing. */
final class GuardedStateStore implements StateStore {
  private final Guard guard = new Guard("the state store");
  private final StateStore store;
  private final boolean isOwn;

  /**
   * @param isOwn whether it is closed with the gateway
   */
  GuardedStateStore(StateStore store, boolean isOwn) {
    this.store = store;
    this.isOwn = isOwn;
  }

  /** The store that a host gave to the builder. */
  record Given(StateStore store) implements StateStoreProvider {
    @Override
    public String name() {
      return "host";
    }

    @Override
    public int weight() {
      return Integer.MAX_VALUE;
    }

    @Override
    public StateStore create(JsonNode config, PluginContext context) {
      return store;
    }
  }

  @Override
  public Optional<byte[]> read(String area, String key) {
    return guard.ask("failed to read " + area, () -> store.read(area, key), Optional.empty());
  }

  @Override
  public void write(String area, String key, byte[] value) {
    guard.run("did not write to " + area, () -> store.write(area, key, value));
  }

  @Override
  public void remove(String area, String key) {
    guard.run("did not remove something of " + area, () -> store.remove(area, key));
  }

  @Override
  public Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    return guard.ask(
        "failed to add to " + area, () -> store.update(area, key, change), Optional.empty());
  }

  @Override
  public Duration refreshInterval() {
    return guard.ask(
        "failed to report its refresh interval", store::refreshInterval, Duration.ZERO);
  }

  @Override
  public void flush() {
    guard.run("failed to flush", store::flush);
  }

  @Override
  public void close() {
    if (isOwn) {
      guard.run("did not close", store::close);
    }
  }
}
