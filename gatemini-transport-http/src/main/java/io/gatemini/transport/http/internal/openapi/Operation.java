package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.http.internal.openapi.Security.Credential;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An operation of an API and its tool.
 *
 * @param method in capitals
 * @param server where its path begins, without a slash at the end
 * @param path with {@code {name}} for parameters
 * @param remedy what to do where the API misses credentials
 */
public record Operation(
    BackendTool tool,
    String method,
    String server,
    String path,
    List<Parameter> parameters,
    Optional<RequestContent> content,
    List<Credential> credentials,
    Optional<String> remedy) {
  public Operation {
    parameters = List.copyOf(parameters);
    credentials = List.copyOf(credentials);
  }

  /**
   * The body of its requests.
   *
   * @param type its media type
   * @param binary the fields that are bytes, in base64 for callers
   * @param encoding how the fields of a form are written
   * @param whole the one argument that is the body; empty where arguments are its fields
   * @param fields the arguments that are its fields
   */
  record RequestContent(
      String type,
      Set<String> binary,
      JsonNode encoding,
      boolean required,
      Optional<String> whole,
      List<String> fields) {
    boolean isJson() {
      return type.matches(".*[/+]json|\\*/\\*");
    }

    boolean isForm() {
      return type.equals("application/x-www-form-urlencoded");
    }

    boolean isMultipart() {
      return type.startsWith("multipart/");
    }
  }

  /** Whether a media type is one of text. */
  static boolean isText(String type) {
    return type.matches("text/.*|.*(xml|yaml|javascript|ndjson|x-www-form-urlencoded)");
  }
}
