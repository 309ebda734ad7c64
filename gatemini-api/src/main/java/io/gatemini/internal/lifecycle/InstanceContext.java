package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import java.net.InetSocketAddress;

/**
 * What one of several instances is created with: all its backend has, and a listener of its own.
 */
record InstanceContext(BackendContext lender, BackendListener listener) implements BorrowedContext {
  @Override
  public String name() {
    return lender.name();
  }

  @Override
  public BackendConfig config() {
    return lender.config();
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return lender.mayConnectTo(host, address);
  }
}
