package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.config.ConfigException;
import io.gatemini.search.host.HostCost;
import io.gatemini.search.host.HostModel;
import io.gatemini.search.host.HostSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Asks the queries of one pool of a gateway that has its tools. A first gateway gives the rankings
 * and warms the virtual machine up; the times are those of a second one, whose caches have not seen
 * a query.
 */
final class PoolRun {
  /** More than any index takes; what is not searchable by then never will be. */
  private static final Duration INDEXED = Duration.ofMinutes(10);

  /** Few queries are asked again until this many searches, or this long, have warmed things up. */
  private static final int WARM_UP_SEARCHES = 2_000;

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  private final Pool pool;
  private final Supplier<GatewayBuilder> gateways;
  private final JsonLinesWriter rankings;
  private final Consumer<String> progress;
  private final LongConsumer allNanos;
  private final RegisteredTools registered;

  /** What the search said that fits: for foreign tasks, and for the others. */
  private final List<Fit> foreign = new ArrayList<>();

  private final List<Fit> others = new ArrayList<>();

  private record Fit(boolean fits, double fit) {}

  /**
   * @param gateways begins a gateway that has no backends yet
   * @param allNanos hears how long each clean query took
   */
  PoolRun(
      Pool pool,
      Supplier<GatewayBuilder> gateways,
      JsonLinesWriter rankings,
      Consumer<String> progress,
      LongConsumer allNanos) {
    this.pool = pool;
    this.gateways = gateways;
    this.rankings = rankings;
    this.progress = progress;
    this.allNanos = allNanos;
    this.registered = RegisteredTools.of(pool.tools());
  }

  PoolReport run() {
    if (pool.beyond() > 0) {
      progress.accept(
          "%s: %s queries have a gold tool that is not in the pool; it counts as not found"
              .formatted(pool.name(), pool.beyond()));
    }
    GatewayBuilder builder = gateways.get();
    registered.addTo(builder);
    Map<String, List<QueryScore>> clean;
    NothingFits nothingFits;
    Map<String, List<QueryScore>> noisy;
    Duration indexBuild;
    long start = System.nanoTime();
    try (Gateway gateway = open(builder)) {
      indexBuild = Duration.ofNanos(System.nanoTime() - start);
      check(gateway);
      progress.accept(
          "%s: %s tools of %s backends searchable after %s ms; %s queries, %s noisy ones"
              .formatted(
                  pool.name(),
                  pool.tools().size(),
                  registered.backends(),
                  indexBuild.toMillis(),
                  pool.queries().size(),
                  pool.noisy().size()));
      clean = ask(gateway, pool.queries());
      nothingFits =
          new NothingFits(
              foreign.size(),
              nothing(foreign),
              nothing(others),
              NothingFits.curve(fit(foreign), fit(others)));
      noisy = ask(gateway, pool.noisy());
      warmUp(gateway);
    }
    long[] nanos;
    try (Gateway gateway = open(builder)) {
      nanos = times(gateway);
    }
    Arrays.stream(nanos).forEach(allNanos);
    return new PoolReport(
        pool.name(),
        pool.tools().size(),
        Scores.mean(clean.values().stream().flatMap(List::stream).toList()),
        means(clean),
        means(noisy),
        nothingFits,
        Latency.ofNanos(nanos),
        indexBuild);
  }

  /** Runs the tasks that tools of the pool answer through models of hosts. */
  List<HostReport> run(List<HostModel> hosts) {
    GatewayBuilder builder = gateways.get();
    registered.addTo(builder);
    try (Gateway gateway = open(builder)) {
      check(gateway);
      Map<String, String> keys = new HashMap<>();
      gateway.catalog().tools().forEach(tool -> keys.put(registered.id(tool), tool.key()));
      return hosts.stream().map(host -> run(new HostSession(host, gateway), host, keys)).toList();
    }
  }

