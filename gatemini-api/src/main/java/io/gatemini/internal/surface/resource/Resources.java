package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.Passthrough;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.surface.SurfaceFault;
import io.gatemini.internal.surface.SurfaceHost;
import io.gatemini.internal.surface.address.AddressTemplate;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.internal.surface.listing.FixedResource;
import io.gatemini.internal.surface.listing.IndexResource;
import io.gatemini.internal.surface.listing.LlmsFullResource;
import io.gatemini.internal.surface.listing.PerToolCache;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.surface.listing.ToolLines;
import io.gatemini.internal.surface.notice.Notifications.Subscribable;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.ResourceSource.ResourceRequest;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.Guide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All resources of the surface, in a fixed order: resources under one address each, those of a
 * template that are listed, and those of host and plug-ins. Reading takes place on the executor of
 * the gateway. Thread-safe.
 */
public final class Resources implements Subscribable {
  /** The name under which reads are counted: the method of the protocol. */
  public static final String READ = "resources/read";

  /** A resource of a host may have to be fetched; who reads it still waits. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final int MAX_SHOWN_ADDRESS = 200;

  /** The gateway's own, and some of a host's. */
  private static final int MAX_SHOWN_TEMPLATES = 20;

  private final ReadAhead readAhead;
  private final PluginContext context;
  private final AnswerLedger ledger;
  private final List<FixedResource> fixed;
  private final List<TemplatedResource> templated;
  private final List<ResourceSource> sources;
  private final BackendResources backends;
  private final List<Entry> entries = new ArrayList<>();

  Resources(
      List<FixedResource> fixed,
      List<TemplatedResource> templated,
      PluginContext context,
      AnswerLedger ledger,
      List<ResourceSource> sources,
      BackendResources backends) {
    this.readAhead =
        new ReadAhead(
            context::executor,
            fixed.stream().flatMap(resource -> resource.kept().stream()).distinct().toList());
    this.context = context;
    this.ledger = ledger;
    this.fixed = List.copyOf(fixed);
    this.templated = List.copyOf(templated);
    this.sources = List.copyOf(sources);
    this.backends = backends;
    // A fixed address takes precedence over a template.
    fixed.forEach(resource -> entries.add(Entry.of(resource)));
    templated.forEach(template -> entries.add(Entry.of(template)));
  }

  /**
   * The resources of a gateway, which may still be under construction: nothing is asked of it here.
   *
   * @param context lends the executor and the scheduler
   * @param ledger hears of what was read, as answers of {@link #READ}
   * @param sources what host and plug-ins add
   * @param tools the texts on next steps for agents
   */
  public static Resources of(
      SurfaceHost host,
      PluginContext context,
      AnswerLedger ledger,
      List<ResourceSource> sources,
      ToolSet tools) {
    Gateway gateway = host.gateway();
    SurfaceFault fault = new SurfaceFault(host.settings().surface(), "the overview", tools);
    RecentCallRows calls = new RecentCallRows(gateway, context::clock);
    PerToolCache<ToolLines> lines = new PerToolCache<>(ToolLines::of);
    List<FixedResource> fixed =
        new ArrayList<>(
            List.of(
                new OverviewResource(gateway, tools, () -> fault.in(tools::overview)),
                new BackendsResource(gateway),
                IndexResource.tools(gateway, context, lines),
                new RecentResource(calls),
                new StatsResource(gateway),
                new HealthResource(host),
                IndexResource.llms(gateway, context, lines, tools.words()),
                new LlmsFullResource(gateway, tools.words())));
    List<TemplatedResource> templated =
        new ArrayList<>(
            List.of(
                new ToolResource(gateway),
                new BackendResource(gateway),
                new BackendToolsResource(gateway),
                new RecentLimitResource(calls),
                new ResultResource(gateway)));
    for (Guide guide : tools.guides()) {
      guide.resource().ifPresent(it -> fixed.add(new GuideAddress(it, guide.text())));
    }
    if (!tools.guides().isEmpty()) {
      templated.add(new GuideResource(tools.guides()));
    }
    return new Resources(
        fixed,
        templated,
        context,
        ledger,
        sources,
        new BackendResources(
            host::features,
            host::answeredTo,
            () -> host.settings().passedResources() == Passthrough.LIST));
  }

  /** Tools may have changed, and somebody may read soon. Returns at once. */
  public void readAhead(Supplier<CatalogSnapshot> catalog) {
    readAhead.begin(catalog);
  }

  /** The resources with addresses of their own. */
  public List<Resource> list(Session session) {
    List<Resource> list = new ArrayList<>();
    fixed.forEach(resource -> list.add(resource.definition()));
    templated.forEach(template -> list.addAll(template.listed()));
    sources.forEach(source -> list.addAll(source.resources(session)));
    list.addAll(backends.list(session));
    return list;
  }

  /** Templates of what else there is. */
  public List<ResourceTemplate> templates(Session session) {
    List<ResourceTemplate> list = new ArrayList<>();
    templated.forEach(template -> list.add(template.definition()));
    fixed.forEach(resource -> resource.template().ifPresent(list::add));
    sources.forEach(source -> list.addAll(source.templates(session)));
    list.addAll(backends.templates(session));
    return list;
  }

  /**
   * Reads a resource; see {@link io.gatemini.Surface#readResource}. Cancelling it cancels the
   * source.
   */
  public CompletableFuture<ResourceContent> read(Session session, String uri) {
    return ResourceAddress.isOwn(uri) && !BackendAddress.is(uri)
        ? CancellableTask.start(context, () -> reading(session, uri))
        : CancellableTask.start(context, DEADLINE, () -> reading(session, uri));
  }

