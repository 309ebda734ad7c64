package io.gatemini.transport.http.internal.openapi;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to an API.
 *
 * @param headers beside those of the backend
 * @param body empty for none
 */
public record ApiRequest(
    String method, URI uri, List<Map.Entry<String, String>> headers, Optional<Body> body) {
  public ApiRequest {
    headers = List.copyOf(headers);
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return method + " to " + uri.getHost();
  }

  /**
   * The body of a request.
   *
   * @param bytes not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and read once
  public record Body(String type, byte[] bytes) {}
}
