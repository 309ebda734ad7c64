package io.gatemini.internal.surface.resource;

import static io.gatemini.internal.surface.address.BackendAddress.TEMPLATE;

import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.internal.surface.address.TemplatePattern;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.ResourceSource.ResourceRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The resources of backends, under their own addresses. An address belongs to the backend that
 * named it in an answer to the session, else to the first that lists it, else to the first one with
 * a template for it; what none of them knows is looked for at the backends whose tools the session
 * has called, and at no other. Those of the configuration come first, in its order, among them
 * those that the session has called; those of agents come last. {@link BackendAddress} reaches each
 * whatever the others have. Thread-safe.
 */
final class BackendResources {
  private static final Logger LOG = System.getLogger(BackendResources.class.getName());

  /** The number of backends that are asked for an unlisted address. */
  private static final int MAX_ASKED = 8;

  private static final int MAX_LOGGED = 1_000;
  private static final int MAX_SHOWN = 200;

  private static final ResourceTemplate ANY =
      new ResourceTemplate(
          TEMPLATE,
          "backend-resource",
          "Resource of a backend",
          "A resource of a backend, whether it is listed or not, under the address it has there.",
          "");

  private final Supplier<? extends Map<String, BackendFeatures>> features;
  private final Function<Session, Set<String>> answered;
  private final BiFunction<Session, String, Optional<String>> namer;
  private final Supplier<? extends Collection<String>> configured;
  private final BooleanSupplier listed;
  private final BackendOffers offers;

  /** The addresses of several backends that were logged. */
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * @param features what the backends that run have, by name
   * @param answered those that have answered a session
   * @param namer the one that named an address in an answer to a session
   * @param configured those of the configuration, in its order
   * @param listed whether clients are shown them
   */
  BackendResources(
      Supplier<? extends Map<String, BackendFeatures>> features,
      Function<Session, Set<String>> answered,
      BiFunction<Session, String, Optional<String>> namer,
      Supplier<? extends Collection<String>> configured,
      BooleanSupplier listed) {
    this.features = features;
    this.offers = new BackendOffers(features);
    this.answered = answered;
    this.namer = namer;
    this.configured = configured;
    this.listed = listed;
  }

  /** The resources for clients. */
  List<Resource> list(Session session) {
    List<Resource> list = new ArrayList<>();
    if (listed.getAsBoolean()) {
      Set<String> taken = new HashSet<>();
      sources(session)
          .forEach(
              (name, source) ->
                  offers
                      .of(() -> source.resources(session))
                      .forEach(it -> list.add(under(address(name, it.uri(), taken), it))));
    }
    return list;
  }

  /** The templates for clients; one template for all exists if any backend has some. */
  List<ResourceTemplate> templates(Session session) {
    List<ResourceTemplate> list = new ArrayList<>();
    if (!sources().isEmpty()) {
      list.add(ANY);
    }
    if (listed.getAsBoolean()) {
      Set<String> taken = new HashSet<>();
      sources(session)
          .forEach(
              (name, source) ->
                  offers
                      .of(() -> source.templates(session))
                      .forEach(it -> list.add(under(address(name, it.uriTemplate(), taken), it))));
    }
    return list;
  }

  /** Its own address for the first that has it; never one of the gateway's. */
  private static String address(String backend, String uri, Set<String> taken) {
    return !ResourceAddress.isOwn(uri) && taken.add(uri) ? uri : BackendAddress.of(backend, uri);
  }

  private static Resource under(String uri, Resource it) {
    return new Resource(
        uri, it.name(), it.title(), it.description(), it.mimeType(), it.annotations());
  }

  private static ResourceTemplate under(String template, ResourceTemplate it) {
    return new ResourceTemplate(
        template, it.name(), it.title(), it.description(), it.mimeType(), it.annotations());
  }

  /** Whether somebody may have a resource under an address: it is worth asking. */
  boolean mayHave(Session session, String uri) {
    return !owners(session, uri).isEmpty();
  }

  /**
   * Reads a resource; the content has the address it was asked for.
   *
   * @throws UnknownResourceException when it is known that there is none
   */
  CompletableFuture<ResourceContent> read(Session session, String uri, Supplier<String> unknown) {
    List<Owned> owners = owners(session, uri);
    if (owners.isEmpty()) {
      throw new UnknownResourceException(unknown.get());
    }
    return read(session, owners, 0);
  }

  private CompletableFuture<ResourceContent> read(Session session, List<Owned> owners, int at) {
    Owned owner = owners.get(at);
    CompletionStage<ResourceContent> content =
        owner.source().read(new ResourceRequest(session, owner.uri(), Map.of()));
    return at + 1 == owners.size()
        ? Relay.map(content, it -> it)
        : Relay.compose(
            content,
            (it, failure) ->
                it != null ? CompletableFuture.completedFuture(it) : read(session, owners, at + 1));
  }

  /** Informs the backend of a resource that it has a subscriber. */
  void subscribe(Session session, String uri) {
    firstOwner(session, uri).ifPresent(owner -> owner.source().subscribe(owner.uri()));
  }

