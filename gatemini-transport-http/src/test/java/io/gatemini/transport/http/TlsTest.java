package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.gatemini.BackendUnavailableException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // trust is there until it is closed
class TlsTest {
  private static TestCertificate certificate;
  private static HttpsServer server;

  @BeforeAll
  static void startServer(@TempDir Path directory) throws Exception {
    certificate = TestCertificate.create(directory);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(certificate.store())) {
      keys.load(in, TestCertificate.PASSWORD.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, TestCertificate.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/mcp",
        exchange -> {
          byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stopServer() {
    server.stop(0);
  }

  @Test
  void refusesACertificateThatNobodyVouchesFor() throws Exception {
    try (ChannelFixture client = new ChannelFixture(url("localhost"))) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith(
              "failed to connect to localhost:"
                  + server.getAddress().getPort()
                  + ": the TLS handshake failed (");
    }
  }

  @Test
  void speaksTlsToAServerThatTheJvmTrustsUnderItsNameOnly() throws Exception {
    try (TestCertificate.Trust trust = certificate.trusted();
        ChannelFixture client = new ChannelFixture(url("localhost"));
        ChannelFixture other = new ChannelFixture(url("127.0.0.1"))) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(other.failure(CALL)).hasMessageContaining("the TLS handshake failed (");
    }
  }

  private static String url(String host) {
    return "https://" + host + ":" + server.getAddress().getPort() + "/mcp";
  }
}
