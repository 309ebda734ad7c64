package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.MirroredHeaders;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.server.StatelessRequests;
import io.gatemini.spi.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The headers of 2026-07-28, which repeat parts of the body for those between. The body alone says
 * what to do; a header that says something else is refused. Thread-safe.
 */
final class StatelessHeaders {
  private static final int HEADER_MISMATCH = -32020;

  /** The errors that the specification gives a status of their own. */
  private static final int MISSING_CAPABILITY = -32021;

  /** A longer answer is no error of the protocol. */
  private static final int MAX_ERROR_BYTES = 4_096;

  private final Surface surface;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /** The headers of a tool, and the schema that they were read from. */
  private record Known(JsonNode schema, MirroredHeaders headers) {}

  StatelessHeaders(Surface surface) {
    this.surface = surface;
  }

  /** The answer to a request whose headers do not match its body. */
  Optional<byte[]> refusal(HttpServletRequest request, JsonRpcMessage message, Session session) {
    return problem(request, message, session)
        .map(
            problem ->
                JsonRpcMessages.error(
                    OpenRequest.id(message), HEADER_MISMATCH, "Header mismatch: " + problem));
  }

  private Optional<String> problem(
      HttpServletRequest request, JsonRpcMessage message, Session session) {
    String version = StatelessRequests.version(message);
    if (!version.isEmpty() && !version.equals(request.getHeader("MCP-Protocol-Version"))) {
      return Optional.of("MCP-Protocol-Version is not the version in \"_meta\" of the body");
    }
    String method = request.getHeader("Mcp-Method");
    if (method == null || !method.strip().equals(message.method())) {
      return Optional.of("Mcp-Method is not the method in the body");
    }
    return switch (message.method()) {
      case "tools/call", "prompts/get" ->
          name(request, String.valueOf(message.toolName()))
              .or(() -> parameters(request, message, session));
      case "resources/read" -> name(request, part(message.params(), message).path("uri").asText());
      default -> Optional.empty();
    };
  }

  private static Optional<String> name(HttpServletRequest request, String inBody) {
    return Optional.ofNullable(request.getHeader("Mcp-Name"))
            .flatMap(name -> MirroredHeaders.decoded(name.strip()))
            .filter(inBody::equals)
            .isPresent()
        ? Optional.empty()
        : Optional.of("Mcp-Name is not the name or uri in the body");
  }

  private Optional<String> parameters(
      HttpServletRequest request, JsonRpcMessage message, Session session) {
    if (!message.method().equals("tools/call")) {
      return Optional.empty();
    }
    for (SurfaceTool tool : surface.tools(session)) {
      if (tool.name().equals(message.toolName())) {
        MirroredHeaders headers = headers(tool);
        return headers.isEmpty()
            ? Optional.empty()
            : headers.problem(
                header -> Optional.ofNullable(request.getHeader(header)),
                part(message.arguments(), message));
      }
    }
    return Optional.empty();
  }

  private MirroredHeaders headers(SurfaceTool tool) {
    Known before = known.get(tool.name());
    if (before == null || !before.schema.equals(tool.inputSchema())) {
      before = new Known(tool.inputSchema(), MirroredHeaders.of(tool.inputSchema()));
      known.put(tool.name(), before);
    }
    return before.headers;
  }

  private static JsonNode part(@Nullable Slice slice, JsonRpcMessage message) {
    if (slice == null) {
      return MissingNode.getInstance();
    }
    try {
      return Json.mapper().readTree(message.buffer(), slice.offset(), slice.length());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** The status of an answer. */
  static int status(byte[] answer) {
    if (answer.length > MAX_ERROR_BYTES) {
      return HttpServletResponse.SC_OK;
    }
    Slice error = JsonRpcMessage.of(answer).error();
    if (error == null) {
      return HttpServletResponse.SC_OK;
    }
    return switch (part(error, JsonRpcMessage.of(answer)).path("code").asInt()) {
      case JsonRpcMessage.METHOD_NOT_FOUND -> HttpServletResponse.SC_NOT_FOUND;
      case MISSING_CAPABILITY, JsonRpcMessage.INVALID_REQUEST -> HttpServletResponse.SC_BAD_REQUEST;
      default -> HttpServletResponse.SC_OK;
    };
  }
}
