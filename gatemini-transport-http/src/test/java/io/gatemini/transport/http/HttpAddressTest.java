package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpAddressTest {
  @Test
  void takesUrlAndHeaders() {
    BackendConfig config =
        BackendConfig.streamableHttp(" https://mcp.example.com:8443/mcp?tenant=a ")
            .header("Authorization", "Bearer t");

    HttpAddress address = HttpAddress.of("docs", config);

    assertThat(address.uri()).isEqualTo(URI.create("https://mcp.example.com:8443/mcp?tenant=a"));
    assertThat(address.headers()).isEqualTo(Map.of("Authorization", "Bearer t"));
  }

  @Test
  void asksForAUrl() {
    assertThatThrownBy(() -> HttpAddress.of("docs", BackendConfig.of("streamable-http")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "backend \"docs\" (streamable-http): needs url, for example"
                + " \"https://mcp.example.com/mcp\"");
  }

  @Table(
      """
      `` | must begin with http
      mcp.example.com/mcp | must begin with http
      ftp://secret.example.com | must begin with http
      http:///secret | needs a host
      http:secret | needs a host
      http://a_b.secret:x/ | needs a host
      http://secret.com:70000/ | a port from 1 to 65535
      http://host/a secret | is not a URL
      http://me:secret@host/ | user name or password
      http://host/#secret | fragment
      """)
  void refusesAUrlThatCannotWorkWithoutRepeatingIt(String url, String said) {
    assertThatThrownBy(() -> HttpAddress.of("docs", BackendConfig.streamableHttp(url)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("backend \"docs\" (streamable-http): url ")
        .hasMessageContaining(said)
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp-session-id | secret          | is set by the transport",
        "Content-Type   | secret          | is set by the transport",
        "X Y            | secret          | is not a header name",
        "X-Key          | 'secret\nX: y'  | no line break",
        "X-Key          | secret\u00e9    | printable ASCII"
      })
  void refusesAHeaderThatCannotBeSentWithoutRepeatingItsValue(
      String name, String value, String said) {
    BackendConfig config = BackendConfig.streamableHttp("http://host/").header(name, value);

    assertThatThrownBy(() -> HttpAddress.of("docs", config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("headers: ")
        .hasMessageContaining(said)
        .hasMessageNotContaining("secret");
  }
}
