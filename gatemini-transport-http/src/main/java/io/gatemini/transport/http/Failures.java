package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.Json;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Says in one sentence what went wrong with an exchange. Names the server by host and port only: a
 * path or query may hold a secret. Of an error page nothing is repeated; of a JSON error its
 * message is, shortened.
 */
final class Failures {
  private static final int MAX_DETAIL_CHARS = 200;

  private Failures() {}

  /** An answer whose status is not 2xx. */
  static GatewayException status(String authority, Response response, BoundedBytes body) {
    int status = response.getStatus();
    String what = authority + " answered " + status + " " + reason(status);
    String detail = detail(body).map(text -> ": " + text).orElse("");
    return switch (status) {
      case HttpStatus.UNAUTHORIZED_401, HttpStatus.FORBIDDEN_403 ->
          new BackendCallException(
              what + challenge(response) + detail + "; check the backend's Authorization header");
      case HttpStatus.NOT_FOUND_404, HttpStatus.METHOD_NOT_ALLOWED_405 ->
          new BackendCallException(
              what + detail + "; check that the backend's url is a streamable HTTP MCP endpoint");
      case HttpStatus.TOO_MANY_REQUESTS_429 -> new BackendCallException(what + retry(response));
      case HttpStatus.BAD_GATEWAY_502,
          HttpStatus.SERVICE_UNAVAILABLE_503,
          HttpStatus.GATEWAY_TIMEOUT_504 ->
          new BackendUnavailableException(what + retry(response) + detail);
      default -> new BackendCallException(what + detail);
    };
  }

  /** A redirect that is not followed. */
  static GatewayException redirect(String authority, Response response) {
    int status = response.getStatus();
    return new BackendCallException(
        authority
            + " redirects ("
            + status
            + ") to another address, which is not followed because the backend's headers may hold"
            + " credentials; set the backend's url to the final address");
  }

  /** An answer in proper form that is not the one to the request. */
  static GatewayException otherMessage(String authority, BoundedBytes body) {
    return new BackendCallException(
        authority
            + " answered with a message that does not belong to the request"
            + detail(body).map(text -> ": " + text).orElse(""));
  }

  /** An exchange that broke off. */
  static GatewayException exchange(String authority, boolean answered, Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof GatewayException known) {
        return known;
      }
      if (t instanceof BoundedBytes.TooLargeException) {
        return new BackendCallException(authority + " answered with " + t.getMessage());
      }
      if (t instanceof RejectedExecutionException) {
        return new BackendUnavailableException(
            "too many requests to " + authority + " are waiting for a connection");
      }
      String connecting = answered ? null : connecting(t);
      if (connecting != null) {
        return new BackendUnavailableException(
            "failed to connect to " + authority + ": " + connecting, failure);
      }
      if (t instanceof EOFException
          || t instanceof ClosedChannelException
          || t instanceof SocketException) {
        return new BackendCallException(
            answered
                ? "the connection to " + authority + " was closed in the middle of the answer"
                : authority + " closed the connection without an answer",
            failure);
      }
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
      return "the TLS handshake failed (" + oneLine(String.valueOf(t.getMessage())) + ")";
    }
    return null;
  }

  private static String reason(int status) {
    String message = HttpStatus.getMessage(status);
    return message.equals(Integer.toString(status)) ? "" : message;
  }

  private static String challenge(Response response) {
    String header = response.getHeaders().get("WWW-Authenticate");
    if (header == null || header.isBlank()) {
      return "";
    }
    // Only the scheme: what follows is for an OAuth client.
    return " (asks for " + oneLine(header.strip().split("[ ,]", 2)[0]) + " authentication)";
  }

  private static String retry(Response response) {
    String header = response.getHeaders().get("Retry-After");
    if (header == null || header.isBlank()) {
      return "; retry later";
    }
    String when = oneLine(header.strip());
    return when.matches("[0-9]{1,9}") ? "; retry after " + when + " s" : "; retry after " + when;
  }

  /** The message in a JSON error: of JSON-RPC, of OAuth, or of a plain API. */
  private static Optional<String> detail(BoundedBytes body) {
    if (body.length() == 0) {
      return Optional.empty();
    }
    try {
      JsonNode root = Json.mapper().readTree(body.array(), 0, body.length());
      for (String pointer :
          new String[] {"/error/message", "/error_description", "/message", "/error"}) {
        JsonNode message = root.at(pointer);
        if (message.isTextual() && !message.textValue().isBlank()) {
          return Optional.of(oneLine(message.textValue()));
        }
      }
    } catch (IOException e) {
      // An error that does not say more.
    }
    return Optional.empty();
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() <= MAX_DETAIL_CHARS
        ? line
        : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, MAX_DETAIL_CHARS)))
            + "...";
  }
}
