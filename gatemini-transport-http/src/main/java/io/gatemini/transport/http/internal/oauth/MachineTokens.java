package io.gatemini.transport.http.internal.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import io.gatemini.internal.async.Causes;
import io.gatemini.transport.http.internal.oauth.OAuthConfig.Grant;
import io.gatemini.transport.http.internal.oauth.OAuthMetadata.Issuer;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;

/** Tokens by the grants that need no person. Nothing is stored. */
final class MachineTokens extends OAuthTokens {
  private final OAuthConfig config;
  private final OAuthMetadata metadata;
  private final TokenRequests requests;

  /** Where tokens come from, once that is known; from the configuration, or discovered. */
  private volatile @Nullable Issuer issuer;

  private volatile String refreshToken;

  MachineTokens(OAuthConfig config, URI server, HttpClient client, Clock clock) {
    super(clock, config.tokenUrl().isPresent() ? UNKNOWN : NONE);
    this.config = config;
    this.metadata = new OAuthMetadata(client, server);
    this.requests = new TokenRequests(client, clock);
    this.refreshToken = config.refreshToken();
    this.issuer =
        config
            .tokenUrl()
            .map(url -> Issuer.of(url, Optional.empty(), config.resource()))
            .orElse(null);
  }

  @Override
  CompletionStage<Token> next(@Nullable Rejection rejection) {
    Optional<Challenge> challenge = Optional.ofNullable(rejection).flatMap(Rejection::challenge);
    return found(challenge).thenCompose(place -> fetch(place, challenge));
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

  private CompletionStage<Token> fetch(Issuer place, Optional<Challenge> challenge) {
    return requests
        .send(
            place.tokenUrl(),
            TokenRequests.proof(
                config.clientId(),
                config.clientSecret(),
                config.clientAuth().orElse(place.clientAuth())),
            config.clientId(),
            grant(),
            scope(place, challenge),
            Map.of("resource", place.resource(config), "audience", config.audience()))
        .handle(
            (issued, failure) -> {
              if (failure != null) {
                throw Causes.of(failure) instanceof TokenRequests.RefusedException refused
                    ? refused.unavailable()
                    : Causes.unchecked(failure);
              }
              if (config.grant() == Grant.REFRESH_TOKEN && !issued.refreshToken().isEmpty()) {
                refreshToken = issued.refreshToken();
              }
              return Token.of(issued.accessToken(), issued.expiresIn(), clock.instant());
            });
  }

  private AuthorizationGrant grant() {
    return switch (config.grant()) {
      case REFRESH_TOKEN -> new RefreshTokenGrant(new RefreshToken(refreshToken));
      case TOKEN_EXCHANGE ->
          new TokenExchangeGrant(
              new TypelessAccessToken(config.subjectToken()), subjectTokenType());
      default -> new ClientCredentialsGrant();
    };
  }

  private TokenTypeURI subjectTokenType() {
    try {
      return TokenTypeURI.parse(config.subjectTokenType());
    } catch (ParseException e) {
      throw new IllegalStateException(e); // looked at when the configuration was read
    }
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
            .orElse(String.join(" ", place.resourceScopes()));
  }
}
