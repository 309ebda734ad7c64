package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.Session;
import io.gatemini.UnknownResultException;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Surface.ResourceText;
import io.gatemini.spi.Surface.SurfaceResource;
import io.gatemini.spi.Surface.SurfaceResourceTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What there is to read on the surface, in a fixed order: resources under one address each, and
 * templates of further ones. Reading takes place on the executor of the gateway. Thread-safe.
 */
final class Resources {
  /** What reads are counted as: the method of the protocol. */
  static final String READ = "resources/read";

  private static final int MAX_SHOWN_ADDRESS = 200;

  private final Supplier<Executor> executor;
  private final AnswerLedger ledger;
  private final List<SurfaceResource> list;
  private final List<SurfaceResourceTemplate> templates;
  private final List<Entry> entries;

  Resources(
      List<Resource> resources,
      List<ResourceTemplate> templates,
      Supplier<Executor> executor,
      AnswerLedger ledger) {
    this.executor = executor;
    this.ledger = ledger;
    this.list = resources.stream().map(Resource::definition).toList();
    this.templates = templates.stream().map(ResourceTemplate::definition).toList();
    // What has an address of its own comes before what a template would make of it.
    this.entries =
        Stream.concat(resources.stream().map(Entry::of), templates.stream().map(Entry::of))
            .toList();
  }

  /**
   * The resources of a gateway, which may still be under construction: nothing is asked of it here.
   *
   * @param context lends the executor
   * @param ledger hears of what was read, as answers of {@link #READ}
   */
  static Resources of(Gateway gateway, PluginContext context, AnswerLedger ledger) {
    return new Resources(
        List.of(new StatsResource(gateway)),
        List.of(new ResultResource(gateway)),
        context::executor,
        ledger);
  }

  List<SurfaceResource> list() {
    return list;
  }

  List<SurfaceResourceTemplate> templates() {
    return templates;
  }

  /** Reads a resource; see {@link io.gatemini.spi.Surface#readResource}. */
  CompletableFuture<ResourceText> read(Session session, String uri) {
    try {
      return CompletableFuture.supplyAsync(() -> readNow(session, uri), executor.get());
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(new GatewayClosedException("the gateway is closed"));
    }
  }

  private ResourceText readNow(Session session, String uri) {
    Optional<ResourceAddress> address = ResourceAddress.of(uri);
    if (address.isPresent()) {
      for (Entry entry : entries) {
        Optional<Map<String, String>> variables = entry.template().match(address.get());
        if (variables.isPresent()) {
          ResourceContent content = entry.reading().of(session, variables.get());
          ledger.answered(session, READ, Utf8Size.of(content.text()));
          return new ResourceText(uri, content.mimeType(), content.text());
        }
      }
    }
    throw new UnknownResultException(unknown(uri));
  }

  private String unknown(String uri) {
    List<String> known = new ArrayList<>();
    list.forEach(resource -> known.add(resource.uri()));
    templates.forEach(template -> known.add(template.uriTemplate()));
    List<String> near = NearMatches.near(known, uri);
    String shown =
        uri.length() <= MAX_SHOWN_ADDRESS ? uri : uri.substring(0, MAX_SHOWN_ADDRESS) + "...";
    return "there is no resource \""
        + shown.replaceAll("\\p{Cntrl}", " ")
        + "\"; "
        + (near.isEmpty()
            ? "there is " + String.join(", ", known)
            : "did you mean \"" + near.get(0) + "\"?");
  }

  private record Entry(AddressTemplate template, Reading reading) {
    static Entry of(Resource resource) {
      SurfaceResource definition = resource.definition();
      return new Entry(
          AddressTemplate.of(definition.uri()),
          (session, variables) ->
              new ResourceContent(definition.mimeType(), resource.read(session)));
    }

    static Entry of(ResourceTemplate template) {
      return new Entry(AddressTemplate.of(template.definition().uriTemplate()), template::read);
    }
  }

  @FunctionalInterface
  private interface Reading {
    ResourceContent of(Session session, Map<String, String> variables);
  }
}
