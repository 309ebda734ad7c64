package io.gatemini.transport.http.internal.client;

import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Connects within a bound, TLS and the choice of the protocol included. The client alone bounds the
 * TCP connection only: a server that is silent during the handshake would hold its callers, and a
 * place among the connections, for good.
 */
final class BoundedConnects extends HttpClientTransportDynamic {
  /** The key of Jetty 12.0, where {@link Connection#PROMISE_CONTEXT_KEY} is not. */
  private static final String OLD_PROMISE_KEY = "org.eclipse.jetty.client.connection.promise";

  private final long timeoutMillis;

  BoundedConnects(
      ClientConnector connector, long timeoutMillis, ClientConnectionFactory.Info... protocols) {
    super(connector, protocols);
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  @SuppressWarnings("unchecked") // the type is documented at the key
  public void connect(SocketAddress address, Map<String, Object> context) {
    String key =
        context.containsKey(OLD_PROMISE_KEY) ? OLD_PROMISE_KEY : Connection.PROMISE_CONTEXT_KEY;
    Outcome outcome =
        new Outcome((Promise<Connection>) Objects.requireNonNull(context.get(key), "promise"));
    context.put(key, outcome);
    outcome.timer =
        getHttpClient()
            .getScheduler()
            .schedule(
                () -> outcome.failed(new SocketTimeoutException("the handshake takes too long")),
                timeoutMillis,
                TimeUnit.MILLISECONDS);
    super.connect(address, context);
  }

  /** Takes the first outcome. */
  private static final class Outcome implements Promise<Connection> {
    private final Promise<Connection> promise;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile Scheduler.Task timer = () -> false;

    Outcome(Promise<Connection> promise) {
      this.promise = promise;
    }

    @Override
    public void succeeded(Connection connection) {
      if (done.compareAndSet(false, true)) {
        timer.cancel();
        promise.succeeded(connection);
      } else {
        connection.close();
      }
    }

    @Override
    public void failed(Throwable cause) {
      if (done.compareAndSet(false, true)) {
        timer.cancel();
        promise.failed(cause);
      }
    }
  }
}
