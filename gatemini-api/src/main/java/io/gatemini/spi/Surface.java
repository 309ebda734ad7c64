package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.UnknownResultException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /** The resources, in a fixed order. */
  default List<SurfaceResource> resources(Session session) {
    return List.of();
  }

  /** The templates of further resources, in a fixed order. */
  default List<SurfaceResourceTemplate> resourceTemplates(Session session) {
    return List.of();
  }

  /**
   * Reads a resource. The stage fails with an {@link io.gatemini.UnknownResultException} where
   * there is none under that address, and with an {@link io.gatemini.InvalidArgumentsException}
   * where the address asks for something that its resource has not.
   */
  default CompletionStage<ResourceText> readResource(Session session, String uri) {
    return CompletableFuture.failedFuture(
        new UnknownResultException("this server has no resource \"" + uri + "\""));
  }

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

  /** A resource as clients see it. */
  record SurfaceResource(
      String uri, String name, String title, String description, String mimeType) {}

  /** Resources whose addresses are made by a template, RFC 6570. */
  record SurfaceResourceTemplate(
      String uriTemplate, String name, String title, String description, String mimeType) {}

  /** What a resource says. */
  record ResourceText(String uri, String mimeType, String text) {}

  /** A call of a client. */
  record SurfaceCall(Session session, String tool, RawJson arguments, ProgressListener progress) {}
}
