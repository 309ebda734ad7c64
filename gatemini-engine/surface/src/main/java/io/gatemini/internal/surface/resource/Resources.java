package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.Passthrough;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.surface.address.AddressTemplate;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.internal.surface.host.SurfaceFault;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.internal.surface.notice.Notifications.Subscribable;
import io.gatemini.internal.text.NearMatches;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private static final int MAX_SHOWN_TOPIC = 80;

  /** The gateway's own, and some of a host's. */
  private static final int MAX_SHOWN_TEMPLATES = 20;

  private final ReadAhead readAhead;
  private final PluginContext context;
  private final AnswerLedger ledger;
  private final List<Entry> own;
  private final List<ResourceSource> sources;
  private final BackendResources backends;

  /**
   * @param own those of the gateway; an address that is fixed comes before a template
   * @param kept what is kept of each tool for them
   */
  Resources(
      List<OwnResource> own,
      List<PerToolCache<?>> kept,
      PluginContext context,
      AnswerLedger ledger,
      List<ResourceSource> sources,
      BackendResources backends) {
    this.readAhead = new ReadAhead(context::executor, kept);
    this.context = context;
    this.ledger = ledger;
    this.own = own.stream().map(Entry::of).toList();
    this.sources = List.copyOf(sources);
    this.backends = backends;
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
    BackendDirectory directory = new BackendDirectory(gateway);
    LastCalls calls = new LastCalls(gateway, context::clock);
    PerToolCache<ToolLines> lines = new PerToolCache<>(ToolLines::of);
    CompactIndex index = new CompactIndex(gateway, context, lines);
    LlmsFullResource full = new LlmsFullResource(gateway, tools.words());
    List<OwnResource> own =
        new ArrayList<>(
            List.of(
                new OverviewResource(gateway, tools, () -> fault.in(tools::overview)).resource(),
                directory.all(),
                index.json(),
                calls.usual(),
                new StatsResource(gateway).resource(),
                new HealthResource(host).resource(),
                index.markdown(tools.words()),
                full.resource()));
    for (Guide guide : tools.guides()) {
      guide.resource().ifPresent(it -> own.add(OwnResource.of(it, session -> guide.text())));
    }
    own.addAll(
        List.of(
            new ToolResource(gateway).resource(),
            directory.each(),
            directory.tools(),
            calls.limited(),
            new ResultResource(gateway).resource()));
    if (!tools.guides().isEmpty()) {
      own.add(guides(tools.guides()));
    }
    return new Resources(
        own,
        List.of(lines, full.sizes()),
        context,
        ledger,
        sources,
        new BackendResources(
            host::features,
            host::answeredTo,
            host::namer,
            () -> host.settings().backends().keySet(),
            () -> host.settings().passedResources() == Passthrough.LIST));
  }

  /** <code>gatemini://guide/{topic}</code>: how the gateway is used. */
  static OwnResource guides(List<Guide> guides) {
    Map<String, String> texts = new LinkedHashMap<>();
    guides.forEach(guide -> texts.put(guide.topic(), guide.text()));
    String topics = String.join(", ", texts.keySet());
    return OwnResource.of(
            new ResourceTemplate(
                "gatemini://guide/{topic}",
                "guide",
                "Guide",
                "How to find and run tools. topic: " + topics,
                Reading.MARKDOWN,
                ContentAnnotations.of(0.8, Role.ASSISTANT)),
            (session, variables) -> {
              String topic = variables.getOrDefault("topic", "");
              String text = texts.get(topic);
              if (text == null) {
                throw new UnknownResourceException(
                    "there is no guide "
                        + VisibleText.quoted(topic, MAX_SHOWN_TOPIC)
                        + "; "
                        + NearMatches.didYouMean(texts.keySet(), topic)
                            .orElse("there is " + topics));
              }
              return new Reading(Reading.MARKDOWN, text);
            })
        .withValues("topic", () -> List.copyOf(texts.keySet()));
  }

  /** Tools may have changed, and somebody may read soon. Returns at once. */
  public void readAhead(Supplier<CatalogSnapshot> catalog) {
    readAhead.begin(catalog);
  }

  /** The resources with addresses of their own. */
  public List<Resource> list(Session session) {
    List<Resource> list = new ArrayList<>(definitions().toList());
    own.forEach(entry -> list.addAll(entry.resource.listed().get()));
    sources.forEach(source -> list.addAll(source.resources(session)));
    list.addAll(backends.list(session));
    return list;
  }

  /** Templates of what else there is. */
  public List<ResourceTemplate> templates(Session session) {
    List<ResourceTemplate> list = new ArrayList<>(ownTemplates().toList());
    sources.forEach(source -> list.addAll(source.templates(session)));
    list.addAll(backends.templates(session));
    return list;
  }

  private Stream<Resource> definitions() {
    return own.stream().map(entry -> entry.resource.definition()).filter(Objects::nonNull);
  }

  /** Those of a query come last. */
  private Stream<ResourceTemplate> ownTemplates() {
    return own.stream()
        .map(Entry::resource)
        .sorted(Comparator.comparing(it -> it.definition() != null))
        .map(OwnResource::template)
        .filter(Objects::nonNull);
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
    Map<String, Function<String, List<String>>> known = new LinkedHashMap<>();
    for (Entry entry : own) {
      ResourceTemplate template = entry.resource.template();
      if (template != null) {
        known.put(
            template.uriTemplate(), it -> entry.resource.values().getOrDefault(it, List::of).get());
      }
    }
    return backends
        .candidates(request)
        .orElseGet(() -> new VariableValues(known, sources).of(request));
  }

  private CompletableFuture<ResourceContent> reading(Session session, String uri) {
    Optional<AddressTemplate.Match<Entry>> found = entry(uri);
    if (found.isPresent()) {
      Reading content = found.get().of().resource.reader().read(session, found.get().variables());
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
            .flatMap(it -> AddressTemplate.first(own.stream(), Entry::template, it));
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
    return "there is no resource "
        + VisibleText.quoted(uri, MAX_SHOWN_ADDRESS)
        + "; "
        + NearMatches.didYouMean(known, uri)
            .orElseGet(() -> "there is " + String.join(", ", withoutListed(templates)));
  }

  /**
   * As many as fit into a sentence: there may be hundreds of backends, and anything of a host's
   * own.
   */
  private List<String> withoutListed(List<String> templates) {
    return Stream.concat(
            definitions().map(Resource::uri), templates.stream().limit(MAX_SHOWN_TEMPLATES))
        .toList();
  }

  private record Entry(OwnResource resource, AddressTemplate template) {
    static Entry of(OwnResource resource) {
      return new Entry(resource, AddressTemplate.of(resource.address()));
    }
  }

  private record Offer(ResourceSource source, AddressTemplate template) {}

  private record Owner(ResourceSource source, Map<String, String> variables) {}
}
