package io.gatemini.transport.http.internal.openapi;

import io.gatemini.transport.http.internal.client.ContentType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The connection to an API. Thread-safe. */
public interface HttpApi {
  /** Sends a request; a future that ends from outside aborts it. */
  CompletableFuture<Answer> send(ApiRequest request);

  /**
   * A request.
   *
   * @param headers beside those of the backend
   * @param body empty for none
   */
  record ApiRequest(
      String method, URI uri, List<Map.Entry<String, String>> headers, Optional<Body> body) {
    public ApiRequest {
      headers = List.copyOf(headers);
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
      return method + " to " + uri.getHost();
    }
  }

  /**
   * The body of a request.
   *
   * @param bytes not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and read once
  record Body(String type, byte[] bytes) {}

  /**
   * An answer.
   *
   * @param summary server and status, as errors name them
   * @param said what the page of an error says, in one line
   * @param location where a redirect leads that is not followed
   * @param body not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and read once
  record Answer(
      int status,
      String summary,
      Optional<String> said,
      Optional<String> location,
      ContentType type,
      byte[] body) {}
}
