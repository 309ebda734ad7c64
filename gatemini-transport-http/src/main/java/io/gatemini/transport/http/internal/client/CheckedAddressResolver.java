package io.gatemini.transport.http.internal.client;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/** Resolves a name at connect time and leaves only the addresses that a check allows. */
public final class CheckedAddressResolver implements SocketAddressResolver {
  private final SocketAddressResolver names;
  private final AddressCheck check;

  CheckedAddressResolver(SocketAddressResolver names, AddressCheck check) {
    this.names = names;
    this.check = check;
  }

  @Override
  public void resolve(
      String host,
      int port,
      Map<String, Object> context,
      Promise<List<InetSocketAddress>> promise) {
    names.resolve(
        host,
        port,
        context,
        new Promise<>() {
          @Override
          public void succeeded(List<InetSocketAddress> resolved) {
            List<InetSocketAddress> allowed =
                resolved.stream()
                    .filter(a -> a.getAddress() != null && check.allows(host, a))
                    .toList();
            if (allowed.isEmpty()) {
              promise.failed(new AddressRefusedException());
            } else {
              promise.succeeded(allowed);
            }
          }

          @Override
          public void failed(Throwable cause) {
            promise.failed(cause);
          }
        });
  }

  /** None of the addresses of a host may be connected to. */
  public static final class AddressRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AddressRefusedException() {
      super("address refused", null, false, false);
    }
  }
}
