package io.gatemini.transport.http;

import io.gatemini.transport.http.internal.client.BoundedBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The stream on which the server speaks without being asked: changes of its tool list, requests of
 * its own. A server need not offer it. Where it does, it is opened again when it ends or is refused
 * for now, ever more slowly while it fails: who misses it never hears of a changed tool.
 */
final class ServerStream implements Response.Listener {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** A server that asks for more by {@code Retry-After} is asked sooner all the same. */
  private static final Duration LONGEST_ASKED = Duration.ofMinutes(10);

  /** A stream that lasted this long was worth opening; proxies cut quiet ones after a minute. */
  private static final Duration LASTING = Duration.ofSeconds(10);

  private final EndpointClient client;
  private final Supplier<CompletionStage<Void>> ready;
  private final Runnable gone;
  private final ServerSentEvents.Sink sink;
  private volatile @Nullable Request request;
  private volatile boolean stopped;
  private ServerSentEvents events;
  private ContentRoom room;
  private String lastEventId = "";
  private Duration pause = FIRST_PAUSE;
  private long openedNanos;
  private String token = "";
  private boolean tokenRenewed;
  private boolean known;
  private @Nullable StreamRefusal refusal;

  /**
   * @param ready completes when a request can be sent
   * @param gone hears that a stream that was open is not known any more, and its session neither
   */
  ServerStream(
      EndpointClient client,
      Supplier<CompletionStage<Void>> ready,
      ServerSentEvents.Sink sink,
      Runnable gone) {
    this.client = client;
    this.ready = ready;
    this.gone = gone;
    this.sink = sink;
    this.events = parser();
    this.room = client.room();
  }

  void open() {
    events = parser();
    openedNanos = System.nanoTime();
    // With a fresh token, if there is one to be had; if not, the answer says what is wrong.
    ready.get().whenComplete((done, failure) -> send());
  }

  private void send() {
    refusal = null;
    room = client.room();
    token = client.endpoint().token();
    Request next = client.get(lastEventId);
    request = next;
    if (!stopped) {
      next.send(this);
    }
  }

  void stop() {
    stopped = true;
    Request current = request;
    if (current != null) {
      current.abort(new CancellationException("the channel closes"));
    }
  }

  @Override
  public void onHeaders(Response response) {
    refusal = StreamRefusal.in(response).orElse(null);
    if (refusal == null) {
      tokenRenewed = false;
      known = true;
    } else {
      if (refusal.isFinal()) {
        stopped = true;
        if (known && refusal.isUnknown()) {
          gone.run();
        }
      }
      response.abort(new CancellationException("no stream"));
    }
  }

  @Override
  public void onContent(Response response, Content.Chunk chunk, Runnable demander) {
    ServerSentEvents current = events;
    room.take(
        response, chunk, demander, current::heldBytes, piece -> feed(response, current, piece));
  }

  private void feed(Response response, ServerSentEvents current, ByteBuffer content) {
    try {
      current.feed(content);
    } catch (BoundedBytes.TooLargeException e) {
      // Sent again, it would be as large.
      stopped = true;
      client.ignored("an event that is too large");
      response.abort(e);
    }
  }

  @Override
  public void onComplete(Result result) {
    room.close();
    if (stopped) {
      return;
    }
    if (!events.lastEventId().isEmpty()) {
      lastEventId = events.lastEventId();
    }
    boolean noRoom = result.getFailure() instanceof ContentRoom.NoRoomException;
    if (noRoom) {
      // Others suffered from it: it comes back ever more slowly, however long it lasted.
      client.ignored("an event of " + result.getFailure().getMessage());
    } else if (System.nanoTime() - openedNanos > LASTING.toNanos()) {
      pause = FIRST_PAUSE;
    }
    Duration asked = Duration.ofMillis(events.retryMillis().orElse(0));
    Duration wait = atMost(asked.compareTo(pause) > 0 ? asked : pause);
    pause = atMost(pause.multipliedBy(2));
    StreamRefusal refused = refusal;
    if (refused == null) {
      client.later(this::open, wait);
    } else {
      openAfter(refused, refused.wait(wait, LONGEST_ASKED));
    }
  }

  private void openAfter(StreamRefusal refused, Duration wait) {
    if (refused.mayMeanEvent()) {
      lastEventId = "";
    }
    if (refused.wantsToken() && client.hasTokens() && !tokenRenewed) {
      tokenRenewed = true;
      // Without another one, later: the token endpoint may be away, too.
      client
          .renewToken(token, refused.response())
          .whenComplete((renewed, failure) -> client.later(this::open, wait));
    } else {
      client.later(this::open, wait);
    }
  }

  private static Duration atMost(Duration wait) {
    return wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait;
  }

  private ServerSentEvents parser() {
    return new ServerSentEvents(client.maxMessageBytes(), sink);
  }
}
