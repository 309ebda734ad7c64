package io.gatemini.transport.http;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.ErrorText;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.RetryAfter;
import io.gatemini.transport.http.internal.oauth.Challenge;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Says in one sentence what an answer means whose status is not 2xx. A status that says that the
 * request was turned away at the door is a {@link BackendUnavailableException}: it was not acted
 * on. After any other the server may have done something.
 */
final class StatusFailures {
  private StatusFailures() {}

  /**
   * An error status.
   *
   * @param body what came of the body, for its message
   * @param oauth whether the backend gets its tokens itself
   */
  static GatewayException status(
      String authority, Response response, ContentType type, BoundedBytes body, boolean oauth) {
    int status = response.getStatus();
    String what = ExchangeFailures.status(authority, status);
    String detail = ErrorText.of(type, body).map(text -> ": " + text).orElse("");
    return switch (status) {
      case HttpStatus.UNAUTHORIZED_401, HttpStatus.FORBIDDEN_403 ->
          BackendUnavailableException.lasting(what + challenge(response, detail) + remedy(oauth));
      case HttpStatus.NOT_FOUND_404, HttpStatus.METHOD_NOT_ALLOWED_405 ->
          BackendUnavailableException.lasting(
              what + detail + "; check that the backend's url is a streamable HTTP MCP endpoint");
      case HttpStatus.TOO_MANY_REQUESTS_429, HttpStatus.SERVICE_UNAVAILABLE_503 ->
          later(what, detail, response);
      default -> new BackendCallException(what + detail);
    };
  }

  /** Whether it asks for a token, or for one that may do more. */
  static boolean wantsToken(Response response) {
    return response.getStatus() == HttpStatus.UNAUTHORIZED_401
        || (response.getStatus() == HttpStatus.FORBIDDEN_403
            && Challenge.foremost(response.getHeaders().getValuesList("WWW-Authenticate"))
                .filter(Challenge::wantsMoreScope)
                .isPresent());
  }

  /** A redirect that is not followed. */
  static GatewayException redirect(String authority, Response response, String why) {
    return BackendUnavailableException.lasting(
        authority
            + " redirects ("
            + response.getStatus()
            + ") "
            + why
            + "; set the backend's url to the final address");
  }

  private static BackendUnavailableException later(String what, String detail, Response response) {
    Optional<Duration> wait = RetryAfter.in(response.getHeaders(), System.currentTimeMillis());
    String when =
        wait.map(time -> "; retry after " + time.toSeconds() + " s").orElse("; retry later");
    return new BackendUnavailableException(what + detail + when, null, wait.orElse(null));
  }

  private static String challenge(Response response, String detail) {
    Optional<Challenge> challenge =
        Challenge.foremost(response.getHeaders().getValuesList("WWW-Authenticate"));
    String asked = challenge.map(known -> " (" + known.describe() + ")").orElse("");
    String said =
        !detail.isEmpty()
            ? detail
            : challenge
                .flatMap(known -> known.parameter("error_description"))
                .map(text -> ": " + OneLine.of(text, 200))
                .orElse("");
    return asked + said;
  }

  private static String remedy(boolean oauth) {
    return oauth ? "; check the backend's oauth" : "; check the backend's Authorization header";
  }
}
