package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How long the calls of each backend took, in this gateway, in earlier ones and in those that have
 * the same store: its bins as pairs of microseconds and a count.
 */
final class SharedLatencies implements SharedValue {
  /** How many backends are remembered: names may come and go for years. */
  private static final int MAX_BACKENDS = 1_000;

  private final Latencies latencies;

  /** What of this gateway is in the store. */
  private final Map<String, LatencyCounts> told = new HashMap<>();

  private Map<String, LatencyCounts> telling = Map.of();

  SharedLatencies(Latencies latencies) {
    this.latencies = latencies;
  }

  @Override
  public synchronized UnaryOperator<JsonNode> change() {
    Map<String, LatencyCounts> more = new HashMap<>();
    latencies
        .sums()
        .forEach(
            (backend, sum) -> {
              LatencyCounts rest = sum.without(told.getOrDefault(backend, LatencyCounts.NONE));
              if (rest.pages() > 0) {
                more.put(backend, rest);
              }
            });
    telling = more;
    return known -> sum(known, more);
  }

  private static JsonNode sum(JsonNode known, Map<String, LatencyCounts> more) {
    ObjectNode sum = JsonNodeFactory.instance.objectNode();
    more.forEach(
        (backend, counts) -> {
          LatencyCounts all = counts(known.path(backend));
          counts.addTo(all);
          sum.set(backend, bins(all));
        });
    for (Map.Entry<String, JsonNode> other : known.properties()) {
      if (sum.size() < MAX_BACKENDS && !sum.has(other.getKey())) {
        sum.set(other.getKey(), other.getValue());
      }
    }
    return sum;
  }

  private static ArrayNode bins(LatencyCounts counts) {
    ArrayNode bins = JsonNodeFactory.instance.arrayNode();
    counts.forEachMicros((micros, count) -> bins.add(micros).add(count));
    return bins;
  }

  private static LatencyCounts counts(JsonNode bins) {
    LatencyCounts counts = new LatencyCounts();
    for (int i = 0; i + 1 < bins.size(); i += 2) {
      counts.add(bins.path(i).asLong(), Math.max(0, bins.path(i + 1).asLong()));
    }
    return counts;
  }

  @Override
  public synchronized void written() {
    telling.forEach(
        (backend, counts) ->
            counts.addTo(told.computeIfAbsent(backend, name -> new LatencyCounts())));
    telling = Map.of();
  }

  @Override
  public synchronized void learned(JsonNode now) {
    Map<String, LatencyCounts> elsewhere = new HashMap<>();
    now.properties()
        .forEach(
            backend ->
                elsewhere.put(
                    backend.getKey(),
                    counts(backend.getValue())
                        .without(told.getOrDefault(backend.getKey(), LatencyCounts.NONE))));
    latencies.elsewhere(elsewhere);
  }
}
