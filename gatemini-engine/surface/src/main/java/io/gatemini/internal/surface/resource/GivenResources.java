package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.ConfigException;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.SourceListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The resources that a host gave to the builder, in the order they were given. Immutable. */
public final class GivenResources implements ResourceProvider {
  private final Map<String, Given> byUri;

  private GivenResources(Map<String, Given> byUri) {
    this.byUri = byUri;
  }

  /** None. */
  public static GivenResources none() {
    return new GivenResources(Map.of());
  }

  /**
   * These and one more.
   *
   * @throws ConfigException when the address is none, the gateway's own, or taken
   */
  public GivenResources with(Resource resource, Supplier<String> text) {
    ResourceAddress.checkOfHost(resource.uri());
    Map<String, Given> more = new LinkedHashMap<>(byUri);
    if (more.put(resource.uri(), new Given(resource, text)) != null) {
      throw new ConfigException(
          "there are two resources under \"" + resource.uri() + "\"; give one another address");
    }
    return new GivenResources(more);
  }

  public boolean isEmpty() {
    return byUri.isEmpty();
  }

  @Override
  public String name() {
    return "host";
  }

  @Override
  public int weight() {
    return Integer.MAX_VALUE;
  }

  @Override
  public ResourceSource create(JsonNode config, PluginContext context, SourceListener listener) {
    return new Source(List.copyOf(byUri.values()), context);
  }

  private record Given(Resource resource, Supplier<String> text) {}

  private record Source(List<Given> given, PluginContext context) implements ResourceSource {
    @Override
    public List<Resource> resources(Session session) {
      return given.stream().map(Given::resource).toList();
    }

    /** The host's code may block. */
    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      for (Given one : given) {
        if (one.resource().uri().equals(request.uri())) {
          return CancellableTask.start(
              context,
              () ->
                  CompletableFuture.completedFuture(
                      new ResourceContent(
                          request.uri(), one.resource().mimeType(), one.text().get())));
        }
      }
      return CompletableFuture.failedFuture(
          new UnknownResourceException("there is no resource under this address"));
    }
  }
}
