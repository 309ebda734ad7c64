package io.gatemini.transport.http;

import java.net.InetSocketAddress;

/**
 * Decides whether an address may be connected to. It sees what the name resolved to for this very
 * connection, so a name that changes its mind between check and use changes nothing.
 */
@FunctionalInterface
interface AddressCheck {
  /**
   * Whether a connection may be opened.
   *
   * @param host the name or address as it stands in the URL
   * @param address what that resolved to, and the port
   */
  boolean allows(String host, InetSocketAddress address);

  /** Lets every address pass. */
  static AddressCheck allowAll() {
    return (host, address) -> true;
  }
}
