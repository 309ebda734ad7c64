package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a server that offers HTTP/2 over TLS. */
@SuppressWarnings("try") // trust is there until it is closed
class Http2Test {
  private static final Set<String> connections = ConcurrentHashMap.newKeySet();
  private static final List<String> versions = new CopyOnWriteArrayList<>();
  private static final Semaphore slowArrived = new Semaphore(0);
  private static final Semaphore slowReset = new Semaphore(0);

  @AutoClose("stop")
  private static Server server;

  private static TestCertificate certificate;
  private static ServerConnector connector;

  @BeforeAll
  static void startServer(@TempDir Path directory) throws Exception {
    server = new Server();
    certificate = TestCertificate.create(directory);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(certificate.store().toString());
    tls.setKeyStorePassword(TestCertificate.PASSWORD);
    HttpConfiguration https = new HttpConfiguration();
    https.addCustomizer(new SecureRequestCustomizer());
    HttpConnectionFactory http1 = new HttpConnectionFactory(https);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(https);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    connector =
        new ServerConnector(
            server, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2, http1);
    connector.setHost("localhost");
    server.addConnector(connector);
    server.setHandler(new McpHandler());
    server.start();
  }

  @BeforeEach
  void forget() {
    connections.clear();
    versions.clear();
  }

  @Test
  void sendsAllRequestsOverOneConnection() throws Exception {
    try (TestCertificate.Trust trust = certificate.trusted();
        ChannelFixture client = new ChannelFixture(url())) {
      client.sendAndWait(CALL);
      List<CompletableFuture<Void>> calls = new ArrayList<>();

      for (int i = 0; i < 100; i++) {
        calls.add(client.send(CALL));
      }
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

      assertThat(client.messages).hasSize(101).containsOnly(ANSWER);
      assertThat(versions).hasSize(101).containsOnly("HTTP/2.0");
      assertThat(connections).hasSize(1);
    }
  }

  @Tag("long")
  @Test
  void readsEventsAndKeepsASilentStreamOpen() throws Exception {
    try (TestCertificate.Trust trust = certificate.trusted();
        ChannelFixture client = new ChannelFixture(url())) {

      client.sendAndWait(CALL.replace("tools/call", "late"));

      assertThat(client.messages).containsExactly(CHANGED, ANSWER);
    }
  }

  @Test
  void cancellingResetsTheStreamAndKeepsTheConnection() throws Exception {
    try (TestCertificate.Trust trust = certificate.trusted();
        ChannelFixture client = new ChannelFixture(url())) {
      // The client forgets to reset a stream whose first frame has left but is not known to have.
      await()
          .atMost(60, TimeUnit.SECONDS)
          .until(
              () -> {
                CompletableFuture<Void> call = client.send(CALL.replace("tools/call", "never"));
                assertThat(slowArrived.tryAcquire(60, TimeUnit.SECONDS)).isTrue();

                call.cancel(true);

                return slowReset.tryAcquire(3, TimeUnit.SECONDS);
              });
      client.sendAndWait(CALL);
      assertThat(connections).hasSize(1);
    }
  }

  @Test
  void failsACallWhoseStreamIsReset() throws Exception {
    try (TestCertificate.Trust trust = certificate.trusted();
        ChannelFixture client = new ChannelFixture(url())) {

      assertThat(client.failure(CALL.replace("tools/call", "reset")))
          .isInstanceOf(BackendCallException.class);
      client.sendAndWait(CALL);
    }
  }

  private static String url() {
    return "https://localhost:" + connector.getLocalPort() + "/mcp";
  }

  private static final class McpHandler extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      connections.add(request.getConnectionMetaData().getId());
      versions.add(request.getConnectionMetaData().getHttpVersion().asString());
      String message = Content.Source.asString(request, StandardCharsets.UTF_8);
      if (message.contains("\"late\"")) {
        response.getHeaders().put("Content-Type", "text/event-stream");
        Content.Sink.write(response, false, "data: " + CHANGED + "\n\n", Callback.NOOP);
        // Longer than an idle connection lives.
        CompletableFuture.delayedExecutor(4_800, TimeUnit.MILLISECONDS)
            .execute(
                () -> Content.Sink.write(response, true, "data: " + ANSWER + "\n\n", callback));
      } else if (message.contains("\"never\"")) {
        request.addFailureListener(
            failure -> {
              slowReset.release();
              callback.failed(failure);
            });
        slowArrived.release();
      } else if (message.contains("\"reset\"")) {
        response.getHeaders().put("Content-Type", "application/json");
        Content.Sink.write(
            response,
            false,
            "{",
            Callback.from(() -> callback.failed(new IllegalStateException("on purpose"))));
      } else {
        response.getHeaders().put("Content-Type", "application/json");
        Content.Sink.write(response, true, ANSWER, callback);
      }
      return true;
    }
  }
}
