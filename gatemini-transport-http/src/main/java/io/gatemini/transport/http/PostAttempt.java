package io.gatemini.transport.http;

import io.gatemini.internal.async.Guarded;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** One POST of a message and the reading of its answer; what follows from it the exchange says. */
final class PostAttempt implements Response.Listener {
  /** How long the end of an answer may take when what matters of it is already known. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  /** An error that needs more than this to say its piece is not read to its end. */
  private static final int MAX_ERROR_BYTES = 1024 * 1024;

  private final EndpointClient client;
  private final PostExchange exchange;
  private final RequestBody content;
  private final ContentRoom room;
  private final Request request;
  private final Optional<String> session;
  private final String token;
  private final Map<String, String> headers;
  private final BoundedBytes error = new BoundedBytes(MAX_ERROR_BYTES);
  private ContentType contentType = ContentType.of(null);
  private @Nullable AnswerBody answer;
  private Scheduler.@Nullable Task linger;
  private boolean responding;

  /**
   * @param own the headers of this message alone
   */
  PostAttempt(
      EndpointClient client,
      PostExchange exchange,
      URI target,
      byte[] message,
      Map<String, String> own) {
    this.client = client;
    this.exchange = exchange;
    this.content = new RequestBody(message);
    this.room = client.room();
    this.session = client.endpoint().session();
    this.token = client.endpoint().token();
    this.headers = client.endpoint().headers();
    this.request = client.post(target).headers(fields -> own.forEach(fields::put)).body(content);
  }

  void send() {
    request.send(this);
  }

  void abort(Throwable reason) {
    request.abort(reason);
  }

  /** Keeps back what was not sent yet; false when the server may have the whole message. */
  boolean withdraw() {
    return content.withdraw();
  }

  /** The session it was sent under. */
  Optional<String> session() {
    return session;
  }

  /** The token it was sent with; empty for none. */
  String token() {
    return token;
  }

  /** The configured headers it was sent with. */
  Map<String, String> headers() {
    return headers;
  }

  ContentType contentType() {
    return contentType;
  }

  /** The body that came with an error status. */
  BoundedBytes error() {
    return error;
  }

  /** The rest of the answer does not matter any more, but is read for a while. */
  void lingerAtMost() {
    if (linger == null) {
      linger = client.later(() -> abort(new LingerException()), LINGER);
    }
  }

  @Override
  public void onHeaders(Response response) {
    Guarded.orFail(() -> begin(response), exchange::failed);
  }

  private void begin(Response response) {
    responding = true;
    contentType = ContentType.of(response.getHeaders().get("Content-Type"));
    if (HttpStatus.isSuccess(response.getStatus())) {
      answer = new AnswerBody(contentType, client.maxMessageBytes(), this::event);
      exchange.accepted(this, response);
    } else {
      lingerAtMost();
    }
  }

  @Override
  public void onContent(Response response, Content.Chunk chunk, Runnable demander) {
    try {
      take(response, chunk, demander);
    } catch (Error e) { // not by way of a lambda: each piece of an answer comes along here
      exchange.failed(e);
    }
  }

  private void take(Response response, Content.Chunk chunk, Runnable demander) {
    AnswerBody body = answer;
    if (body == null) {
      error.appendWhatFits(chunk.getByteBuffer());
      demander.run();
    } else {
      room.take(response, chunk, demander, body::heldBytes, piece -> feed(body, piece));
    }
  }

  private void feed(AnswerBody body, ByteBuffer piece) {
    body.feed(piece);
    if (body.isPage()) {
      lingerAtMost();
    }
  }

  @Override
  public void onComplete(Result result) {
    try {
      Guarded.orFail(() -> end(result), exchange::failed);
    } finally {
      room.close();
    }
  }

  private void end(Result result) {
    Scheduler.Task timer = linger;
    if (timer != null) {
      timer.cancel();
    }
    AnswerBody body = answer;
    if (responding && body == null) {
      exchange.refused(this, result.getResponse());
    } else if (body == null) {
      exchange.broken(result.getFailure(), content.mayHaveArrived(), false);
    } else if (body.isEvents()) {
      exchange.streamEnded(body.events(), result.getFailure());
    } else if (result.isFailed() && !body.isPage()) {
      exchange.broken(result.getFailure(), true, true);
    } else {
      exchange.single(body.message(), contentType);
    }
  }

  private void event(String type, byte[] data, int length) {
    if (exchange.event(type, data, length)) {
      lingerAtMost();
    }
  }

  /** The rest of an answer came too slowly. */
  private static final class LingerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LingerException() {
      super("the end of the answer did not come", null, false, false);
    }
  }
}
