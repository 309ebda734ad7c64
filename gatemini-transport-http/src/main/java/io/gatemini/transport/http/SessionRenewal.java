package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.mcp.message.JsonRpcMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new session when the server has forgotten the old one, by the client's own {@code
 * initialize} sent again. Callers do not notice, except that the tools are listed again: a server
 * that forgot its sessions was most likely started anew. Thread-safe.
 */
final class SessionRenewal {
  private static final Logger LOG = System.getLogger(SessionRenewal.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final byte[] INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\",\"params\":{}}"
          .getBytes(StandardCharsets.UTF_8);

  private static final byte[] TOOLS_CHANGED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}"
          .getBytes(StandardCharsets.UTF_8);

  private final Endpoint endpoint;
  private final HttpMessageChannel channel;
  private volatile @Nullable JsonRpcMessage initialize;
  private volatile CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

  SessionRenewal(Endpoint endpoint, HttpMessageChannel channel) {
    this.endpoint = endpoint;
    this.channel = channel;
  }

  /** Keeps the client's handshake for later. */
  void remember(JsonRpcMessage message) {
    initialize = message;
  }

  /** Whether there has been a handshake that can be made again. */
  boolean isPossible() {
    return initialize != null;
  }

  /** Completes when no session is being made; what is sent before would be refused. */
  CompletionStage<Void> settled() {
    return latest;
  }

  /**
   * Completes when there is another session than the one that is gone; one handshake is made,
   * however many ask for it. When it fails, the channel has ended.
   *
   * @param before {@link #settled()} when the message was sent that the server refused
   */
  synchronized CompletionStage<Void> renew(@Nullable CompletionStage<Void> before) {
    JsonRpcMessage message = initialize;
    if (!latest.isDone() || latest != before) {
      return latest;
    }
    if (message == null) {
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("there is no session to renew"));
    }
    endpoint.forgetSession();
    CompletableFuture<Void> renewal = new CompletableFuture<>();
    latest = renewal;
    LOG.log(Level.INFO, "{0} has ended the session; making a new one", endpoint.authority());
    Futures.of(() -> handshake(message)).whenComplete((done, failure) -> ended(renewal, failure));
    return renewal;
  }

  private void ended(CompletableFuture<Void> renewal, @Nullable Throwable failure) {
    if (failure == null) {
      // Messages wait for the session, also if its stream cannot be opened.
      Guarded.run(LOG, "the stream of a new session was not opened", channel::renewed);
      renewal.complete(null);
      channel.deliver(JsonRpcMessage.of(TOOLS_CHANGED.clone()));
      return;
    }
    String reason = endpoint.authority() + " has ended the session and did not start another";
    LOG.log(Level.DEBUG, reason, failure);
    renewal.completeExceptionally(new BackendUnavailableException(reason, failure));
    channel.ended(reason);
  }

  private CompletionStage<Void> handshake(JsonRpcMessage sent) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    Consumer<JsonRpcMessage> inbox =
        message -> {
          if (message.answers(sent)) {
            answer.complete(
                RawJson.parse(new String(message.bytes(), StandardCharsets.UTF_8)).tree());
          } else {
            channel.deliver(message);
          }
        };
    return post(sent, inbox)
        .thenCompose(posted -> answer)
        .thenCompose(
            result -> {
              check(result);
              return post(JsonRpcMessage.of(INITIALIZED), channel::deliver);
            });
  }

  private CompletableFuture<Void> post(JsonRpcMessage sent, Consumer<JsonRpcMessage> inbox) {
    // On the future itself: the exchange is abandoned with it.
    return Timeouts.orTimeout(channel.post(sent, inbox, Map.of(), true).future(), TIMEOUT);
  }

  private void check(JsonNode answer) {
    String version = answer.path("result").path("protocolVersion").asText("");
    boolean same = endpoint.protocolVersion().map(version::equals).orElse(true);
    if (!answer.path("result").isObject() || !same) {
      throw new BackendUnavailableException(
          endpoint.authority() + " negotiates differently than before");
    }
  }
}
