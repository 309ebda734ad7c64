package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses that are not 2xx. */
class RefusalsTest {
  private static final String PAGE =
      "<!DOCTYPE html>\n<html><head><title>Oh &amp;\n no</title></head>"
          + "<body>Apache internals, secret-token</body></html>";

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.empty("200 OK"));

  @Table(
      """
      400 Bad Request | sent | 400 Bad Request: Oh & no
      401 Unauthorized | unsent | 401 Unauthorized: Oh & no; check the backend's Authorization \
      header
      403 Forbidden | unsent | 403 Forbidden: Oh & no; check the backend's Authorization header
      404 Not Found | unsent | 404 Not Found: Oh & no; check that the backend's url is
      405 Method Not Allowed | unsent | 405 Method Not Allowed: Oh & no; check that the \
      backend's url
      409 Conflict | sent | 409 Conflict: Oh & no
      429 Too Many Requests | unsent | 429 Too Many Requests: Oh & no; retry later
      500 Internal Server Error | sent | 500 Server Error: Oh & no
      502 Bad Gateway | sent | 502 Bad Gateway: Oh & no
      503 Service Unavailable | unsent | 503 Service Unavailable: Oh & no; retry later
      504 Gateway Timeout | sent | 504 Gateway Timeout: Oh & no
      599 What | sent | 599: Oh & no
      """)
  void saysStatusAndTitleOfThePageAndWhetherItMayBeRepeated(
      String status, String reached, String said) throws Exception {
    server.handle((request, answer) -> answer.status(status, "text/html", PAGE));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      Throwable failure = client.failure(CALL);

      assertThat(failure)
          .hasMessageStartingWith(server.authority() + " answered " + said)
          .isInstanceOf(
              reached.equals("sent")
                  ? BackendCallException.class
                  : BackendUnavailableException.class)
          .message()
          .doesNotContain("Apache", "secret", "<");
    }
  }

  @Table(
      """
      text/html | <html>no title</html> | ``
      `` | <TITLE lang=x>a</TITLE> | : a
      text/html | <title>&lt;script&gt;x&lt;/script&gt;</title> | : x
      text/plain | first\u001B[31m\u202Eline | : first[31mline
      application/json | {"error":"nope"} | : nope
      application/json | {"title":"Quota","detail":"used up"} | : used up
      text/plain | {"message":"was JSON"} | : was JSON
      application/json | {"message": | ``
      image/png | PNG | ``
      """)
  void takesOneLineOfTheBody(String type, String body, String said) throws Exception {
    server.handle((request, answer) -> answer.status("500 X", type, body));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .hasMessage(server.authority() + " answered 500 Server Error" + said);
    }
  }

  @Test
  void saysWhatTheServerAsksFor() throws Exception {
    server.handle(
        (request, answer) ->
            answer.status(
                "401 Unauthorized",
                "application/json",
                "{\"error\":\"invalid_token\"}",
                "WWW-Authenticate: Negotiate, Basic realm=\"old\"",
                "WWW-Authenticate: Bearer realm=\"inner realm\", error=\"invalid_token\", "
                    + "scope=\"files:read files:write\", error_description=\"it has expired\", "
                    + "resource_metadata=\"https://a.example/.well-known/x\""));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              server.authority()
                  + " answered 401 Unauthorized (asks for Bearer authentication, realm \"inner"
                  + " realm\", scope \"files:read files:write\", error \"invalid_token\","
                  + " resource_metadata \"https://a.example/.well-known/x\"): invalid_token;"
                  + " check the backend's Authorization header");
    }
  }

  @ParameterizedTest
  @CsvSource({"429 Too Many Requests", "503 Service Unavailable"})
  void saysWhenToRetry(String status) throws Exception {
    server.handle((request, answer) -> answer.empty(status, "Retry-After: 30"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      Throwable failure = client.failure(CALL);

      assertThat(failure).hasMessageEndingWith("; retry after 30 s");
      assertThat(((BackendUnavailableException) failure).retryAfter())
          .contains(Duration.ofSeconds(30));
    }
  }

  @Test
  void readsADateToRetryAt() throws Exception {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    DateTimeFormatter http = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    server.handle(
        (request, answer) ->
            answer.empty(
                "503 Service Unavailable",
                "Date: " + http.format(now),
                "Retry-After: " + http.format(now.plusSeconds(7))));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(((BackendUnavailableException) client.failure(CALL)).retryAfter())
          .contains(Duration.ofSeconds(7));
    }
  }

  @Test
  void readsADateThatIsOver() throws Exception {
    server.handle(
        (request, answer) ->
            answer.empty("503 Service Unavailable", "Retry-After: Thu, 01 Jan 2015 00:00:00 GMT"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(((BackendUnavailableException) client.failure(CALL)).retryAfter())
          .contains(Duration.ZERO);
    }
  }

  @Test
  void readsADateOfAServerThatHasNoClock() throws Exception {
    DateTimeFormatter http = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    String inAnHour = http.format(Instant.now().plusSeconds(3600));
    server.handle(
        (request, answer) -> answer.empty("503 Service Unavailable", "Retry-After: " + inAnHour));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(((BackendUnavailableException) client.failure(CALL)).retryAfter().orElseThrow())
          .isBetween(Duration.ofMinutes(55), Duration.ofMinutes(60));
    }
  }

  @Test
  void saysWhatTheChallengeSaysWhereTheBodySaysNothing() throws Exception {
    server.handle(
        (request, answer) ->
            answer.empty(
                "401 Unauthorized",
                "WWW-Authenticate: Bearer error_description=\"it has expired\""));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .hasMessageContaining("(asks for Bearer authentication): it has expired; check");
    }
  }

  @ParameterizedTest
  @CsvSource({"soon", "-5", "99999999999", "1e3", "''"})
  void ignoresARetryThatMeansNothing(String value) throws Exception {
    server.handle(
        (request, answer) -> answer.empty("503 Service Unavailable", "Retry-After: " + value));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      BackendUnavailableException failure = (BackendUnavailableException) client.failure(CALL);

      assertThat(failure.retryAfter()).isEqualTo(Optional.empty());
      assertThat(failure).hasMessageEndingWith("; retry later");
    }
  }

  @Test
  void repeatsTheMessageOfAJsonRpcError() throws Exception {
    server.handle(
        (request, answer) ->
            answer.status(
                "400 Bad Request",
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"no\\n"
                    + "way\"}}"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageEndingWith("answered 400 Bad Request: no way");
      assertThat(client.messages).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"400 Bad Request", "404 Not Found", "500 Internal Server Error", "502 Bad Gateway"})
  void takesAnAnswerThatComesWithAnErrorStatus(String status) throws Exception {
    String error = "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":1,\"message\":\"no\"}}";
    server.handle((request, answer) -> answer.status(status, "text/plain", error));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(error);
    }
  }
}
