package io.gatemini.transport.http.server;

import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A Jetty that serves one servlet; the only class that sees its server. */
final class EmbeddedJetty implements HttpTransport.Listening {
  private static final int BACKLOG = 1024;

  private final Server server;
  private final Exposure door;
  private final URI uri;

  private EmbeddedJetty(Server server, Exposure door, URI uri) {
    this.server = server;
    this.door = door;
    this.uri = uri;
  }

  /**
   * Listens.
   *
   * @throws ConfigException where that cannot be
   */
  static EmbeddedJetty start(OptionValues options, Surface surface, PluginContext context) {
    String listen = options.get(HttpOptions.LISTEN);
    String path = options.get(HttpOptions.PATH);
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("gatemini-http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    boolean tls = options.find(HttpOptions.KEYSTORE).isPresent();
    ServerConnector connector = connector(server, options);
    connector.setHost(HttpOptions.host(listen));
    connector.setPort(HttpOptions.port(listen));
    connector.setAcceptQueueSize(BACKLOG);
    server.addConnector(connector);
    ServletContextHandler handler = new ServletContextHandler();
    McpServlet servlet = new McpServlet(options);
    ServletHolder holder = new ServletHolder("mcp", servlet);
    holder.setAsyncSupported(true);
    handler.addServlet(holder, path);
    options
        .find(HttpOptions.OAUTH)
        .ifPresent(oauth -> handler.addServlet(holder, oauth.metadataPath()));
    server.setHandler(handler);
    Exposure door = servlet.open(surface, context);
    try {
      server.start();
    } catch (Exception e) { // whatever a part of Jetty throws when it starts
      door.close();
      Guarded.run(McpServlet.LOG, "the server could not be stopped", () -> stop(server));
      throw new ConfigException(
          "nothing can listen at " + listen + ": " + e.getMessage() + "; choose another port", e);
    }
    URI uri =
        URI.create(
            (tls ? "https://" : "http://")
                + authority(HttpOptions.host(listen), connector.getLocalPort())
                + path);
    McpServlet.LOG.log(System.Logger.Level.INFO, "MCP clients are served at {0}", uri);
    return new EmbeddedJetty(server, door, uri);
  }

  private static ServerConnector connector(Server server, OptionValues options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setRequestHeaderSize(options.get(HttpOptions.MAX_HEADER_BYTES));
    if (options.find(HttpOptions.KEYSTORE).isEmpty()) {
      return new ServerConnector(server, new HttpConnectionFactory(http));
    }
    SecureRequestCustomizer customizer = new SecureRequestCustomizer();
    customizer.setSniHostCheck(false);
    http.addCustomizer(customizer);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(options.get(HttpOptions.KEYSTORE).toString());
    options.find(HttpOptions.KEYSTORE_PASSWORD).ifPresent(tls::setKeyStorePassword);
    return new ServerConnector(
        server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
  }

  private static String authority(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public URI uri() {
    return uri;
  }

  @Override
  public CompletionStage<Void> closed() {
    return door.closed();
  }

  @Override
  public void close() {
    door.close();
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) { // whatever a part of Jetty throws when it stops
      Guarded.log(McpServlet.LOG, "the server could not be stopped", e);
    }
  }
}
