package io.gatemini.transport.http.internal.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Finds the addresses of a host. */
@FunctionalInterface
public interface NameLookup {
  /** Asks the system. */
  NameLookup SYSTEM =
      (host, port) ->
          Arrays.stream(InetAddress.getAllByName(host))
              .map(address -> new InetSocketAddress(address, port))
              .toList();

  /** May block. */
  List<InetSocketAddress> lookUp(String host, int port) throws UnknownHostException;
}
