package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of each request to a server without a handshake (specification 2026-07-28): in its
 * {@code _meta} who asks, in headers by what an intermediary can route it. Thread-safe.
 */
public final class StatelessForm {
  /** Where a server asks whom it talks to, and what it speaks. */
  public static final String DISCOVER = "server/discover";

  /** The request that is answered with news. */
  public static final String LISTEN = "subscriptions/listen";

  /** The headers that were sent with a call do not fit the schema that the server has now. */
  public static final int HEADER_MISMATCH = -32020;

  /** The server lacks an ability of the client. */
  public static final int MISSING_CAPABILITY = -32021;

  /** The server does not speak the version of the request. */
  public static final int UNSUPPORTED_VERSION = -32022;

  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final String VERSION = PREFIX + "protocolVersion";
  private static final String CLIENT = PREFIX + "clientInfo";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String LOG_LEVEL = PREFIX + "logLevel";

  private final ObjectNode own = JsonNodeFactory.instance.objectNode();
  private volatile Map<String, MirroredHeaders> tools = Map.of();
  private volatile String logLevel = "";

  /**
   * @param client its name and version
   * @param capabilities what servers may ask it for
   */
  public StatelessForm(ObjectNode client, ObjectNode capabilities) {
    own.put(VERSION, ProtocolVersions.STATELESS);
    own.set(CLIENT, client);
    own.set(CAPABILITIES, capabilities);
  }

  /** From here on calls of these tools repeat some of their arguments in headers. */
  public void tools(Map<String, MirroredHeaders> headers) {
    tools = Map.copyOf(headers);
  }

  /** From here on servers are asked for lines of their log from this level on. */
  public void logLevel(String level) {
    logLevel = level;
  }

  /** The {@code _meta} of a request; {@code other} are members that it has anyway. */
  ObjectNode meta(JsonNode other) {
    ObjectNode meta = other instanceof ObjectNode given ? given.deepCopy() : own.objectNode();
    if (!logLevel.isEmpty() && !meta.has(LOG_LEVEL)) {
      meta.put(LOG_LEVEL, logLevel);
    }
    meta.setAll(own);
    return meta;
  }

  /** The {@code _meta} of a call for a server with a handshake: without what its client says. */
  static RawJson withoutForm(RawJson meta) {
    if (meta.equals(RawJson.emptyObject()) || !meta.tree().has(VERSION)) {
      return meta;
    }
    ObjectNode plain = meta.tree().deepCopy();
    plain.remove(java.util.List.of(VERSION, CLIENT, CAPABILITIES, LOG_LEVEL));
    return plain.isEmpty() ? RawJson.emptyObject() : RawJson.of(plain);
  }

  /** The headers of a request. */
  Map<String, String> headers(String method, JsonNode params) {
    JsonNode name = method.equals("resources/read") ? params.path("uri") : params.path("name");
    boolean named = method.equals("resources/read") || method.equals("prompts/get");
    return headers(method, named ? name.asText() : null);
  }

  /** The headers of a call. */
  Map<String, String> headers(String tool, RawJson arguments) {
    Map<String, String> headers = headers("tools/call", tool);
    MirroredHeaders mirrored = tools.get(tool);
    if (mirrored != null) {
      headers.putAll(mirrored.headers(arguments.tree()));
    }
    return headers;
  }

  private static Map<String, String> headers(String method, @Nullable String name) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("MCP-Protocol-Version", ProtocolVersions.STATELESS);
    headers.put("Mcp-Method", MirroredHeaders.encoded(method));
    if (name != null) {
      headers.put("Mcp-Name", MirroredHeaders.encoded(name));
    }
    return headers;
  }

  /**
   * A server answered with questions: it goes on when the request comes back with their answers.
   */
  public static final class InputRequired extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RawJson result;

    InputRequired(RawJson result) {
      super("the server asks for input", null, false, false);
      this.result = result;
    }

    /** The answer, with {@code inputRequests}, {@code requestState} or both. */
    public RawJson result() {
      return result;
    }
  }
}
