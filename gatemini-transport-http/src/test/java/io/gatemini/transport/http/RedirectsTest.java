package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.client.HttpClients.NameLookup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses a backend can be led to, by its server and by its name. */
class RedirectsTest {
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));
  private final TestHttpServer other = new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @AfterEach
  void stopServers() {
    server.close();
    other.close();
  }

  @Test
  void takesNoCredentialsToAnotherServer() throws Exception {
    redirectTo(other.url() + "?key=secret");
    try (ChannelFixture client =
        new ChannelFixture(
            server.url(), Map.of("Authorization", "x"), AddressCheck.allowAll(), 1000)) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("redirects (307) to another address, which is not followed")
          .hasMessageNotContaining("secret");
      assertThat(other.received()).isEmpty();
    }
  }

  @Test
  void followsToAnotherServerWithNothingToHide() throws Exception {
    redirectTo(other.url());
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(other.received()).hasSize(1);
    }
  }

  @Test
  void followsATemporaryRedirectForOneMessageOnly() throws Exception {
    redirectTo(other.url());
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.sendAndWait(CALL);

      server.handle((request, answer) -> answer.json(ANSWER));
      client.sendAndWait(CALL);

      assertThat(other.received()).hasSize(1);
      assertThat(server.received()).hasSize(2);
    }
  }

  @Test
  void movesForGoodWhereTheServerSaysSo() throws Exception {
    server.handle(
        (request, answer) -> answer.empty("308 Permanent Redirect", "Location: " + other.url()));
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.sendAndWait(CALL);
      client.sendAndWait(CALL);

      assertThat(other.received()).hasSize(2);
      assertThat(server.received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"307 Temporary Redirect", "308 Permanent Redirect"})
  void followsToAnotherHostOnlyWhereTheConfigurationNamesIt(String status) throws Exception {
    String location = "Location: http://127.0.0.1:" + other.port() + "/mcp";
    server.handle((request, answer) -> answer.empty(status, location));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("to another host")
          .hasMessageContaining("redirect_hosts does not name it");
      assertThat(other.received()).isEmpty();
    }
    HttpClient open = HttpClients.create("web", AddressCheck.allowAll());
    try (ChannelFixture client = new ChannelFixture(address(server.url(), "127.0.0.1"), open)) {
      client.sendAndWait(CALL);

      assertThat(other.received()).hasSize(1);
    }
  }

  @Test
  void checksTheAddressItIsRedirectedTo() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    AddressCheck onlyByName =
        (host, address) -> {
          if (address.isUnresolved()) {
            return true;
          }
          asked.add(host + " " + address.getAddress().getHostAddress());
          return host.equals("localhost");
        };
    redirectTo("http://127.0.0.1:" + other.port() + "/mcp");
    try (ChannelFixture client =
        new ChannelFixture(
            address(server.url(), "127.0.0.1"), HttpClients.create("web", onlyByName))) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              "failed to connect to 127.0.0.1:" + other.port() + ": its address is not allowed");
      assertThat(other.received()).isEmpty();
      assertThat(asked).contains("localhost 127.0.0.1", "127.0.0.1 127.0.0.1");
    }
  }

  @Test
  void refusesAnAddressThatTheCheckDoesNotAllow() throws Exception {
    AddressCheck noLoopback = (host, address) -> !address.getAddress().isLoopbackAddress();
    for (String host : new String[] {"localhost", "127.0.0.1", "[::1]"}) {
      try (ChannelFixture client =
          new ChannelFixture(
              "http://" + host + ":" + server.port() + "/mcp", Map.of(), noLoopback, 1000)) {

        assertThat(client.failure(CALL))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageEndingWith(": its address is not allowed");
      }
    }
    assertThat(server.received()).isEmpty();
  }

  @Test
  void asksAgainForEachConnectionSoThatANameCannotChangeUnderway() throws Exception {
    InetAddress allowed = InetAddress.getByAddress("mcp.test", new byte[] {127, 0, 0, 1});
    InetAddress metadata =
        InetAddress.getByAddress("mcp.test", new byte[] {(byte) 169, (byte) 254, (byte) 169, -2});
    AtomicReference<InetAddress> answer = new AtomicReference<>(allowed);
    NameLookup names = (host, port) -> List.of(new InetSocketAddress(answer.get(), port));
    AddressCheck check = (host, address) -> !address.getAddress().isLinkLocalAddress();
    server.handle(
        (request, reply) -> {
          reply.json(ANSWER, "Connection: close");
          reply.cut();
        });
    HttpAddress address =
        new HttpAddress(
            URI.create("http://mcp.test:" + server.port() + "/mcp"),
            Map.of(),
            Optional.empty(),
            List.of(),
            1000);
    try (ChannelFixture client =
        new ChannelFixture(address, HttpClients.create("web", check, names))) {
      client.sendAndWait(CALL);

      answer.set(metadata);

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith("its address is not allowed");
      answer.set(allowed);
      client.sendAndWait(CALL);
      assertThat(server.received()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"301 Moved", "302 Found", "303 See Other", "308 Permanent Redirect"})
  void givesUpOnRedirectsThatDropTheMessageOrNeverEnd(String status) throws Exception {
    server.handle((request, answer) -> answer.empty(status, "Location: /mcp"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("redirects (" + status.substring(0, 3));
      assertThat(server.received()).hasSizeLessThan(6);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.example/mcp,      /other,                      true",
    "http://a.example/mcp,      https://a.example/mcp,       true",
    "http://a.example/mcp,      https://A.example:443/x,     true",
    "http://a.example:8080/mcp, https://a.example/mcp,       false",
    "http://a.example/mcp,      https://b.example/mcp,       false",
    "https://a.example/mcp,     http://a.example/mcp,        false",
    "https://a.example/mcp,     https://a.example:8443/mcp,  false",
    "https://a.example/mcp,     https://u:p@a.example/mcp,   false",
    "https://a.example/mcp,     //b.example/mcp,             false",
    "https://a.example/mcp,     file:///etc/passwd,          false",
    "https://a.example/mcp,     'not a url',                 false",
  })
  void movesOnlyWithinTheOriginOrToItsTls(String from, String to, boolean moves) {
    Endpoint endpoint =
        new Endpoint(
            new HttpAddress(
                URI.create(from), Map.of("X-Key", "k"), Optional.empty(), List.of(), 1000),
            AddressCheck.allowAll());

    assertThat(endpoint.move(to).isEmpty()).isEqualTo(moves);
    assertThat(endpoint.uri().equals(URI.create(from))).isNotEqualTo(moves);
  }

  @Test
  void neverMovesFromTlsToPlainText() {
    Endpoint endpoint = endpoint("https://a.example/", AddressCheck.allowAll());

    assertThat(endpoint.move("http://b.example/"))
        .contains("to another address, which is not followed because it is not https");
    assertThat(endpoint.move("http://a.example/")).isPresent();
    assertThat(endpoint.move("https://b.example/")).isEmpty();
  }

  /** A host may be named; all others have to be at public addresses, and under https. */
  @ParameterizedTest
  @CsvSource({
    "http://named.example/mcp,      /other,                        true",
    "http://named.example/mcp,      http://named.example:80/x,     true",
    "http://named.example/mcp,      http://named.example:8080/mcp, true",
    "http://named.example:9000/mcp, http://NAMED.example/mcp,      true",
    "http://named.example/mcp,      http://public.example/mcp,     false",
    "http://named.example/mcp,      //public.example/mcp,          false",
    "http://named.example/mcp,      http://public.example:443/mcp, false",
    "http://named.example/mcp,      https://public.example/mcp,    true",
    "https://public.example/mcp,    https://other.example/mcp,     true",
    "https://public.example/mcp,    http://named.example/mcp,      false"
  })
  void leadsToPlainHttpOnlyWhereThatMayBeRegistered(String from, String to, boolean moves) {
    AddressCheck named =
        (host, address) -> !address.isUnresolved() || host.equalsIgnoreCase("named.example");

    Endpoint endpoint = endpoint(from, named);

    assertThat(endpoint.move(to).isEmpty()).isEqualTo(moves);
    assertThat(endpoint.uri().equals(URI.create(from))).isNotEqualTo(moves);
  }

  @Test
  void doesNotFollowToAPlainServerThatMayNotBeRegistered() throws Exception {
    redirectTo("http://127.0.0.1:" + other.port() + "/mcp?key=secret");
    AddressCheck named = (host, address) -> !address.isUnresolved() || host.equals("localhost");
    try (ChannelFixture client = new ChannelFixture(server.url(), Map.of(), named, 1000)) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              server.authority()
                  + " redirects (307) to another address, which is not followed because it is not"
                  + " https; set the backend's url to the final address");
      assertThat(other.received()).isEmpty();
      redirectTo(other.url());
      client.sendAndWait(CALL);
      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @Test
  void aCheckThatNeedsAnAddressLeadsToNoPlainServer() {
    AddressCheck byAddress = (host, address) -> !address.getAddress().isMulticastAddress();
    Endpoint endpoint = endpoint("http://a.example/", byAddress);

    assertThat(endpoint.move("http://b.example/")).isPresent();
    assertThat(endpoint.move("/other")).isEmpty();
  }

  private static Endpoint endpoint(String uri, AddressCheck check) {
    return new Endpoint(
        address(uri, "b.example", "other.example", "public.example", "named.example"), check);
  }

  private static HttpAddress address(String uri, String... redirectHosts) {
    return new HttpAddress(
        URI.create(uri), Map.of(), Optional.empty(), List.of(redirectHosts), 1000);
  }

  private void redirectTo(String location) {
    server.handle(
        (request, answer) -> answer.empty("307 Temporary Redirect", "Location: " + location));
  }
}
