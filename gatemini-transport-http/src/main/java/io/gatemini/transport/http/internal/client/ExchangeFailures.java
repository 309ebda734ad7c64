package io.gatemini.transport.http.internal.client;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Says in one sentence why an exchange broke off. Names the server by host and port only: a path or
 * query may hold a secret.
 *
 * <p>Whether the server may have acted on the request decides the type, not what went wrong: {@link
 * BackendUnavailableException} only while a part of the request was still here.
 */
public final class ExchangeFailures {
  private static final int MAX_DETAIL_LENGTH = 200;

  private ExchangeFailures() {}

  /**
   * An exchange that broke off.
   *
   * @param arrived whether the server may have the whole request
   * @param answered whether an answer had begun
   */
  public static GatewayException exchange(
      String authority, boolean arrived, boolean answered, Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof GatewayException known) {
        return known;
      }
      if (t instanceof BoundedBytes.TooLargeException) {
        return new BackendCallException(authority + " answered with " + t.getMessage());
      }
    }
    // The request may have been handed out by then, but goes nowhere without a handshake.
    boolean handshake =
        hasCause(failure, SSLHandshakeException.class, SSLPeerUnverifiedException.class);
    boolean reached = (arrived && !handshake) || answered;
    return reached ? broken(authority, answered, failure) : unreached(authority, failure);
  }

  /** The status of an answer, in words. */
  public static String status(String authority, int status) {
    String message = HttpStatus.getMessage(status);
    boolean known = !message.equals(Integer.toString(status));
    return authority + " answered " + status + (known ? " " + message : "");
  }

  /** The answer ended before it was there. */
  public static BackendCallException unanswered(String authority, boolean events) {
    return new BackendCallException(
        authority
            + (events
                ? " ended the event stream without the answer"
                : " accepted the request without an answer"));
  }

  /** Whether a failure is, or comes from, one of these kinds. */
  public static boolean hasCause(@Nullable Throwable failure, Class<?>... kinds) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      for (Class<?> kind : kinds) {
        if (kind.isInstance(t)) {
          return true;
        }
      }
    }
    return false;
  }

  private static BackendUnavailableException unreached(String authority, Throwable failure) {
    String reason = "the connection was closed";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof RejectedExecutionException) {
        return new BackendUnavailableException(
            "too many requests to " + authority + " are waiting for a connection", failure);
      }
      String known = connecting(t);
      if (known != null) {
        reason = known;
        break;
      }
    }
    return new BackendUnavailableException(
        "failed to connect to " + authority + ": " + reason, failure);
  }

  private static BackendCallException broken(
      String authority, boolean answered, Throwable failure) {
    if (hasCause(
        failure,
        EOFException.class,
        ClosedChannelException.class,
        SocketException.class,
        SSLException.class)) {
      return new BackendCallException(
          answered
              ? "the connection to " + authority + " was closed in the middle of the answer"
              : authority + " closed the connection without an answer",
          failure);
    }
    return new BackendCallException(
        "the exchange with " + authority + " failed: it did not speak proper HTTP", failure);
  }

  private static @Nullable String connecting(Throwable t) {
    if (t instanceof CheckedAddressResolver.AddressRefusedException) {
      return "its address is not allowed";
    }
    if (t instanceof UnknownHostException || t instanceof UnresolvedAddressException) {
      return "the host is not known";
    }
    if (t instanceof NoRouteToHostException) {
      return "no route to the host";
    }
    if (t instanceof ConnectException) {
      return "connection refused";
    }
    if (t instanceof SocketTimeoutException || t instanceof TimeoutException) {
      return "timed out";
    }
    if (t instanceof SSLException) {
      return "the TLS handshake failed ("
          + OneLine.of(String.valueOf(t.getMessage()), MAX_DETAIL_LENGTH)
          + ")";
    }
    return null;
  }
}
