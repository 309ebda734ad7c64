package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS of the embedded Jetty, with a key that the JDK's keytool has made. */
class TlsDoorTest {
  private static final String PASSWORD = "changeit";

  @AutoClose private final TestContext context = new TestContext();
  private final Path keystore;

  TlsDoorTest(@TempDir Path directory) throws Exception {
    keystore = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                keystore.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                "door",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool").toFile())
            .start();
    Patience.awaitEnd(keytool);
    assertThat(keytool.exitValue()).isZero();
  }

  private HttpTransport.Listening open(String password) {
    return HttpTransport.of(
            JsonNodeFactory.instance
                .objectNode()
                .put("listen", "127.0.0.1:0")
                .put("keystore", keystore.toString())
                .put("keystore_password", password))
        .open(new TestSurface(), context);
  }

  @Test
  void servesOverTlsAlone() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      trusted.load(in, PASSWORD.toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    HttpTransport.Listening open = open(PASSWORD);
    try {
      URI uri = open.uri();
      assertThat(uri.getScheme()).isEqualTo("https");

      HttpResponse<String> begun = post(HttpClient.newBuilder().sslContext(tls).build(), uri);

      JsonNode answer = ConformanceSurface.json(begun.body());
      assertThat(answer.at("/result/serverInfo/name").asText()).isEqualTo("test-gateway");
      assertThat(begun.headers().firstValue("Mcp-Session-Id")).isPresent();
      assertThatThrownBy(() -> post(HttpClient.newHttpClient(), uri))
          .hasStackTraceContaining("SSLHandshakeException");
    } finally {
      open.close();
    }
  }

  private static HttpResponse<String> post(HttpClient client, URI uri) {
    return Patience.join(
        client.sendAsync(
            HttpRequest.newBuilder(uri)
                .header("Accept", "application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(DoorFixture.INITIALIZE.formatted("2025-11-25")))
                .build(),
            BodyHandlers.ofString()));
  }

  @Test
  void aWrongPasswordIsAnError() {
    assertThatThrownBy(() -> open("wrong").close())
        .isInstanceOf(io.gatemini.GatewayException.class)
        .hasMessageContaining("keystore");
  }
}