  private HostReport run(HostSession session, HostModel host, Map<String, String> keys) {
    List<HostCost> costs = new ArrayList<>();
    for (EvaluatedQuery query : pool.queries()) {
      // A tool that the pool lacks can never be called.
      List<String> gold = query.gold().stream().map(id -> keys.getOrDefault(id, "")).toList();
      Predicate<Set<String>> all = callable -> callable.containsAll(gold);
      Predicate<Set<String>> any = callable -> !Collections.disjoint(callable, gold);
      if (!query.isForeign()) {
        costs.add(session.run(query.text(), query.anyIsEnough() ? any : all));
      }
    }
    return new HostReport(pool.name(), host.name(), session.firstBytes(), costs);
  }

  private Gateway open(GatewayBuilder builder) {
    Gateway gateway = builder.build();
    if (!gateway.awaitIndexed(INDEXED)) {
      gateway.close();
      throw new GatewayException(
          "the tools of pool \"" + pool.name() + "\" were not searchable within " + INDEXED);
    }
    return gateway;
  }

  private void check(Gateway gateway) {
    if (gateway.backends().size() != registered.backends()) {
      throw new ConfigException(
          "the configuration of the gateway has backends; leave them out, the tools come from the"
              + " data");
    }
    int arrived = gateway.catalog().tools().size();
    if (arrived != pool.tools().size()) {
      throw new GatewayException(
          "only %s of the %s tools of pool \"%s\" are in the catalog"
              .formatted(arrived, pool.tools().size(), pool.name()));
    }
  }

  private Map<String, List<QueryScore>> ask(Gateway gateway, List<EvaluatedQuery> queries) {
    Map<String, List<QueryScore>> bySource = new LinkedHashMap<>();
    for (EvaluatedQuery query : queries) {
      List<SearchHit> hits = gateway.search(request(query).withExplanation());
      List<String> ranking = ids(hits);
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("pool", pool.name()).put("id", query.id());
      ranking.forEach(line.putArray("ranking")::add);
      rankings.write(line);
      (query.isForeign() ? foreign : others).add(new Fit(fits(hits), NothingFits.fit(hits)));
      if (!query.isForeign()) {
        bySource
            .computeIfAbsent(query.source(), source -> new ArrayList<>())
            .add(QueryScore.of(ranking, query));
      }
    }
    return bySource;
  }

  private static double nothing(List<Fit> said) {
    return said.stream().mapToInt(one -> one.fits ? 0 : 1).average().orElse(0);
  }

  private static double[] fit(List<Fit> said) {
    return said.stream().mapToDouble(Fit::fit).toArray();
  }

  private static boolean fits(List<SearchHit> hits) {
    return hits.stream().anyMatch(SearchHit::fits);
  }

  private List<String> ids(List<SearchHit> hits) {
    List<String> ids = new ArrayList<>(hits.size());
    for (SearchHit hit : hits) {
      String id = registered.id(hit.tool());
      // A retriever may make up tools; each still takes the place of one that could be right.
      ids.add(id == null ? hit.key() : id);
    }
    return ids;
  }

  private void warmUp(Gateway gateway) {
    long end = System.nanoTime() + WARM_UP.toNanos();
    int done = pool.queries().size() + pool.noisy().size();
    while (done < WARM_UP_SEARCHES && System.nanoTime() < end) {
      gateway.search(request(pool.queries().get(done % pool.queries().size())));
      done++;
    }
  }

  private long[] times(Gateway gateway) {
    long[] nanos = new long[pool.queries().size()];
    for (int i = 0; i < nanos.length; i++) {
      SearchRequest request = request(pool.queries().get(i));
      long start = System.nanoTime();
      gateway.search(request);
      nanos[i] = System.nanoTime() - start;
    }
    return nanos;
  }

  private static SearchRequest request(EvaluatedQuery query) {
    return SearchRequest.of(query.text()).withLimit(QueryScore.DEPTH).withRest();
  }

  private static Map<String, Scores> means(Map<String, List<QueryScore>> bySource) {
    Map<String, Scores> means = new LinkedHashMap<>();
    bySource.forEach((source, scores) -> means.put(source, Scores.mean(scores)));
    return means;
  }
}
