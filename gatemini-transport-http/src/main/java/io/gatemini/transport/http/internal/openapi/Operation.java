package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An operation of an API and its tool.
 *
 * @param method in capitals
 * @param server where its path begins, without a slash at the end
 * @param path with {@code {name}} for parameters
 * @param accept the media types of its answers
 * @param security each set of schemes is enough; an empty set is none
 */
record Operation(
    BackendTool tool,
    String method,
    String server,
    String path,
    List<Parameter> parameters,
    Optional<RequestContent> content,
    String accept,
    List<Set<String>> security) {
  Operation {
    parameters = List.copyOf(parameters);
    security = List.copyOf(security);
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
    RequestContent {
      binary = Set.copyOf(binary);
      fields = List.copyOf(fields);
    }

    boolean isJson() {
      return type.endsWith("/json") || type.endsWith("+json") || type.equals("*/*");
    }

    boolean isForm() {
      return type.equals("application/x-www-form-urlencoded");
    }

    boolean isMultipart() {
      return type.startsWith("multipart/");
    }
  }
}
