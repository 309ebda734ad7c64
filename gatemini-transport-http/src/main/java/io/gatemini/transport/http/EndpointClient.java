package io.gatemini.transport.http;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.MessageMemory;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.oauth.Challenge;
import io.gatemini.transport.http.internal.oauth.OAuthConfig;
import io.gatemini.transport.http.internal.oauth.OAuthTokens;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of one endpoint, and what all requests to it share: tokens, room for the answers,
 * a clock. Thread-safe.
 */
final class EndpointClient {
  private static final Logger LOG = System.getLogger(EndpointClient.class.getName());

  /** Ending the session is a courtesy that must not hold up a shutdown. */
  private static final Duration END_OF_SESSION = Duration.ofSeconds(1);

  private final String backend;
  private final Endpoint endpoint;
  private final HttpClient client;
  private final MessageMemory memory;
  private final HttpAddress address;
  private final OAuthTokens tokens;
  private final Supplier<Map<String, String>> headerSource;

  /**
   * @param client not started yet; checks what is connected to itself
   * @param headerSource read where the server rejects the headers it got; may block
   */
  EndpointClient(
      BackendContext context,
      HttpAddress address,
      HttpClient client,
      Supplier<Map<String, String>> headerSource) {
    this.backend = context.name();
    this.endpoint = new Endpoint(address, context::mayConnectTo);
    this.client = client;
    this.memory = context.messageMemory();
    this.address = address;
    this.headerSource = headerSource;
    this.tokens =
        address.authorizes()
            ? OAuthTokens.none(context.clock())
            : OAuthTokens.of(context, address.oauth(), address.uri(), client);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Request post(URI target) {
    return endpoint.post(client, target);
  }

  Request get(String lastEventId) {
    return endpoint.get(client, lastEventId);
  }

  /** Room for a response; its taker closes it. */
  ContentRoom room() {
    return new ContentRoom(memory, client.getExecutor());
  }

  int maxMessageBytes() {
    return address.maxMessageBytes();
  }

  /** Whether there is, or may be, an access token of OAuth. */
  boolean hasTokens() {
    return !address.authorizes();
  }

  /** Whether the configuration says where tokens come from. */
  boolean hasGrant() {
    return address.oauth().isPresent();
  }

  OAuthTokens tokens() {
    return tokens;
  }

  /** Completes when there is a token, if the endpoint wants one. */
  CompletionStage<Void> token() {
    return tokens.token().thenAccept(endpoint::token);
  }

  /** Completes when there is a token; fails where a person has to sign in for it. */
  CompletionStage<Void> tokenOfPerson() {
    return address.oauth().filter(OAuthConfig::isOfPerson).isPresent()
        ? tokens.renew("", Optional.empty()).thenAccept(endpoint::token)
        : CompletableFuture.completedFuture(null);
  }

  /** Completes when there is another token than the one that the server has rejected. */
  CompletionStage<Void> renewToken(String rejected, Response rejection) {
    return tokens
        .renew(
            rejected, Challenge.foremost(rejection.getHeaders().getValuesList("WWW-Authenticate")))
        .thenAccept(endpoint::token);
  }

  /** Reads the headers again; fails where they are the rejected ones. */
  CompletionStage<Void> renewHeaders(Map<String, String> rejected, Executor executor) {
    return Futures.of(
        () ->
            CompletableFuture.runAsync(
                () -> {
                  if (endpoint.headers().equals(rejected)) {
                    endpoint.headers(headerSource.get());
                  }
                  if (endpoint.headers().equals(rejected)) {
                    throw new BackendUnavailableException("the headers have not changed");
                  }
                },
                executor));
  }

  void ignored(String what) {
    LOG.log(Level.DEBUG, "backend {0}: ignored {1}", backend, what);
  }

  /** Does something later; nothing where the client ends meanwhile. */
  Scheduler.@Nullable Task later(Runnable work, Duration delay) {
    try {
      Runnable guarded =
          () -> Guarded.run(LOG, "backend " + backend + ": a scheduled action failed", work);
      return client.getScheduler().schedule(guarded, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return null;
    }
  }

  void start() throws Exception {
    HttpClients.start(client);
  }

  /** Informs the server that its session is over, if there is one. */
  void endSession() {
    if (endpoint.session().isEmpty() || !client.isStarted()) {
      return;
    }
    CompletableFuture<Void> answered = new CompletableFuture<>();
    endpoint
        .delete(client)
        .timeout(END_OF_SESSION.toMillis(), TimeUnit.MILLISECONDS)
        .send(result -> answered.complete(null));
    if (!Futures.await(answered, END_OF_SESSION)) {
      LOG.log(Level.DEBUG, "backend {0}: the session may still be open at the server", backend);
    }
  }

  void stop() {
    HttpClients.stop(client, backend);
  }
}
