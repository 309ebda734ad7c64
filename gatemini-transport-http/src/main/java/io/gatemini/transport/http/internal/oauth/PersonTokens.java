package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.Origin;
import io.gatemini.transport.http.internal.oauth.OAuthMetadata.Issuer;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Grant;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;

/** The tokens of a person who signs in: from the store, refreshed, or missing until then. */
final class PersonTokens extends OAuthTokens {
  private static final Logger LOG = System.getLogger(PersonTokens.class.getName());

  private final String backend;
  private final OAuthConfig config;
  private final boolean configured;
  private final URI server;
  private final HttpClient client;
  private final BackendContext context;
  private final RefreshedTokens stored;
  private volatile Optional<Challenge> asked = Optional.empty();
  private volatile Optional<String> signedIn = Optional.empty();

  /**
   * @param config empty where a person signs in only because the server asks for it
   * @param client of the backend, for what its calls need
   */
  PersonTokens(
      BackendContext context, Optional<OAuthConfig> config, URI server, HttpClient client) {
    super(context.clock(), UNKNOWN);
    this.backend = context.name();
    this.context = context;
    this.config = config.orElseGet(OAuthConfig::unset);
    this.configured = config.isPresent();
    this.server = server;
    this.client = client;
    TokenStore store = context.tokens().orElseGet(() -> TokenStore.of(StateStore.inMemory()));
    this.stored = RefreshedTokens.of(store, backend, server, clock);
  }

  @Override
  CompletionStage<Token> next(@Nullable Rejection rejection) {
    return inBackground(() -> found(rejection));
  }

  private Token found(@Nullable Rejection rejection) {
    Grant grant = stored.read().grant();
    boolean moreScope =
        rejection != null && rejection.challenge().filter(Challenge::wantsMoreScope).isPresent();
    if (grant != null) {
      boolean isOther = rejection == null || !grant.accessToken().equals(rejection.token());
      if (isOther && isFresh(grant)) {
        return token(grant);
      }
      if (!grant.refreshToken().isEmpty() && !(moreScope && !isOther)) {
        Optional<Grant> refreshed = stored.refresh(grant, client);
        if (refreshed.isPresent()) {
          return token(refreshed.get());
        }
      }
    }
    signedIn = Optional.empty();
    if (rejection == null) {
      return NONE;
    }
    asked = rejection.challenge();
    Set<String> wanted = asked.map(PersonTokens::scopes).orElse(Set.of());
    if (moreScope && grant != null && split(grant.scope()).containsAll(wanted)) {
      throw BackendUnavailableException.lasting(
          Origin.authority(server)
              + " still asks for "
              + scopeText(wanted)
              + ", which the person who signed in has been asked to grant; to sign in as another one, "
              + OperatorCommand.of("auth logout " + backend));
    }
    if (moreScope) {
      // Whoever signs in next may do it for another process.
      stored.change(now -> now.wanting(wanted));
    }
    return offered(client) ? missing(wanted) : NONE;
  }

  /** Whether people can sign in at all; where nothing is configured, the server's word is last. */
  private boolean offered(HttpClient http) {
    try {
      return issuer(http).authorizationUrl().isPresent();
    } catch (GatewayException e) {
      if (configured || (e instanceof BackendUnavailableException known && known.needsSignIn())) {
        throw e;
      }
      LOG.log(Level.DEBUG, "backend {0}: nobody can sign in: {1}", backend, e.getMessage());
      return false;
    }
  }

  private Token missing(Set<String> wanted) {
    throw BackendUnavailableException.signIn(
        Origin.authority(server)
            + " asks a person to sign in"
            + (wanted.isEmpty() ? "" : ", with " + scopeText(wanted))
            + "; "
            + OperatorCommand.of("auth " + backend));
  }

  private static String scopeText(Set<String> scopes) {
    return (scopes.size() == 1 ? "the scope " : "the scopes ")
        + OneLine.of(String.join(" ", scopes), 200);
  }

  private boolean isFresh(Grant grant) {
    return clock.instant().getEpochSecond() < grant.renewAt();
  }

  private Token token(Grant grant) {
    signedIn =
        Optional.of(
            "signed in"
                + who(grant.accessToken())
                + " at "
                + Origin.authority(URI.create(grant.tokenUrl()))
                + (grant.scope().isEmpty() ? "" : " with " + scopeText(split(grant.scope())))
                + (grant.refreshToken().isEmpty() ? " until " : ", renewed at ")
                + Instant.ofEpochSecond(grant.renewAt()));
    return new Token(grant.accessToken(), Instant.ofEpochSecond(grant.renewAt()));
  }

  /** The name that an access token says; most say none. */
  static String who(String accessToken) {
    String[] parts = accessToken.split("\\.", -1);
    if (parts.length != 3) {
      return "";
    }
    try {
      JsonNode claims = JsonValues.parse(Base64.getUrlDecoder().decode(parts[1]));
      return Stream.of("preferred_username", "email", "name", "sub")
          .map(name -> claims.path(name).asText())
          .filter(name -> !name.isBlank())
          .findFirst()
          .map(name -> " as " + OneLine.of(name, 100))
          .orElse("");
    } catch (IOException | IllegalArgumentException e) {
      return "";
    }
  }

