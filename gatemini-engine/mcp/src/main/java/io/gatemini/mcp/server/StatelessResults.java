package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Surface;
import io.gatemini.internal.peer.ProtocolVersions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Results as 2026-07-28 has them: each says that it is complete and whose it is, and lists say for
 * how long they hold. Stateless.
 */
record StatelessResults(Surface surface) {
  private static final String SERVER = "io.modelcontextprotocol/serverInfo";

  /** Lists whose changes clients may not hear of are looked at again after so long. */
  private static final int TTL_MILLIS = 60_000;

  private static final Set<String> CACHEABLE =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list");

  /** The result of {@code server/discover}. */
  ObjectNode discover(ServerFeatures features) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    var versions = result.putArray("supportedVersions").add(ProtocolVersions.STATELESS);
    for (int i = ProtocolVersions.ALL.size() - 1; i >= 0; i--) {
      versions.add(ProtocolVersions.ALL.get(i));
    }
    ServerHandshake.capabilities(result.putObject("capabilities"), features);
    surface.instructions().ifPresent(text -> result.put("instructions", text));
    return result;
  }

  /** The result of a method. */
  ObjectNode of(String method, ObjectNode result) {
    ObjectNode whole = result.deepCopy();
    whole.put("resultType", "complete");
    if (!(whole.get("_meta") instanceof ObjectNode)) {
      whole.putObject("_meta");
    }
    ((ObjectNode) whole.get("_meta")).set(SERVER, server());
    if (CACHEABLE.contains(method)) {
      // A list may depend on the name of the client.
      whole.put("ttlMs", TTL_MILLIS).put("cacheScope", "private");
    } else if (method.equals("resources/read")) {
      whole.put("ttlMs", 0).put("cacheScope", "private");
    }
    return whole;
  }

  /** The result of a tool, whose bytes are copied as they are where they say nothing of this. */
  RawJson ofTool(RawJson result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(result.length() + 160);
    try {
      bytes.write("{\"resultType\":\"complete\",\"_meta\":{\"".getBytes(StandardCharsets.UTF_8));
      bytes.write((SERVER + "\":" + server() + "},").getBytes(StandardCharsets.UTF_8));
      int head = bytes.size();
      result.writeTo(bytes);
      byte[] all = bytes.toByteArray();
      String written = new String(all, head, all.length - head, StandardCharsets.ISO_8859_1);
      if (!written.startsWith("{")
          || written.contains("\"_meta\"")
          || written.contains("\"resultType\"")
          || !result.tree().fieldNames().hasNext()) {
        return RawJson.of(of("tools/call", (ObjectNode) result.tree()));
      }
      System.arraycopy(all, head + 1, all, head, all.length - head - 1);
      return RawJson.copyOf(all, 0, all.length - 1);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  private ObjectNode server() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", surface.server().name())
        .put("title", surface.server().title())
        .put("version", surface.server().version());
  }
}
