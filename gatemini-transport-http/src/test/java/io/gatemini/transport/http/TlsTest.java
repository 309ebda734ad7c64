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
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String PASSWORD = "changeit";

  private static Path store;
  private static HttpsServer server;

  @BeforeAll
  static void startServer(@TempDir Path directory) throws Exception {
    store = directory.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "server",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
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
    String before = System.getProperty("javax.net.ssl.trustStore", "");
    System.setProperty("javax.net.ssl.trustStore", store.toString());
    System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
    try (ChannelFixture client = new ChannelFixture(url("localhost"));
        ChannelFixture other = new ChannelFixture(url("127.0.0.1"))) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(other.failure(CALL)).hasMessageContaining("the TLS handshake failed (");
    } finally {
      System.clearProperty("javax.net.ssl.trustStorePassword");
      if (before.isEmpty()) {
        System.clearProperty("javax.net.ssl.trustStore");
      } else {
        System.setProperty("javax.net.ssl.trustStore", before);
      }
    }
  }

  private static String url(String host) {
    return "https://" + host + ":" + server.getAddress().getPort() + "/mcp";
  }
}