  @Override
  public void check(Session session, String uri) {
    if (entry(uri).isEmpty() && owner(session, uri).isEmpty() && !backends.mayHave(session, uri)) {
      throw new UnknownResourceException(unknown(session, uri));
    }
  }

  @Override
  public void subscribe(Session session, String uri) {
    Optional<Owner> owner = owner(session, uri);
    if (owner.isPresent()) {
      owner.get().source().subscribe(uri);
    } else {
      backends.subscribe(session, uri);
    }
  }

  @Override
  public void unsubscribe(String uri) {
    Optional<Owner> owner = owner(Session.local(), uri);
    if (owner.isPresent()) {
      owner.get().source().unsubscribe(uri);
    } else {
      backends.unsubscribe(uri);
    }
  }

  /**
   * The values a variable of a template can have, best first; not compared with what is written of
   * it. The stage fails with an {@link io.gatemini.InvalidArgumentsException} where there is no
   * such template or variable; a source that fails has no values.
   */
  public CompletionStage<List<String>> candidates(CompletionRequest request) {
    Map<String, Function<String, List<String>>> own = new LinkedHashMap<>();
    for (FixedResource resource : fixed) {
      resource.template().ifPresent(it -> own.put(it.uriTemplate(), resource::values));
    }
    templated.forEach(it -> own.put(it.definition().uriTemplate(), it::values));
    return backends
        .candidates(request)
        .orElseGet(() -> new VariableValues(own, sources).of(request));
  }

  private CompletableFuture<ResourceContent> reading(Session session, String uri) {
    Optional<AddressTemplate.Match<Entry>> own = entry(uri);
    if (own.isPresent()) {
      Reading content = own.get().of().reading().of(session, own.get().variables());
      return CompletableFuture.completedFuture(
          counted(session, new ResourceContent(uri, content.mimeType(), content.text())));
    }
    Optional<Owner> owner = owner(session, uri);
    return Relay.map(
        owner.isPresent()
            ? owner.get().source().read(new ResourceRequest(session, uri, owner.get().variables()))
            : backends.read(session, uri, () -> unknown(session, uri)),
        content -> counted(session, content));
  }

  private ResourceContent counted(Session session, ResourceContent content) {
    ledger.answered(session, READ, Utf8Size.of(content.text()));
    return content;
  }

  private Optional<AddressTemplate.Match<Entry>> entry(String uri) {
    return !ResourceAddress.isOwn(uri) || BackendAddress.is(uri)
        ? Optional.empty()
        : ResourceAddress.of(uri)
            .flatMap(it -> AddressTemplate.first(entries.stream(), Entry::template, it));
  }

  private Optional<Owner> owner(Session session, String uri) {
    for (ResourceSource source : sources) {
      if (source.resources(session).stream().anyMatch(resource -> resource.uri().equals(uri))) {
        return Optional.of(new Owner(source, Map.of()));
      }
    }
    if (BackendAddress.is(uri)) {
      return Optional.empty();
    }
    try {
      return ResourceAddress.of(uri)
          .flatMap(it -> AddressTemplate.first(offers(session), Offer::template, it))
          .map(found -> new Owner(found.of().source(), found.variables()));
    } catch (InvalidArgumentsException e) {
      // The server decides on the meaning of an address.
      if (backends.mayHave(session, uri)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Stream<Offer> offers(Session session) {
    return sources.stream()
        .flatMap(
            source ->
                source.templates(session).stream()
                    .map(it -> new Offer(source, AddressTemplate.of(it.uriTemplate()))));
  }

  private String unknown(Session session, String uri) {
    List<String> templates =
        templates(session).stream().map(ResourceTemplate::uriTemplate).toList();
    List<String> known = new ArrayList<>();
    list(session).forEach(resource -> known.add(resource.uri()));
    known.addAll(templates);
    List<String> near = NearMatches.near(known, uri);
    return "there is no resource "
        + VisibleText.quoted(uri, MAX_SHOWN_ADDRESS)
        + "; "
        + (near.isEmpty()
            ? "there is " + String.join(", ", withoutListed(templates))
            : "did you mean \"" + near.get(0) + "\"?");
  }

  /**
   * As many as fit into a sentence: there may be hundreds of backends, and anything of a host's
   * own.
   */
  private List<String> withoutListed(List<String> templates) {
    return Stream.concat(
            fixed.stream().map(resource -> resource.definition().uri()),
            templates.stream().limit(MAX_SHOWN_TEMPLATES))
        .toList();
  }

  private record Entry(AddressTemplate template, Reader reading) {
    static Entry of(FixedResource resource) {
      Resource definition = resource.definition();
      return new Entry(
          AddressTemplate.of(
              resource.template().map(ResourceTemplate::uriTemplate).orElse(definition.uri())),
          (session, variables) ->
              new Reading(definition.mimeType(), resource.read(session, variables)));
    }

    static Entry of(TemplatedResource template) {
      return new Entry(AddressTemplate.of(template.definition().uriTemplate()), template::read);
    }
  }

  private record Offer(ResourceSource source, AddressTemplate template) {}

  private record Owner(ResourceSource source, Map<String, String> variables) {}

  @FunctionalInterface
  private interface Reader {
    Reading of(Session session, Map<String, String> variables);
  }

  /** A guide under an address of its own. */
  private record GuideAddress(Resource definition, String text) implements FixedResource {
    @Override
    public String read(Session session) {
      return text;
    }
  }
}