  /** Informs it that the last subscriber is gone. */
  void unsubscribe(String uri) {
    firstOwner(Session.local(), uri).ifPresent(owner -> owner.source().unsubscribe(owner.uri()));
  }

  private Optional<Owned> firstOwner(Session session, String uri) {
    return owners(session, uri).stream().findFirst();
  }

  /** The template that a client names, and what completes it; empty where no backend has it. */
  Optional<CompletionStage<List<String>>> candidates(CompletionRequest request) {
    if (request.target().equals(TEMPLATE)) {
      return Optional.of(CompletableFuture.completedFuture(values(request)));
    }
    Optional<BackendAddress> prefixed = BackendAddress.read(request.target());
    String target = prefixed.map(BackendAddress::uri).orElse(request.target());
    return sources().entrySet().stream()
        .filter(it -> prefixed.isEmpty() || it.getKey().equals(prefixed.get().backend()))
        .map(Map.Entry::getValue)
        .filter(
            source ->
                offers.of(() -> source.templates(request.session())).stream()
                    .anyMatch(it -> isNamed(it.uriTemplate(), target)))
        .findFirst()
        .map(source -> source.complete(request.withTarget(target)));
  }

  private static boolean isNamed(String template, String target) {
    return template.equals(target) || TemplatePattern.matches(template, target);
  }

  private List<String> values(CompletionRequest request) {
    Map<String, ResourceSource> sources = sources();
    if (request.variable().equals("backend_name")) {
      return List.copyOf(sources.keySet());
    }
    String backend = request.context().get("backend_name");
    ResourceSource source = backend == null ? null : sources.get(backend);
    return source == null
        ? List.of()
        : offers.of(() -> source.resources(request.session())).stream().map(Resource::uri).toList();
  }

  private List<Owned> owners(Session session, String uri) {
    Map<String, ResourceSource> sources = sources();
    Optional<BackendAddress> prefixed = BackendAddress.read(uri);
    if (prefixed.isPresent()) {
      ResourceSource source = sources.get(prefixed.get().backend());
      return source == null ? List.of() : List.of(new Owned(source, prefixed.get().uri()));
    }
    if (ResourceAddress.isOwn(uri)) {
      return List.of();
    }
    Map<String, ResourceSource> ordered = sources(session);
    return namer
        .apply(session, uri)
        .or(() -> lister(session, ordered, uri))
        .or(
            () ->
                having(
                        ordered,
                        source -> source.templates(session),
                        it -> TemplatePattern.matches(it.uriTemplate(), uri))
                    .findFirst())
        .map(name -> Stream.of(name))
        .orElseGet(() -> ordered.keySet().stream().filter(answered.apply(session)::contains))
        .map(sources::get)
        .filter(Objects::nonNull)
        .limit(MAX_ASKED)
        .map(source -> new Owned(source, uri))
        .toList();
  }

  private Optional<String> lister(
      Session session, Map<String, ResourceSource> ordered, String uri) {
    List<String> listers =
        having(ordered, source -> source.resources(session), it -> it.uri().equals(uri))
            .limit(2)
            .toList();
    if (listers.size() > 1 && logged.size() < MAX_LOGGED && logged.add(uri)) {
      LOG.log(
          Level.WARNING,
          "backends {0} and {1} list the resource {2}: it is read from {0}, and from {1} as {3}",
          listers.get(0),
          listers.get(1),
          VisibleText.quoted(uri, MAX_SHOWN),
          VisibleText.line(BackendAddress.of(listers.get(1), uri), 2 * MAX_SHOWN));
    }
    return listers.stream().findFirst();
  }

  /** The names of those that have something. */
  private <T> Stream<String> having(
      Map<String, ResourceSource> ordered,
      Function<ResourceSource, List<T>> list,
      Predicate<T> wanted) {
    return ordered.entrySet().stream()
        .filter(it -> offers.of(() -> list.apply(it.getValue())).stream().anyMatch(wanted))
        .map(Map.Entry::getKey);
  }

  /** All in the order in which they own an address. */
  private Map<String, ResourceSource> sources(Session session) {
    Map<String, ResourceSource> sources = sources();
    Set<String> called = answered.apply(session);
    List<String> first = new ArrayList<>(configured.get());
    first.sort(Comparator.comparing(name -> !called.contains(name)));
    Map<String, ResourceSource> ordered = new LinkedHashMap<>();
    Stream.concat(first.stream(), sources.keySet().stream())
        .filter(sources::containsKey)
        .forEach(name -> ordered.put(name, sources.get(name)));
    return ordered;
  }

  private Map<String, ResourceSource> sources() {
    Map<String, ResourceSource> sources = new LinkedHashMap<>();
    features
        .get()
        .forEach((name, it) -> it.resources().ifPresent(source -> sources.put(name, source)));
    return sources;
  }

  /** A resource as its backend knows it. */
  private record Owned(ResourceSource source, String uri) {}
}
