package io.gatemini.transport.http.internal.client;

import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * Makes the HTTP client of one backend: HTTP/2 where a server offers it over TLS, else HTTP/1.1; a
 * few daemon threads, no cookies, nothing automatic.
 */
public final class HttpClients {
  private static final Logger LOG = System.getLogger(HttpClients.class.getName());

  /** One selects and parses, the others resolve names and come where it is held up. */
  private static final int MAX_THREADS = 8;

  private static final int THREAD_IDLE_MILLIS = 10_000;

  /** The calls in flight have a connection each, and the stream of the server has one. */
  private static final int MAX_CONNECTIONS = 256;

  private static final int CONNECT_TIMEOUT_MILLIS = 10_000;

  /**
   * Common servers close a connection that was quiet for five seconds. One that is given up before
   * cannot be closed under a request that was just sent.
   */
  private static final int CONNECTION_IDLE_MILLIS = 4_000;

  /** Bearer tokens of several kilobytes are common. */
  private static final int MAX_HEADERS_BYTES = 64 * 1024;

  private HttpClients() {}

  /** A client that is not started yet, and asks the system for addresses. */
  public static HttpClient create(String backend, AddressCheck check) {
    return create(backend, check, NameLookup.SYSTEM);
  }

  /**
   * A client that is not started yet.
   *
   * @param names resolves names
   */
  public static HttpClient create(String backend, AddressCheck check, NameLookup names) {
    String name = "gatemini-http-" + backend;
    ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler(name + "-timer", true, 1);
    QueuedThreadPool threads = new SelectorThreads(MAX_THREADS, THREAD_IDLE_MILLIS, scheduler);
    threads.setName(name);
    threads.setDaemon(true);

    ClientConnector connector = new ClientConnector();
    connector.setSelectors(1);
    HTTP2Client http2 = new HTTP2Client(connector);
    http2.setMaxRequestHeadersSize(MAX_HEADERS_BYTES);
    http2.setMaxResponseHeadersSize(MAX_HEADERS_BYTES);
    HttpClient client =
        new HttpClient(
            // The first is spoken without TLS, and to servers that do not negotiate; of those that
            // do, all known ones go by their own order, in which HTTP/2 comes first.
            new BoundedConnects(
                connector,
                CONNECT_TIMEOUT_MILLIS,
                HttpClientConnectionFactory.HTTP11,
                new QuietHttp2(http2)));
    client.setName(name);
    client.setExecutor(threads);
    client.setScheduler(scheduler);
    client.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
    client.setIdleTimeout(CONNECTION_IDLE_MILLIS);
    client.setMaxConnectionsPerDestination(MAX_CONNECTIONS);
    client.setMaxRequestHeadersSize(MAX_HEADERS_BYTES);
    client.setMaxResponseHeadersSize(MAX_HEADERS_BYTES);
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "gatemini"));
    client.setSocketAddressResolver(
        new CheckedAddressResolver(names, check, threads, client.getAddressResolutionTimeout()));
    return client;
  }

  /** Starts it, and takes away what would answer a challenge or change an answer on its own. */
  public static void start(HttpClient client) throws Exception {
    client.start();
    client.getProtocolHandlers().remove("redirect");
    client.getProtocolHandlers().remove("www-authenticate");
    client.getProtocolHandlers().remove("proxy-authenticate");
    client.getProtocolHandlers().remove("upgrade");
  }

  /** Stops it; what is open fails. */
  public static void stop(HttpClient client, String backend) {
    try {
      client.stop();
    } catch (Exception e) {
      LOG.log(Level.DEBUG, "backend {0}: the HTTP client did not stop cleanly", backend, e);
    }
  }

  /** The same on a thread of its own: it waits for the client's threads, which may not do it. */
  public static CompletableFuture<Void> stopAside(HttpClient client, String backend) {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    Guarded.startOrRun(
        LOG,
        client.getName() + "-close",
        () -> {
          stop(client, backend);
          stopped.complete(null);
        });
    return stopped;
  }

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

  /**
   * HTTP/2 that never gives up a quiet connection: all calls share it, and one of them may be
   * silent for as long as its caller waits. A server that closes it says which requests it has
   * seen, so that there is no need to be first, as over HTTP/1.1.
   */
  private static final class QuietHttp2 extends ClientConnectionFactoryOverHTTP2.HTTP2 {
    QuietHttp2(HTTP2Client client) {
      super(client);
    }

    @Override
    public ClientConnectionFactory getClientConnectionFactory() {
      ClientConnectionFactory factory = super.getClientConnectionFactory();
      return (endPoint, context) -> {
        endPoint.setIdleTimeout(0);
        return factory.newConnection(endPoint, context);
      };
    }
  }
}
