package io.gatemini.transport.http;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.transport.http.internal.client.OneLine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The one stream of an older server (HTTP+SSE, specification 2024-11-05): its first event names the
 * address to post to, all answers come on it, and the session ends with it.
 */
final class LegacyStream implements Response.Listener {
  /** A server that opens a stream and names no address is not an older server. */
  private static final Duration ENDPOINT_WITHIN = Duration.ofSeconds(5);

  /** Its path and query, or a user's name in it, may hold a secret. */
  private static final String HOST = "(?s)(\\w+:)?//(?:[^/?#]*@)?([^/?#]*).*";

  private final EndpointClient client;
  private final ServerSentEvents.Sink sink;
  private final Consumer<String> ended;
  private final CompletableFuture<Void> established = new CompletableFuture<>();
  private final ServerSentEvents events;
  private final ContentRoom room;
  private volatile @Nullable Request request;
  private volatile boolean stopped;

  /**
   * @param ended hears why the stream, once it was in use, has ended
   */
  LegacyStream(EndpointClient client, ServerSentEvents.Sink sink, Consumer<String> ended) {
    this.client = client;
    this.sink = sink;
    this.ended = ended;
    this.room = client.room();
    this.events = new ServerSentEvents(client.maxMessageBytes(), this::event);
  }

  /** Completes when messages can be posted; fails when the server is none of these. */
  CompletionStage<Void> open() {
    Timeouts.orTimeout(established, ENDPOINT_WITHIN)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                stop();
              }
            });
    Request next = client.get("");
    request = next;
    if (!stopped) {
      next.send(this);
    }
    return established;
  }

  void stop() {
    stopped = true;
    established.completeExceptionally(new CancellationException("the channel closes"));
    Request current = request;
    if (current != null) {
      current.abort(new CancellationException("the channel closes"));
    }
  }

  @Override
  public void onHeaders(Response response) {
    if (StreamRefusal.in(response).isPresent()) {
      established.completeExceptionally(new BackendUnavailableException("there is no stream"));
    }
  }

  @Override
  public void onContent(Response response, Content.Chunk chunk, Runnable demander) {
    room.take(response, chunk, demander, events::heldBytes, events::feed);
  }

  @Override
  public void onComplete(Result result) {
    room.close();
    boolean inUse = established.isDone() && !established.isCompletedExceptionally();
    established.completeExceptionally(new BackendUnavailableException("the stream ended"));
    if (inUse && !stopped) {
      ended.accept(client.endpoint().authority() + " ended its event stream");
    }
  }

  private void event(String type, byte[] data, int length) {
    if (type.equals("endpoint") && !established.isDone()) {
      String address = new String(data, 0, length, StandardCharsets.UTF_8).strip();
      if (client.endpoint().postTo(address)) {
        established.complete(null);
      } else {
        established.completeExceptionally(
            BackendUnavailableException.lasting(
                client.endpoint().authority()
                    + " names an address of another server: "
                    + OneLine.of(address.replaceFirst(HOST, "$1//$2"), 200)
                    + "; set the backend's url to one of that server"));
      }
    } else {
      sink.event(type, data, length);
    }
  }
}
