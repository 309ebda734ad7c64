package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.PluginContext;
import java.net.InetSocketAddress;

/** What one life of a backend is created with: its own, and what the engine lends to all. */
record LentContext(
    String name, BackendConfig config, BackendListener listener, PluginContext lender, Trust trust)
    implements BorrowedContext {
  /** The secrets that the configuration refers to are put in here, for this life alone. */
  LentContext {
    config = trust.resolved(config);
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return trust.mayConnectTo(host, address);
  }
}
