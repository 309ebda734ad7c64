package io.gatemini.transport.http.internal.client;

import java.net.InetSocketAddress;

/**
 * Decides whether an address may be connected to. It sees what the name resolved to for this very
 * connection, so a name that changes its mind between check and use changes nothing.
 */
@FunctionalInterface
public interface AddressCheck {
  /**
   * Whether a connection may be opened.
   *
   * @param host the name or address as it stands in the URL
   * @param address what that resolved to, and the port
   */
  boolean allows(String host, InetSocketAddress address);

  /**
   * Whether a redirect may lead to a host over plain http, whatever the name of that resolves to. A
   * check that cannot do without an address does not know the host, and allows nothing.
   */
  default boolean allowsPlainText(String host, int port) {
    try {
      return allows(host, InetSocketAddress.createUnresolved(host, port));
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Lets every address pass. */
  static AddressCheck allowAll() {
    return (host, address) -> true;
  }
}
