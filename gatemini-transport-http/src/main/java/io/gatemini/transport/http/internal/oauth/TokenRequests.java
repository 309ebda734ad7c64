package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.RetryAfter;
import io.gatemini.transport.http.internal.oauth.OAuthConfig.ClientAuth;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpStatus;

/** The requests of one client to token endpoints, and the reading of their answers. */
record TokenRequests(HttpClient http, Clock clock) {
  /** RFC 6750, section 2.1; anything else would not survive in a header. */
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]+");

  /** Codes after which the same request may succeed, or another one is wrong, not the grant. */
  private static final Pattern PASSING =
      Pattern.compile("(?i)tempora|unavailable|server|internal|slow|rate|too_many|timeout|pending");

  /**
   * The tokens that a token endpoint issued.
   *
   * @param expiresIn in seconds; 0 where it does not say
   * @param scope of the token; empty where it is what was asked for
   */
  record Issued(String accessToken, String refreshToken, long expiresIn, String scope) {
    @Override
    public String toString() {
      return "Issued[...]";
    }
  }

  /** A refusal of the client, or of what it has got, for good. */
  static final class RefusedException extends GatewayException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }

    /** The same for the call that needs the token. */
    BackendUnavailableException unavailable() {
      return new BackendUnavailableException(String.valueOf(getMessage()));
    }
  }

  /** Proves who a client is; empty for one without a secret. */
  static Optional<ClientAuthentication> proof(String clientId, String secret, ClientAuth how) {
    if (secret.isEmpty()) {
      return Optional.empty();
    }
    ClientID id = new ClientID(clientId);
    return Optional.of(
        how == ClientAuth.CLIENT_SECRET_POST
            ? new ClientSecretPost(id, new Secret(secret))
            : new ClientSecretBasic(id, new Secret(secret)));
  }

  /**
   * Asks for a token.
   *
   * @param more parameters; those without a value are left out
   */
  CompletableFuture<Issued> send(
      URI endpoint,
      Optional<ClientAuthentication> proof,
      String clientId,
      AuthorizationGrant grant,
      String scope,
      Map<String, String> more) {
    TokenRequest.Builder request =
        proof
            .map(known -> new TokenRequest.Builder(endpoint, known, grant))
            .orElseGet(() -> new TokenRequest.Builder(endpoint, new ClientID(clientId), grant));
    if (!scope.isEmpty()) {
      request.scope(Scope.parse(scope));
    }
    more.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            request.customParameter(name, value);
          }
        });
    return JsonRequest.send(http, request.build().toHTTPRequest()).thenApply(this::read);
  }

  private Issued read(JsonRequest.Answer answer) {
    String who = "the token endpoint " + answer.authority();
    JsonNode json = answer.json();
    String value = json.path("access_token").asText("");
    if (!answer.isObject() || (value.isEmpty() && json.has("error"))) {
      throw refused(who, answer);
    }
    String type = json.path("token_type").asText("Bearer");
    if (!TOKEN.matcher(value).matches() || !type.equalsIgnoreCase("Bearer")) {
      throw new BackendUnavailableException(who + " answered without a bearer token");
    }
    return new Issued(
        value,
        json.path("refresh_token").asText(""),
        json.path("expires_in").asLong(0),
        json.path("scope").asText(""));
  }

  /**
   * A code is a refusal under any status, in the words of any server, but those of a bad moment.
   */
  private GatewayException refused(String who, JsonRequest.Answer answer) {
    int status = answer.response().getStatus();
    boolean isObject = answer.json().isObject();
    String words =
        ExchangeFailures.status(who, status)
            + (isObject || !HttpStatus.isSuccess(status) ? "" : " with neither JSON nor a form")
            + answer.error()
            + "; check oauth of the backend";
    String code = answer.json().path("error").asText("");
    if (!code.isEmpty() && !PASSING.matcher(code).find() && !isPassing(status)) {
      return new RefusedException(words);
    }
    return new BackendUnavailableException(
        words,
        null,
        status == HttpStatus.TOO_MANY_REQUESTS_429 || status == HttpStatus.SERVICE_UNAVAILABLE_503
            ? RetryAfter.in(answer.response().getHeaders(), clock.millis()).orElse(null)
            : null);
  }

  private static boolean isPassing(int status) {
    return HttpStatus.isServerError(status)
        || status == HttpStatus.TOO_MANY_REQUESTS_429
        || status == HttpStatus.REQUEST_TIMEOUT_408;
  }
}
