package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What a gateway shows to its clients, in plain values: no protocol, no wire. Transports translate
 * it. Thread-safe; nothing here blocks.
 */
public interface Surface {
  /** Who the server says it is. */
  ServerInfo server();

  /** What a client should read before its first call. */
  Optional<String> instructions();

  /** The tools, in a fixed order. */
  List<SurfaceTool> tools(Session session);

  /**
   * Calls a tool. Never throws; an unknown tool and bad arguments are results that say {@code
   * isError}. Completing the future behind the stage from outside cancels the work down to the
   * backend.
   */
  CompletionStage<ToolResult> call(SurfaceCall call);

  /** Whether a tool of this name exists. */
  boolean hasTool(String name);

  /**
   * Runs {@code listener} after what {@link #tools} answers has changed, not more often than a few
   * times a second. Close the registration to stop.
   */
  AutoCloseable onToolsChanged(Runnable listener);

  /** A client has finished its handshake; its calls may follow. Returns at once. */
  default void connected(Session session) {}

  /** Ends what a client that went away still has running. */
  void disconnected(Session session);

  /** Name, title and version of the server. */
  record ServerInfo(String name, String title, String version) {}

  /** A tool as clients see it. */
  record SurfaceTool(
      String name,
      String title,
      String description,
      JsonNode inputSchema,
      JsonNode outputSchema,
      ToolAnnotations annotations) {}

  /** A call of a client. */
  record SurfaceCall(Session session, String tool, RawJson arguments, ProgressListener progress) {}
}
