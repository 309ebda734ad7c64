package io.gatemini.transport.http;

import io.gatemini.BackendCallException;
import io.gatemini.internal.async.Guarded;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The rest of an answer whose event stream ended before the answer was there (specification
 * 2025-11-25, transports, resumability): a GET with the id of the last event, after the time that
 * the server asked for. Goes on while new events come; gives up after a few streams without one.
 */
final class ResumedStream implements Response.Listener {
  private static final int MAX_ATTEMPTS_WITHOUT_EVENT = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** Servers may ask for less; each stream with a new event allows another. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

  private final EndpointClient client;
  private final PostExchange exchange;
  private volatile @Nullable Request request;
  private volatile String lastEventId;
  private ServerSentEvents events;
  private ContentRoom room;
  private Duration pause = PAUSE;
  private int attempts;
  private String token = "";
  private boolean tokenRenewed;
  private @Nullable StreamRefusal refusal;

  /**
   * @param ended the events that came
   */
  ResumedStream(EndpointClient client, PostExchange exchange, ServerSentEvents ended) {
    this.client = client;
    this.exchange = exchange;
    this.events = ended;
    this.room = client.room();
    this.lastEventId = ended.lastEventId();
    honour(ended);
  }

  /** Opens it after the pause, unless the caller has given up by then. */
  void schedule() {
    client.later(this::open, pause);
  }

  void abort(Throwable reason) {
    Request current = request;
    if (current != null) {
      current.abort(reason);
    }
  }

  @Override
  public void onHeaders(Response response) {
    refusal = StreamRefusal.in(response).orElse(null);
    if (refusal != null) {
      abort(new CancellationException("no stream"));
    }
  }

  @Override
  public void onContent(Response response, Content.Chunk chunk, Runnable demander) {
    ServerSentEvents current = events;
    Guarded.orFail(
        () -> room.take(response, chunk, demander, current::heldBytes, current::feed),
        exchange::failed);
  }

  @Override
  public void onComplete(Result result) {
    Guarded.orFail(() -> end(result), exchange::failed);
  }

  private void end(Result result) {
    room.close();
    if (result.getFailure() instanceof ContentRoom.NoRoomException failure) {
      exchange.broken(failure, true, true); // sent again, the event would find as little room
      return;
    }
    if (exchange.isDone()) {
      return;
    }
    if (!events.lastEventId().isEmpty() && !events.lastEventId().equals(lastEventId)) {
      lastEventId = events.lastEventId();
      attempts = 0;
    }
    honour(events);
    StreamRefusal refused = refusal;
    boolean wantsToken = wantsToken(refused);
    if (attempts >= MAX_ATTEMPTS_WITHOUT_EVENT
        || (refused != null && !refused.isPassing() && !wantsToken)) {
      exchange.fail(
          new BackendCallException(
              client.endpoint().authority()
                  + " ended the event stream without the answer, and it could not be resumed"));
    } else if (refused == null) {
      schedule();
    } else if (wantsToken) {
      tokenRenewed = true;
      // Without another one, the answer says what is wrong.
      client.renewToken(token, refused.response()).whenComplete((renewed, failure) -> schedule());
    } else {
      client.later(this::open, refused.wait(pause, LONGEST_PAUSE));
    }
  }

  private boolean wantsToken(@Nullable StreamRefusal refused) {
    return refused != null && refused.wantsToken() && client.hasTokens() && !tokenRenewed;
  }

  private void open() {
    Guarded.orFail(this::request, exchange::failed);
  }

  private void request() {
    if (exchange.isDone()) {
      return;
    }
    attempts++;
    refusal = null;
    token = client.endpoint().token();
    room = client.room();
    events = new ServerSentEvents(client.maxMessageBytes(), this::event);
    Request next = client.get(lastEventId);
    request = next;
    // Once more: an end in the meantime has not seen this request.
    if (!exchange.isDone()) {
      next.send(this);
    }
  }

  private void event(String type, byte[] data, int length) {
    if (exchange.event(type, data, length)) {
      abort(new CancellationException("the answer is there"));
    }
  }

  private void honour(ServerSentEvents ended) {
    ended.retryMillis().ifPresent(millis -> pause = bounded(Duration.ofMillis(millis)));
  }

  private static Duration bounded(Duration asked) {
    if (asked.compareTo(SHORTEST_PAUSE) < 0) {
      return SHORTEST_PAUSE;
    }
    return asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked;
  }
}
