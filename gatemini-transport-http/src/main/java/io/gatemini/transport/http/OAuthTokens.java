package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Futures;
import io.gatemini.transport.http.OAuthConfig.ClientAuth;
import io.gatemini.transport.http.OAuthConfig.Grant;
import io.gatemini.transport.http.OAuthMetadata.Issuer;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.RetryAfter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.FormRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens of one backend (OAuth 2.1, client credentials and refresh tokens): fetched when
 * the first is needed, kept until a minute before they expire, renewed by one request however many
 * wait for it. Nothing is stored. Thread-safe.
 *
 * <p>A failure is a {@link BackendUnavailableException} that says what the token endpoint said; no
 * secret is ever part of it.
 */
final class OAuthTokens {
  private static final Duration MARGIN = Duration.ofSeconds(60);

  /** RFC 6750, section 2.1; anything else would not survive in a header. */
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]+");

  private final OAuthConfig config;
  private final HttpClient client;
  private final OAuthMetadata metadata;
  private final Clock clock;

  /** Where tokens come from, once that is known; from the configuration, or discovered. */
  private volatile @Nullable Issuer issuer;

  private volatile Token current = new Token("", Instant.MAX);
  private String refreshToken;
  private @Nullable CompletableFuture<Token> fetching;

  OAuthTokens(OAuthConfig config, URI server, HttpClient client, Clock clock) {
    this.config = config;
    this.client = client;
    this.clock = clock;
    this.metadata = new OAuthMetadata(client, server);
    this.refreshToken = config.refreshToken();
    this.issuer =
        config
            .tokenUrl()
            .map(url -> new Issuer(url, config.resource(), List.of(), List.of()))
            .orElse(null);
  }

  /** Never shown. */
  private record Token(String value, Instant renewAt) {
    @Override
    public String toString() {
      return "Token[...]";
    }
  }

  /**
   * A token to send now. Empty before it is known where tokens come from: the server says so when
   * it is asked without one.
   */
  CompletionStage<String> token() {
    Token known = current;
    if (!known.value.isEmpty() && clock.instant().isBefore(known.renewAt)) {
      return CompletableFuture.completedFuture(known.value);
    }
    return issuer == null
        ? CompletableFuture.completedFuture("")
        : fetch(known, Optional.empty()).thenApply(Token::value);
  }

  /** Another token than the one that the server rejected. */
  CompletionStage<String> renew(String rejected, Optional<Challenge> challenge) {
    Token known = current;
    return known.value.equals(rejected)
        ? fetch(known, challenge).thenApply(Token::value)
        : CompletableFuture.completedFuture(known.value);
  }

  private synchronized CompletableFuture<Token> fetch(
      Token instead, Optional<Challenge> challenge) {
    CompletableFuture<Token> running = fetching;
    if (running != null) {
      return running;
    }
    if (!current.equals(instead)) {
      return CompletableFuture.completedFuture(current);
    }
    CompletableFuture<Token> next = new CompletableFuture<>();
    fetching = next;
    Futures.of(() -> found(challenge))
        .thenCompose(place -> JsonRequest.send(request(place, challenge)))
        .thenApply(this::read)
        .whenComplete((token, failure) -> fetched(next, token, failure));
    return next;
  }

  private void fetched(
      CompletableFuture<Token> next, @Nullable Token token, @Nullable Throwable failure) {
    synchronized (this) {
      fetching = null;
      if (token != null) {
        current = token;
      }
    }
    if (token != null) {
      next.complete(token);
    } else {
      next.completeExceptionally(failure == null ? new IllegalStateException("no token") : failure);
    }
  }

  private CompletionStage<Issuer> found(Optional<Challenge> challenge) {
    Issuer known = issuer;
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    return metadata
        .discover(challenge.flatMap(asked -> asked.parameter("resource_metadata")))
        .thenApply(
            place -> {
              issuer = place;
              return place;
            });
  }

  private Request request(Issuer place, Optional<Challenge> challenge) {
    Fields form = new Fields();
    if (config.grant() == Grant.REFRESH_TOKEN) {
      form.put("grant_type", "refresh_token");
      form.put("refresh_token", currentRefreshToken());
    } else {
      form.put("grant_type", "client_credentials");
    }
    String scope = scope(place, challenge);
    putUnlessEmpty(form, "scope", scope);
    putUnlessEmpty(
        form, "resource", config.resource().isEmpty() ? place.resource() : config.resource());
    putUnlessEmpty(form, "audience", config.audience());

    Request request = client.newRequest(place.tokenUrl()).method(HttpMethod.POST);
    if (config.clientSecret().isEmpty() || clientAuth(place) == ClientAuth.CLIENT_SECRET_POST) {
      form.put("client_id", config.clientId());
      putUnlessEmpty(form, "client_secret", config.clientSecret());
    } else {
      // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
      String pair = encoded(config.clientId()) + ":" + encoded(config.clientSecret());
      String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
      request.headers(fields -> fields.put("Authorization", "Basic " + basic));
    }
    return request.body(new FormRequestContent(form, StandardCharsets.UTF_8));
  }

  /** The scope that is configured, else the one the server asks for, else those it knows. */
  private String scope(Issuer place, Optional<Challenge> challenge) {
    if (!config.scopes().isEmpty()) {
      return String.join(" ", config.scopes());
    }
    // A refresh token has its scopes; asking for others would be refused.
    return config.grant() == Grant.REFRESH_TOKEN
        ? ""
        : challenge
            .flatMap(asked -> asked.parameter("scope"))
            .orElse(String.join(" ", place.scopes()));
  }

  private ClientAuth clientAuth(Issuer place) {
    boolean onlyPost =
        place.authMethods().contains("client_secret_post")
            && !place.authMethods().contains("client_secret_basic");
    return config
        .clientAuth()
        .orElse(onlyPost ? ClientAuth.CLIENT_SECRET_POST : ClientAuth.CLIENT_SECRET_BASIC);
  }

  private Token read(JsonRequest.Answer answer) {
    int status = answer.response().getStatus();
    String who = "the token endpoint " + answer.authority();
    if (!answer.isObject()) {
      throw new BackendUnavailableException(
          StatusFailures.what(who, status) + error(answer) + "; check oauth of the backend",
          null,
          status == HttpStatus.TOO_MANY_REQUESTS_429 || status == HttpStatus.SERVICE_UNAVAILABLE_503
              ? RetryAfter.in(answer.response().getHeaders(), clock.millis()).orElse(null)
              : null);
    }
    JsonNode json = answer.json();
    String value = json.path("access_token").asText("");
    String type = json.path("token_type").asText("Bearer");
    if (!TOKEN.matcher(value).matches() || !type.equalsIgnoreCase("Bearer")) {
      throw new BackendUnavailableException(who + " answered without a bearer token");
    }
    String rotated = json.path("refresh_token").asText("");
    if (config.grant() == Grant.REFRESH_TOKEN && !rotated.isEmpty()) {
      refreshToken(rotated);
    }
    return new Token(value, renewAt(json.path("expires_in").asLong(0)));
  }

  /** A token that lives shorter than the margin is used for half of its life. */
  private Instant renewAt(long expiresInSeconds) {
    if (expiresInSeconds <= 0) {
      return Instant.MAX;
    }
    // A century: more than that is no date.
    Duration life = Duration.ofSeconds(Math.min(expiresInSeconds, 3_155_760_000L));
    Duration half = life.dividedBy(2);
    return clock.instant().plus(life).minus(half.compareTo(MARGIN) < 0 ? half : MARGIN);
  }

  private static String error(JsonRequest.Answer answer) {
    String code = OneLine.of(answer.json().path("error").asText(""), 60);
    String said = answer.said().filter(text -> !text.equals(code)).orElse("");
    return (code.isEmpty() ? "" : ": " + code) + (said.isEmpty() ? "" : ": " + said);
  }

  private synchronized String currentRefreshToken() {
    return refreshToken;
  }

  private synchronized void refreshToken(String rotated) {
    refreshToken = rotated;
  }

  private static void putUnlessEmpty(Fields form, String name, String value) {
    if (!value.isEmpty()) {
      form.put(name, value);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
