package io.gatemini.transport.http.internal.oauth;

import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.spi.TokenStore;
import io.gatemini.transport.http.internal.oauth.OAuthConfig.ClientAuth;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Client;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Grant;
import io.gatemini.transport.http.internal.oauth.StoredSignIn.Refresher;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.client.HttpClient;

/**
 * The sign-in of a backend in the store that gateways share, and its renewal by one of them at a
 * time: many servers take a refresh token that is used twice for a stolen one. Its methods block.
 */
record RefreshedTokens(TokenStore store, String key, Clock clock) {
  /** Longer than a request to a token endpoint takes, with its time limit. */
  private static final Duration TURN = Duration.ofSeconds(20);

  private static final Duration LOOK = Duration.ofMillis(100);

  /**
   * Those of a backend; one that is registered anew under the name of another gets none of them.
   */
  static RefreshedTokens of(TokenStore store, String backend, URI server, Clock clock) {
    return new RefreshedTokens(store, backend + " " + server, clock);
  }

  StoredSignIn read() {
    return StoredSignIn.read(asked(() -> store.read(key)));
  }

  StoredSignIn change(UnaryOperator<StoredSignIn> change) {
    return StoredSignIn.read(
        asked(
            () ->
                store.update(
                    key,
                    bytes -> {
                      StoredSignIn next = change.apply(StoredSignIn.read(bytes));
                      return next.equals(StoredSignIn.NOTHING)
                          ? Optional.empty()
                          : Optional.of(next.bytes());
                    })));
  }

  /** A store may be a plug-in. */
  private static Optional<byte[]> asked(Supplier<Optional<byte[]>> store) {
    try {
      return store.get();
    } catch (RuntimeException e) {
      throw new BackendUnavailableException(
          "the token store failed: " + Failures.sentence(e) + "; check it", e);
    }
  }

  /**
   * New tokens in place of some, also where another gateway got them; empty where the person has to
   * sign in again.
   */
  Optional<Grant> refresh(Grant old, HttpClient http) {
    String me = UUID.randomUUID().toString();
    long end = System.nanoTime() + TURN.toNanos();
    while (true) {
      StoredSignIn now = change(stored -> takeTurn(stored, old, me));
      if (!old.equals(now.grant())) {
        return Optional.ofNullable(now.grant());
      }
      if (now.refresher() != null && now.refresher().name().equals(me)) {
        return Optional.ofNullable(refreshInTurn(old, http).grant());
      }
      if (System.nanoTime() - end > 0) {
        throw new BackendUnavailableException("another gateway is renewing its tokens");
      }
      pause();
    }
  }

  private StoredSignIn takeTurn(StoredSignIn stored, Grant old, String me) {
    long now = clock.millis();
    Refresher other = stored.refresher();
    // A clock may have been wrong: no turn is longer than one.
    boolean free = other == null || other.until() <= now || other.until() > now + TURN.toMillis();
    return free && old.equals(stored.grant())
        ? stored.with(new Refresher(me, now + TURN.toMillis()))
        : stored;
  }

  private StoredSignIn refreshInTurn(Grant old, HttpClient http) {
    try {
      Grant next =
          grant(
              Futures.await(
                  new TokenRequests(http, clock)
                      .send(
                          URI.create(old.tokenUrl()),
                          proof(old.client()),
                          old.client().id(),
                          new RefreshTokenGrant(new RefreshToken(old.refreshToken())),
                          "",
                          Map.of("resource", old.resource()))),
              old,
              clock);
      return change(stored -> old.equals(stored.grant()) ? stored.with(next) : stored);
    } catch (TokenRequests.RefusedException e) {
      // With the registration, which servers lose together with the tokens and say nothing of.
      return change(
          stored ->
              old.equals(stored.grant()) ? stored.with((Client) null).with((Grant) null) : stored);
    } catch (RuntimeException | Error e) { // the next one may try at once
      change(stored -> old.equals(stored.grant()) ? stored.with((Refresher) null) : stored);
      throw e;
    }
  }

  /** Tokens as they were issued; what was not said is as it was. */
  static Grant grant(TokenRequests.Issued issued, Grant old, Clock clock) {
    return new Grant(
        issued.accessToken(),
        issued.refreshToken().isEmpty() ? old.refreshToken() : issued.refreshToken(),
        OAuthTokens.Token.of("", issued.expiresIn(), clock.instant()).renewAt().getEpochSecond(),
        issued.scope().isEmpty() ? old.scope() : issued.scope(),
        old.tokenUrl(),
        old.revocationUrl(),
        old.resource(),
        old.client());
  }

  static Optional<ClientAuthentication> proof(Client client) {
    return TokenRequests.proof(
        client.id(),
        client.secret(),
        client.auth().equalsIgnoreCase(ClientAuth.CLIENT_SECRET_POST.name())
            ? ClientAuth.CLIENT_SECRET_POST
            : ClientAuth.CLIENT_SECRET_BASIC);
  }

  /** Waits for tokens; a refusal is the failure that it is for the user. */
  static TokenRequests.Issued unwrapped(CompletableFuture<TokenRequests.Issued> issued) {
    try {
      return Futures.await(issued);
    } catch (TokenRequests.RefusedException e) {
      throw e.unavailable();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("the gateway is closing", e);
    }
  }
}
