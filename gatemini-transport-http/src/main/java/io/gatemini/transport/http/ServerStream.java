package io.gatemini.transport.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * The stream on which the server speaks without being asked: changes of its tool list, requests of
 * its own. A server need not offer it. Where it does, it is opened again when it ends, ever more
 * slowly while it fails.
 */
final class ServerStream implements Response.Listener {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** A stream that lasted this long was worth opening; proxies cut quiet ones after a minute. */
  private static final Duration LASTING = Duration.ofSeconds(10);

  private final HttpMessageChannel channel;
  private volatile @Nullable Request request;
  private volatile boolean stopped;
  private ServerSentEvents events;
  private String lastEventId = "";
  private Duration pause = FIRST_PAUSE;
  private long openedNanos;

  ServerStream(HttpMessageChannel channel) {
    this.channel = channel;
    this.events = parser();
  }

  void open() {
    events = parser();
    openedNanos = System.nanoTime();
    // With a fresh token, if there is one to be had; if not, the answer says what is wrong.
    var unused = channel.ready(false).whenComplete((ready, failure) -> send());
  }

  private void send() {
    Request next = channel.endpoint().get(channel.client(), lastEventId);
    request = next;
    if (!stopped) {
      next.send(this);
    }
  }

  void stop() {
    stopped = true;
    Request current = request;
    if (current != null) {
      var unused = current.abort(new CancellationException("the channel closes"));
    }
  }

  @Override
  public void onHeaders(Response response) {
    int status = response.getStatus();
    boolean opened =
        status == HttpStatus.OK_200
            && ContentType.of(response.getHeaders().get("Content-Type")).isEventStream();
    if (!opened) {
      // A server without the stream says 405, or 404, or what comes to its mind; only what a
      // proxy says of a server that is away may change.
      stopped = !HttpStatus.isServerError(status);
      var unused = response.abort(new CancellationException("no stream"));
    }
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    try {
      events.feed(content);
    } catch (BoundedBytes.TooLargeException e) {
      // Sent again, it would be as large.
      stopped = true;
      channel.ignored("an event that is too large");
      var unused = response.abort(e);
    }
  }

  @Override
  public void onComplete(Result result) {
    if (stopped) {
      return;
    }
    if (!events.lastEventId().isEmpty()) {
      lastEventId = events.lastEventId();
    }
    if (System.nanoTime() - openedNanos > LASTING.toNanos()) {
      pause = FIRST_PAUSE;
    }
    Duration asked = Duration.ofMillis(events.retryMillis().orElse(0));
    Duration wait = asked.compareTo(pause) > 0 ? asked : pause;
    pause = atMost(pause.multipliedBy(2));
    channel.later(this::open, atMost(wait));
  }

  private static Duration atMost(Duration wait) {
    return wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait;
  }

  private ServerSentEvents parser() {
    return new ServerSentEvents(channel.maxMessageBytes(), this::event);
  }

  private void event(String type, byte[] data, int length) {
    if (!type.equals("message") || length == 0) {
      return;
    }
    Envelope.read(data, 0, length)
        .ifPresentOrElse(
            envelope -> channel.deliver(data, 0, envelope.length()),
            () -> channel.ignored("an event that is not a JSON-RPC message"));
  }
}
