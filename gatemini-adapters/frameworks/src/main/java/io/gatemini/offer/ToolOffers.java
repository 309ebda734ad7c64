package io.gatemini.offer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.CallContext;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.SessionStats.ToolBytes;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.offer.Offer.LeftOut;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.text.BytesTokenEstimator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Offers a model tools before it is asked. A conversation keeps what it was given: an offer only
 * appends, so that the beginning of each request stays byte for byte. Thread-safe; two offers for
 * one conversation come one after the other. The host closes the gateway.
 */
public final class ToolOffers {
  /** Conversations that are remembered; the one that was not used for longest goes first. */
  private static final int MAX_CONVERSATIONS = 10_000;

  /** Tools that the conversation has called come along, whatever was said last. */
  private static final int CALLED = 3;

  private final Gateway gateway;
  private final TokenEstimator estimator;
  private final Cache<String, Map<String, OfferedDefinition>> given =
      Caffeine.newBuilder().maximumSize(MAX_CONVERSATIONS).executor(Runnable::run).build();

  private ToolOffers(Gateway gateway, TokenEstimator estimator) {
    this.gateway = gateway;
    this.estimator = estimator;
  }

  /** Offers of a gateway's tools, with tokens as {@link BytesTokenEstimator} estimates them. */
  public static ToolOffers of(Gateway gateway) {
    return new ToolOffers(Objects.requireNonNull(gateway, "gateway"), new BytesTokenEstimator());
  }

  /** The gateway whose tools are offered. */
  public Gateway gateway() {
    return gateway;
  }

  /** These offers with another estimate of tokens; conversations begin anew. */
  public ToolOffers withEstimator(TokenEstimator estimator) {
    return new ToolOffers(gateway, Objects.requireNonNull(estimator, "estimator"));
  }

  /**
   * The tools for the next request: those that the conversation was given, those that it has called
   * and those that fit what was said, while the budget lasts. Blocks as long as a search does. The
   * session {@code local} remembers nothing, since many use it.
   */
  public Offer offer(OfferRequest request) {
    return offer(request, false);
  }

  /**
   * The same for a conversation that goes on and on: where the budget has no room left for the tool
   * that fits best, what was given before is forgotten, which costs the provider's cache once.
   */
  public Offer offerWithRoom(OfferRequest request) {
    return offer(request, true);
  }

  private Offer offer(OfferRequest request, boolean makesRoom) {
    if (request.session().equals(Session.local())) {
      return offer(request, new LinkedHashMap<>(), makesRoom);
    }
    Map<String, OfferedDefinition> known =
        given.get(request.session().id(), id -> new LinkedHashMap<>());
    synchronized (known) {
      return offer(request, known, makesRoom);
    }
  }

  private Offer offer(
      OfferRequest request, Map<String, OfferedDefinition> known, boolean makesRoom) {
    List<ToolDescriptor> called = called(request);
    List<ToolDescriptor> fitting = fitting(request);
    if (makesRoom && !fitting.isEmpty() && hasNoRoom(fitting.get(0), known, request.budget())) {
      known.clear();
    }
    int before = known.size();
    List<LeftOut> leftOut = new ArrayList<>();
    called.stream()
        .filter(tool -> !known.containsKey(tool.key()))
        .forEach(tool -> add(tool, known, request.budget(), leftOut));
    for (int i = 0; i < fitting.size(); i++) {
      ToolDescriptor tool = fitting.get(i);
      if (known.containsKey(tool.key()) || called.contains(tool)) {
        continue;
      }
      if (i < request.limit()) {
        add(tool, known, request.budget(), leftOut);
      } else {
        leftOut.add(new LeftOut(tool.key(), "above the limit of " + request.limit()));
      }
    }
    return new Offer(List.copyOf(known.values()), known.size() - before, leftOut);
  }

  private boolean hasNoRoom(ToolDescriptor tool, Map<String, OfferedDefinition> known, int budget) {
    long tokens = OfferedDefinition.of(tool, estimator).tokens();
    return !known.containsKey(tool.key()) && tokens <= budget && tokens(known) + tokens > budget;
  }

  private static long tokens(Map<String, OfferedDefinition> known) {
    return known.values().stream().mapToLong(OfferedDefinition::tokens).sum();
  }

  private void add(
      ToolDescriptor tool,
      Map<String, OfferedDefinition> known,
      int budget,
      List<LeftOut> leftOut) {
    OfferedDefinition definition = OfferedDefinition.of(tool, estimator);
    long used = tokens(known);
    if (used + definition.tokens() <= budget) {
      known.put(tool.key(), definition);
    } else {
      leftOut.add(
          new LeftOut(
              tool.key(),
              "its %s tokens are above the budget of %s, of which %s are used"
                  .formatted(definition.tokens(), budget, used)));
    }
  }

  /** Tools that the conversation has called. */
  private List<ToolDescriptor> called(OfferRequest request) {
    CatalogSnapshot catalog = gateway.catalog();
    Stream<String> counted =
        request.session().equals(Session.local())
            ? Stream.empty()
            : gateway.stats(request.session()).tools().stream()
                .sorted(Comparator.comparingLong(ToolBytes::calls).reversed())
                .map(ToolBytes::name);
    return distinct(
            Stream.concat(request.called().stream(), counted)
                .flatMap(key -> catalog.resolve(key).stream())
                .filter(tool -> isChosen(request, tool)))
        .stream()
        .limit(CALLED)
        .toList();
  }

  /** Those that fit, best first. */
  private List<ToolDescriptor> fitting(OfferRequest request) {
    int limit =
        request.backends().isEmpty()
            ? Math.min(2 * request.limit(), SearchRequest.MAX_LIMIT)
            : SearchRequest.MAX_LIMIT;
    return distinct(
        request.tasks().stream()
            .map(task -> SearchRequest.of(task).withLimit(limit).withSession(request.session()))
            .flatMap(search -> gateway.search(search).stream())
            .filter(SearchHit::fits)
            .map(SearchHit::tool)
            .filter(tool -> isChosen(request, tool)));
  }

  private static List<ToolDescriptor> distinct(Stream<ToolDescriptor> tools) {
    Map<String, ToolDescriptor> byKey = new LinkedHashMap<>();
    tools.forEach(tool -> byKey.putIfAbsent(tool.key(), tool));
    return List.copyOf(byKey.values());
  }

  private static boolean isChosen(OfferRequest request, ToolDescriptor tool) {
    return request.backends().isEmpty() || request.backends().contains(tool.backend());
  }

  /**
   * Calls a tool by the name that the model has. The arguments are checked against the schema of
   * the tool, and go to it as they are. The answer is bounded as that of a program is, and says
   * {@code isError} if the call failed, or if no tool has the name.
   */
  public CompletableFuture<ToolResult> call(String name, RawJson arguments, Session session) {
    Optional<ToolDescriptor> tool = ModelNames.find(gateway.catalog(), name);
    return CatalogCall.of(
        gateway, tool.map(ToolDescriptor::key).orElse(name), arguments, CallContext.of(session));
  }

  /** Forgets what a conversation was given. */
  public void forget(Session session) {
    given.invalidate(session.id());
  }
}
