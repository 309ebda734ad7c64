package io.gatemini.transport.http.internal.client;

import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.transport.http.internal.client.HttpClients.NameLookup;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Resolves a name at connect time and leaves only the addresses that a check allows.
 *
 * <p>It has the method of Jetty 12.1 and that of 12.0, the version that many hosts manage.
 */
final class CheckedAddressResolver implements SocketAddressResolver {
  private final NameLookup names;
  private final AddressCheck check;
  private final Executor executor;
  private final long timeoutMillis;

  /**
   * @param executor where names are looked up
   */
  CheckedAddressResolver(
      NameLookup names, AddressCheck check, Executor executor, long timeoutMillis) {
    this.names = names;
    this.check = check;
    this.executor = executor;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public void resolve(
      String host,
      int port,
      Map<String, Object> context,
      Promise<List<InetSocketAddress>> promise) {
    resolve(host, port, promise);
  }

  /** The method of Jetty 12.0. */
  public void resolve(String host, int port, Promise<List<InetSocketAddress>> promise) {
    CompletableFuture<List<InetSocketAddress>> allowed;
    try {
      allowed = CompletableFuture.supplyAsync(() -> allowed(host, port), executor);
    } catch (RejectedExecutionException e) {
      promise.failed(new SocketException("the client is stopped"));
      return;
    }
    Timeouts.orTimeout(allowed, Duration.ofMillis(timeoutMillis))
        .whenComplete(
            (addresses, failure) -> {
              if (failure == null) {
                promise.succeeded(addresses);
              } else {
                promise.failed(Causes.of(failure));
              }
            });
  }

  private List<InetSocketAddress> allowed(String host, int port) {
    List<InetSocketAddress> found;
    try {
      found = names.lookUp(host, port);
    } catch (UnknownHostException e) {
      throw new CompletionException(e);
    }
    List<InetSocketAddress> allowed =
        found.stream().filter(a -> a.getAddress() != null && check.allows(host, a)).toList();
    if (allowed.isEmpty()) {
      throw new AddressRefusedException();
    }
    return allowed;
  }

  /** None of the addresses of a host may be connected to. */
  static final class AddressRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AddressRefusedException() {
      super("address refused", null, false, false);
    }
  }
}