  private Issuer issuer(HttpClient http) {
    if (config.tokenUrl().isPresent() && config.authorizationUrl().isPresent()) {
      return Issuer.of(config.tokenUrl().get(), config.authorizationUrl(), config.resource());
    }
    return Futures.await(
        new OAuthMetadata(http, server)
            .discover(asked.flatMap(it -> it.parameter("resource_metadata")))
            .toCompletableFuture());
  }

  @Override
  public CompletionStage<SignIn> signIn() {
    return connected(
        http -> {
          StoredSignIn before = stored.read();
          return new SignInFlow(config, issuer(http), http, clock, context.executor())
              .begin(
                  Optional.ofNullable(before.client()),
                  wanted(before),
                  client -> stored.change(now -> now.with(client)),
                  grant -> {
                    stored.change(now -> now.signedIn(grant));
                    forget();
                  });
        },
        SignIn::outcome);
  }

  /**
   * The scopes that are configured, else those that the server asks for, else those it knows; and
   * those that were granted before.
   */
  private Set<String> wanted(StoredSignIn before) {
    Set<String> wanted = new LinkedHashSet<>(config.scopes());
    boolean more = asked.filter(Challenge::wantsMoreScope).isPresent() || before.wanted() != null;
    if (wanted.isEmpty() || more) {
      wanted.addAll(asked.map(PersonTokens::scopes).orElse(Set.of()));
      wanted.addAll(split(Objects.requireNonNullElse(before.wanted(), "")));
    }
    if (before.grant() != null && more) {
      wanted.addAll(split(before.grant().scope()));
    }
    return wanted;
  }

  private static Set<String> scopes(Challenge challenge) {
    return challenge.parameter("scope").map(PersonTokens::split).orElse(Set.of());
  }

  private static Set<String> split(String scope) {
    Set<String> scopes = new LinkedHashSet<>(List.of(scope.strip().split("\\s+")));
    scopes.remove("");
    return scopes;
  }

  @Override
  public CompletionStage<Boolean> signOut() {
    return connected(
        http -> {
          Grant grant = stored.read().grant();
          if (grant != null && !grant.revocationUrl().isEmpty()) {
            revoke(http, grant);
          }
          stored.change(now -> StoredSignIn.NOTHING);
          signedIn = Optional.empty();
          forget();
          return grant != null;
        },
        had -> CompletableFuture.completedFuture(null));
  }

  /** That of the refresh token ends the access tokens, too (RFC 7009, section 2.1). */
  private void revoke(HttpClient http, Grant grant) {
    var token =
        grant.refreshToken().isEmpty()
            ? new TypelessAccessToken(grant.accessToken())
            : new RefreshToken(grant.refreshToken());
    URI endpoint = URI.create(grant.revocationUrl());
    HTTPRequest request =
        RefreshedTokens.proof(grant.client())
            .map(proof -> new TokenRevocationRequest(endpoint, proof, token))
            .orElseGet(
                () ->
                    new TokenRevocationRequest(endpoint, new ClientID(grant.client().id()), token))
            .toHTTPRequest();
    String failure;
    try {
      JsonRequest.Answer answer = Futures.await(JsonRequest.send(http, request));
      int status = answer.response().getStatus();
      failure = status == 200 ? "" : "it answered " + status + answer.error();
    } catch (GatewayException e) {
      failure = String.valueOf(e.getMessage());
    }
    if (!failure.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend {0}: {1} did not revoke the tokens, which are forgotten here: {2}",
          backend,
          Origin.authority(endpoint),
          failure);
    }
  }

  @Override
  public Optional<String> signedIn() {
    return signedIn;
  }

  private <T> CompletableFuture<T> inBackground(Supplier<T> work) {
    return Futures.of(() -> CompletableFuture.supplyAsync(work, context.executor()));
  }

  /**
   * Works with connections of its own, which may outlast the backend's: it may not have started, or
   * be stopped.
   *
   * @param end when they are not needed any more
   */
  private <T> CompletableFuture<T> connected(
      Function<HttpClient, T> work, Function<T, CompletionStage<?>> end) {
    return inBackground(
        () -> {
          HttpClient http = HttpClients.create(backend + "-sign-in", context::mayConnectTo);
          try {
            HttpClients.start(http);
            T done = work.apply(http);
            end.apply(done)
                .whenComplete((nothing, failure) -> HttpClients.stopAside(http, backend));
            return done;
          } catch (GatewayException | Error e) {
            HttpClients.stopAside(http, backend);
            throw e;
          } catch (Exception e) { // Jetty's, and what foreign metadata may lead to
            HttpClients.stopAside(http, backend);
            throw new BackendUnavailableException("the sign-in failed: " + Failures.sentence(e), e);
          }
        });
  }
}
