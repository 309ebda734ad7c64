package io.gatemini.transport.http;

import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;

/** An answer to the request for an event stream that is none, and what it says of the next try. */
record StreamRefusal(Response response) {
  /** The refusal in the head of an answer; empty where the stream begins. */
  static Optional<StreamRefusal> in(Response response) {
    boolean opened =
        response.getStatus() == HttpStatus.OK_200
            && ContentType.of(response.getHeaders().get("Content-Type")).isEventStream();
    return opened ? Optional.empty() : Optional.of(new StreamRefusal(response));
  }

  /** Whether the server has no such stream, now or later. */
  boolean isFinal() {
    int status = response.getStatus();
    return HttpStatus.isSuccess(status)
        || isUnknown()
        || status == HttpStatus.METHOD_NOT_ALLOWED_405
        || status == HttpStatus.NOT_IMPLEMENTED_501;
  }

  /** Whether it knows neither such a stream nor its session. */
  boolean isUnknown() {
    int status = response.getStatus();
    return status == HttpStatus.NOT_FOUND_404 || status == HttpStatus.GONE_410;
  }

  /** Whether it is about this moment only: too many requests, or a server that is away. */
  boolean isPassing() {
    int status = response.getStatus();
    return status == HttpStatus.REQUEST_TIMEOUT_408
        || status == HttpStatus.TOO_MANY_REQUESTS_429
        || (HttpStatus.isServerError(status) && !isFinal());
  }

  /** Whether it may be about the event after which the stream was to go on. */
  boolean mayMeanEvent() {
    return response.getStatus() == HttpStatus.BAD_REQUEST_400;
  }

  boolean wantsToken() {
    return response.getStatus() == HttpStatus.UNAUTHORIZED_401;
  }

  /** How long to wait, at least and at most; the server may ask for more than the first. */
  Duration wait(Duration atLeast, Duration atMost) {
    Duration asked =
        RetryAfter.in(response.getHeaders(), System.currentTimeMillis()).orElse(Duration.ZERO);
    Duration wait = asked.compareTo(atLeast) > 0 ? asked : atLeast;
    return wait.compareTo(atMost) > 0 ? atMost : wait;
  }
}
