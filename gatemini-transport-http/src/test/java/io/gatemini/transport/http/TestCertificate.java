package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A certificate for localhost, and a while in which the JVM trusts it. */
final class TestCertificate {
  static final String PASSWORD = "changeit";

  private final Path store;

  private TestCertificate(Path store) {
    this.store = store;
  }

  static TestCertificate create(Path directory) throws Exception {
    Path store = directory.resolve("server.p12");
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
    return new TestCertificate(store);
  }

  Path store() {
    return store;
  }

  /** Clients that are started until it is closed trust the certificate. */
  Trust trusted() {
    String before = System.getProperty("javax.net.ssl.trustStore", "");
    System.setProperty("javax.net.ssl.trustStore", store.toString());
    System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
    return () -> {
      System.clearProperty("javax.net.ssl.trustStorePassword");
      if (before.isEmpty()) {
        System.clearProperty("javax.net.ssl.trustStore");
      } else {
        System.setProperty("javax.net.ssl.trustStore", before);
      }
    };
  }

  interface Trust extends AutoCloseable {
    @Override
    void close();
  }
}
