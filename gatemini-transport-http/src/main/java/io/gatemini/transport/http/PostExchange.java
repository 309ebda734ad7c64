package io.gatemini.transport.http;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.transport.http.Envelope.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to the server, and the answer to it.
 *
 * <p>{@link #future()} completes when a notification or a response was accepted, or when the answer
 * to a request was delivered; it fails as soon as it is clear that there will be none. Ending the
 * future from outside abandons the exchange.
 */
final class PostExchange implements Response.Listener {
  /** How long the end of an answer may take when what matters of it is already known. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  /** An error that needs more than this to say its piece is an error page. */
  private static final int MAX_ERROR_BYTES = 64 * 1024;

  /** One for a trailing slash, one for a moved path; more is a loop. */
  private static final int MAX_REDIRECTS = 3;

  private enum Body {
    /** Not wanted. */
    NONE,
    /** One message. */
    MESSAGE,
    /** Messages as events. */
    EVENTS,
    /** What goes with an error status. */
    ERROR
  }

  private final HttpMessageChannel channel;
  private final Envelope sent;
  private final byte[] message;
  private final CompletableFuture<Void> future = new CompletableFuture<>();
  private final ServerSentEvents events;
  private volatile @Nullable Request request;
  private Scheduler.@Nullable Task linger;
  private BoundedBytes body;
  private Body expected = Body.NONE;
  private ContentType contentType = ContentType.of(null);
  private boolean responding;
  private boolean answered;
  private int redirects;

  PostExchange(HttpMessageChannel channel, Envelope sent, byte[] message) {
    this.channel = channel;
    this.sent = sent;
    this.message = message;
    this.body = new BoundedBytes(channel.maxMessageBytes());
    this.events = new ServerSentEvents(channel.maxMessageBytes(), this::event);
  }

  CompletableFuture<Void> future() {
    return future;
  }

  /** Sends; called once. */
  void start() {
    var unused =
        future.whenComplete(
            (done, failure) -> {
              if (failure != null) {
                abandon(failure);
              }
            });
    post();
  }

  /** Fails the exchange from outside, as when the channel closes. */
  void fail(GatewayException reason) {
    future.completeExceptionally(reason);
  }

  @Override
  public void onHeaders(Response response) {
    responding = true;
    int status = response.getStatus();
    contentType = ContentType.of(response.getHeaders().get("Content-Type"));
    if (HttpStatus.isSuccess(status)) {
      accepted(response);
    } else if (status == HttpStatus.NOT_FOUND_404 && channel.endpoint().hasSession()) {
      sessionExpired();
    } else if (isRedirect(status)) {
      expected = Body.NONE;
      lingerAtMost();
    } else if (contentType.isJson()) {
      expected = Body.ERROR;
      body = new BoundedBytes(MAX_ERROR_BYTES);
      lingerAtMost();
    } else {
      fail(Failures.status(authority(), response, body));
    }
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    switch (expected) {
      case EVENTS -> events.feed(content);
      case MESSAGE, ERROR -> body.append(content);
      case NONE -> content.position(content.limit());
    }
  }

  @Override
  public void onComplete(Result result) {
    Scheduler.Task timer = linger;
    if (timer != null) {
      timer.cancel();
    }
    if (future.isDone()) {
      return;
    }
    Response response = result.getResponse();
    if (expected == Body.ERROR) {
      refused(response);
    } else if (isRedirect(response.getStatus())) {
      redirected(response);
    } else if (result.isFailed()) {
      fail(Failures.exchange(authority(), responding, result.getFailure()));
    } else if (expected == Body.MESSAGE) {
      single();
    } else if (!answered) {
      fail(unanswered());
    }
  }

  private void post() {
    Request next =
        channel
            .endpoint()
            .post(channel.client())
            .body(new BytesRequestContent("application/json", message));
    request = next;
    if (!future.isDone()) {
      next.send(this);
    }
  }

  private void abandon(Throwable reason) {
    Request current = request;
    if (current != null) {
      var unused = current.abort(reason);
    }
  }

  private void accepted(Response response) {
    if (sent.method().equals("initialize")) {
      Endpoint.sessionIn(response).ifPresent(channel.endpoint()::session);
    }
    if (sent.kind() != Kind.REQUEST) {
      // Accepted is all it needs to be; what else comes is read for the messages in it.
      expected = contentType.isEventStream() ? Body.EVENTS : Body.NONE;
      lingerAtMost();
      future.complete(null);
    } else if (contentType.isEventStream()) {
      expected = Body.EVENTS;
    } else if (contentType.isHtml()) {
      fail(
          new BackendCallException(
              authority()
                  + " answered with an HTML page; check that the backend's url is a streamable"
                  + " HTTP MCP endpoint"));
    } else if (response.getStatus() != HttpStatus.NO_CONTENT_204) {
      expected = Body.MESSAGE;
    }
  }

  private void event(String type, byte[] data, int length) {
    if (!type.equals("message") || length == 0) {
      return;
    }
    Envelope envelope = Envelope.read(data, 0, length).orElse(null);
    if (envelope == null) {
      channel.ignored("an event that is not a JSON-RPC message");
      return;
    }
    channel.deliver(data, 0, length);
    if (!answered && envelope.answers(sent)) {
      answered = true;
      lingerAtMost();
      future.complete(null);
    }
  }

  /** The whole body of a 2xx answer is there. */
  private void single() {
    if (body.length() == 0) {
      fail(unanswered());
      return;
    }
    byte[] bytes = body.array();
    int length = body.length();
    if (!contentType.charset().equals(StandardCharsets.UTF_8)) {
      bytes = new String(bytes, 0, length, contentType.charset()).getBytes(StandardCharsets.UTF_8);
      length = bytes.length;
    }
    Envelope envelope = Envelope.read(bytes, 0, length).orElse(null);
    if (envelope == null) {
      fail(
          new BackendCallException(
              authority()
                  + " answered with something that is not a JSON-RPC message ("
                  + contentType.describe()
                  + ")"));
      return;
    }
    boolean isAnswer = envelope.answers(sent);
    if (isAnswer || envelope.kind() != Kind.RESPONSE) {
      channel.deliver(bytes, 0, length);
    }
    if (isAnswer) {
      future.complete(null);
    } else {
      fail(Failures.otherMessage(authority(), body));
    }
  }

  /** An error status with a JSON body, which may be the answer itself. */
  private void refused(Response response) {
    boolean isAnswer =
        Envelope.read(body.array(), 0, body.length()).filter(e -> e.answers(sent)).isPresent();
    if (isAnswer) {
      channel.deliver(body.array(), 0, body.length());
      future.complete(null);
    } else {
      fail(Failures.status(authority(), response, body));
    }
  }

  private void sessionExpired() {
    String reason = authority() + " has ended the session (404); a new one has to be started";
    fail(new BackendUnavailableException(reason));
    channel.ended(reason);
  }

  private void redirected(Response response) {
    String location = response.getHeaders().get("Location");
    int status = response.getStatus();
    // Of the redirects only these two keep the method and the body.
    boolean keepsMethod =
        status == HttpStatus.TEMPORARY_REDIRECT_307 || status == HttpStatus.PERMANENT_REDIRECT_308;
    if (keepsMethod
        && location != null
        && ++redirects <= MAX_REDIRECTS
        && channel.endpoint().move(location)) {
      responding = false;
      post();
    } else {
      fail(Failures.redirect(authority(), response));
    }
  }

  private void lingerAtMost() {
    linger = channel.later(() -> abandon(new LingerException()), LINGER);
  }

  private BackendCallException unanswered() {
    return new BackendCallException(
        authority()
            + (expected == Body.EVENTS
                ? " ended the event stream without the answer"
                : " accepted the request without an answer"));
  }

  private String authority() {
    return channel.endpoint().authority();
  }

  private static boolean isRedirect(int status) {
    return HttpStatus.isRedirection(status) && status != HttpStatus.NOT_MODIFIED_304;
  }

  /** What is left of an answer came too slowly. */
  private static final class LingerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LingerException() {
      super("the end of the answer did not come", null, false, false);
    }
  }
}
