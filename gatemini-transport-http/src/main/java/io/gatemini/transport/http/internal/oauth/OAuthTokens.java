package io.gatemini.transport.http.internal.oauth;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Futures;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.TokenStore;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens of one backend: fetched when the first is needed, kept until a minute before
 * they expire, renewed by one request however many wait for it. Thread-safe.
 *
 * <p>A failure is a {@link BackendUnavailableException} that says what the token endpoint said; no
 * secret is ever part of it.
 */
public abstract class OAuthTokens {
  private static final Duration MARGIN = Duration.ofSeconds(60);

  /** None, and whether there is one is not known. */
  static final Token UNKNOWN = new Token("", Instant.MIN);

  /** None until the server rejects a request without one. */
  static final Token NONE = new Token("", Instant.MAX);

  final Clock clock;
  private volatile Token current;
  private @Nullable CompletableFuture<Token> fetching;

  OAuthTokens(Clock clock, Token first) {
    this.clock = clock;
    this.current = first;
  }

  /**
   * The tokens of a backend, by the grant that its configuration says.
   *
   * @param config empty where a person signs in only because the server asks for it
   * @param client of the backend, for what its calls need
   */
  public static OAuthTokens of(
      BackendContext context, Optional<OAuthConfig> config, URI server, HttpClient client) {
    return config.filter(it -> !it.isOfPerson()).isPresent()
        ? new MachineTokens(config.get(), server, client, context.clock())
        : new PersonTokens(context, config, server, client);
  }

  /** Whether a person has signed in to a backend, as a store knows. */
  public static boolean isSignedIn(TokenStore store, String backend, URI server) {
    return RefreshedTokens.of(store, backend, server, Clock.systemUTC()).read().grant() != null;
  }

  /** Those of a backend with an Authorization header: there are none. */
  public static OAuthTokens none(Clock clock) {
    return new OAuthTokens(clock, NONE) {
      @Override
      CompletionStage<Token> next(@Nullable Rejection rejection) {
        return CompletableFuture.completedFuture(NONE);
      }

      @Override
      public CompletionStage<SignIn> signIn() {
        return CompletableFuture.failedFuture(
            new BackendUnavailableException(
                "it has an Authorization header of its own; remove that to sign in"));
      }
    };
  }

  /** Never shown. */
  record Token(String value, Instant renewAt) {
    /** A token that lives shorter than the margin is used for half of its life. */
    static Token of(String value, long expiresInSeconds, Instant now) {
      if (expiresInSeconds <= 0) {
        return new Token(value, Instant.MAX);
      }
      // A century: more than that is no date.
      Duration life = Duration.ofSeconds(Math.min(expiresInSeconds, 3_155_760_000L));
      Duration half = life.dividedBy(2);
      return new Token(value, now.plus(life).minus(half.compareTo(MARGIN) < 0 ? half : MARGIN));
    }

    @Override
    public String toString() {
      return "Token[...]";
    }
  }

  /**
   * The token that a server has rejected.
   *
   * @param token empty where there was none
   */
  record Rejection(String token, Optional<Challenge> challenge) {
    @Override
    public String toString() {
      return "Rejection[" + challenge + "]";
    }
  }

  /**
   * A token to send now. Empty where there is none, or none before it is known where tokens come
   * from: the server says so when it is asked without one.
   */
  public CompletionStage<String> token() {
    Token known = current;
    return clock.instant().isBefore(known.renewAt)
        ? CompletableFuture.completedFuture(known.value)
        : fetch(known, null).thenApply(Token::value);
  }

  /** Another token than the one that the server rejected; empty where there is none. */
  public CompletionStage<String> renew(String rejected, Optional<Challenge> challenge) {
    Token known = current;
    return known.value.equals(rejected)
        ? fetch(known, new Rejection(rejected, challenge)).thenApply(Token::value)
        : CompletableFuture.completedFuture(known.value);
  }

  /** Begins to sign a person in, with connections of its own. */
  public CompletionStage<SignIn> signIn() {
    return CompletableFuture.failedFuture(
        new BackendUnavailableException(
            "it gets its tokens itself, by the grant that its oauth says"));
  }

  /** Revokes and forgets the tokens of a person; completes with whether there were any. */
  public CompletionStage<Boolean> signOut() {
    return CompletableFuture.completedFuture(false);
  }

  /** Where a person has signed in; empty before. */
  public Optional<String> signedIn() {
    return Optional.empty();
  }

  /**
   * Gets a token.
   *
   * @param rejection of the one there is; null where it is only old, or there is none
   */
  abstract CompletionStage<Token> next(@Nullable Rejection rejection);

  /** Has the next request look for a token again; one that is being fetched is not kept. */
  final synchronized void forget() {
    fetching = null;
    current = UNKNOWN;
  }

  private synchronized CompletableFuture<Token> fetch(
      Token instead, @Nullable Rejection rejection) {
    CompletableFuture<Token> running = fetching;
    if (running != null) {
      return running;
    }
    if (!current.equals(instead)) {
      return CompletableFuture.completedFuture(current);
    }
    CompletableFuture<Token> next = new CompletableFuture<>();
    fetching = next;
    Futures.of(() -> next(rejection))
        .whenComplete((token, failure) -> fetched(next, token, failure));
    return next;
  }

  private void fetched(
      CompletableFuture<Token> next, @Nullable Token token, @Nullable Throwable failure) {
    synchronized (this) {
      if (fetching == next) {
        fetching = null;
        current = token == null ? current : token;
      }
    }
    if (token != null) {
      next.complete(token);
    } else {
      next.completeExceptionally(failure == null ? new IllegalStateException("no token") : failure);
    }
  }
}
