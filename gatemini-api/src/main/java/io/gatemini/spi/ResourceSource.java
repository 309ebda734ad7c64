package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Resources of a host or plug-in, under addresses of any scheme but {@code gatemini}. Thread-safe;
 * nothing here blocks.
 */
public interface ResourceSource {
  /** The resources that a session can read, in a fixed order. */
  List<Resource> resources(Session session);

  /** Templates of further resources, in a fixed order. */
  default List<ResourceTemplate> templates(Session session) {
    return List.of();
  }

  /**
   * Reads a resource that is listed, or fits a template. If the stage fails with a {@link
   * io.gatemini.GatewayException}, the client receives its message.
   */
  CompletionStage<ResourceContent> read(ResourceRequest request);

  /**
   * The values a variable of a template can have, best first. May go by what is written so far, or
   * not: the gateway keeps those values that have it in them, those that begin with it first, and
   * all where none has. It waits two seconds, and returns the first hundred.
   */
  default CompletionStage<List<String>> complete(CompletionRequest request) {
    return CompletableFuture.completedFuture(List.of());
  }

  /**
   * Somebody wants to hear of changes of a resource, the first one to do so. A source that reports
   * all of them to its listener has nothing to do.
   */
  default void subscribe(String uri) {}

  /** The last subscriber to a resource is gone. */
  default void unsubscribe(String uri) {}

  /**
   * A reading.
   *
   * @param uri the address as the client gave it
   * @param variables the decoded values of the template's variables; empty without a template
   */
  record ResourceRequest(Session session, String uri, Map<String, String> variables) {
    public ResourceRequest {
      variables = Map.copyOf(variables);
    }
  }
}
