package io.gatemini.transport.mcp;

import io.gatemini.Json;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages as the SDK wants them, and the two services it would else look up by itself. */
final class SdkMessages {
  /** Oldest first: the SDK offers the last one. */
  static final List<String> PROTOCOL_VERSIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  private SdkMessages() {}

  /** The version that the SDK agrees to when a client asks for one. */
  static String negotiated(String asked) {
    return PROTOCOL_VERSIONS.contains(asked)
        ? asked
        : PROTOCOL_VERSIONS.get(PROTOCOL_VERSIONS.size() - 1);
  }

  /** The message of an envelope; the SDK must not see an invalid one. */
  static JSONRPCMessage of(JsonRpcEnvelope envelope, byte[] buffer) {
    return switch (envelope.kind()) {
      case REQUEST ->
          new JSONRPCRequest(
              envelope.method(), value(envelope.id(), buffer), value(envelope.params(), buffer));
      case NOTIFICATION ->
          new JSONRPCNotification(envelope.method(), value(envelope.params(), buffer));
      case RESPONSE -> response(envelope, buffer);
      case BATCH, INVALID -> throw new IllegalArgumentException("not a message");
    };
  }

  private static JSONRPCResponse response(JsonRpcEnvelope envelope, byte[] buffer) {
    Object id = value(envelope.id(), buffer);
    JsonRpcEnvelope.Slice error = envelope.error();
    if (error == null) {
      return JSONRPCResponse.result(id, value(envelope.result(), buffer));
    }
    PeerError told = PeerError.read(error, buffer);
    return JSONRPCResponse.error(id, new JSONRPCResponse.JSONRPCError(told.code(), told.message()));
  }

  /** Maps, lists and boxed values; the SDK converts them to its records. */
  @SuppressWarnings("NullAway") // JSON null and an absent member are null to the SDK
  private static Object value(JsonRpcEnvelope.@Nullable Slice slice, byte[] buffer) {
    if (slice == null) {
      return null;
    }
    try {
      return Json.mapper().readValue(buffer, slice.offset(), slice.length(), Object.class);
    } catch (IOException e) {
      throw new IllegalArgumentException("malformed JSON", e);
    }
  }

  /** The gateway's own mapper. */
  static McpJsonMapper mapper() {
    return Mapper.INSTANCE;
  }

  /** Schemas are the business of the surface and of the backends; nothing is loaded for them. */
  static JsonSchemaValidator noValidation() {
    return (schema, value) -> JsonSchemaValidator.ValidationResponse.asValid(null);
  }

  /** Tells a client which parameters do not fit, where the SDK would tell it about classes. */
  private static final class Mapper implements McpJsonMapper {
    static final Mapper INSTANCE = new Mapper();

    private final JacksonMcpJsonMapper delegate = new JacksonMcpJsonMapper(Json.mapper());

    @Override
    public <T> T readValue(String content, Class<T> type) throws IOException {
      return delegate.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) throws IOException {
      return delegate.readValue(content, type);
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) throws IOException {
      return delegate.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
      return delegate.readValue(content, type);
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
      try {
        return delegate.convertValue(value, type);
      } catch (RuntimeException e) {
        throw unfit(type.getSimpleName());
      }
    }

    @Override
    public <T> T convertValue(Object value, TypeRef<T> type) {
      try {
        return delegate.convertValue(value, type);
      } catch (RuntimeException e) {
        String name = type.getType().getTypeName();
        throw unfit(name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1));
      }
    }

    private static McpError unfit(String type) {
      return McpError.builder(JsonRpcEnvelope.INVALID_PARAMS)
          .message("the parameters do not fit " + type + " of the MCP specification")
          .data(Map.of())
          .build();
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
      return delegate.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
      return delegate.writeValueAsBytes(value);
    }
  }
}
