package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.state.RememberedState.SharedValue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How often tools were called with success, in this gateway, in earlier ones and in those that have
 * the same store.
 */
final class SharedUsage implements SharedValue {
  /** How many tools are remembered beyond the gateway's end, those used most. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Map<String, ToolCounter> tools;

  /** Without those of this gateway. */
  private volatile Map<String, Long> elsewhere = Map.of();

  SharedUsage(Map<String, ToolCounter> tools) {
    this.tools = tools;
  }

  /** How often a tool was called with success anywhere. */
  long successes(String tool) {
    ToolCounter counter = tools.get(tool);
    return elsewhere.getOrDefault(tool, 0L) + (counter == null ? 0 : counter.successes.sum());
  }

  /** Whether any was, elsewhere. */
  boolean isKnown() {
    return !elsewhere.isEmpty();
  }

  @Override
  public synchronized UnaryOperator<JsonNode> change() {
    Map<String, Long> more = new HashMap<>();
    tools.forEach(
        (tool, counter) -> {
          counter.writing = counter.successes.sum();
          if (counter.writing > counter.written) {
            more.put(tool, counter.writing - counter.written);
          }
        });
    return known -> sum(known, more);
  }

  private static JsonNode sum(JsonNode known, Map<String, Long> more) {
    Map<String, Long> counts = counts(known);
    more.forEach((tool, count) -> counts.merge(tool, count, Long::sum));
    ObjectNode sum = JsonNodeFactory.instance.objectNode();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_REMEMBERED)
        .forEach(tool -> sum.put(tool.getKey(), tool.getValue()));
    return sum;
  }

  private static Map<String, Long> counts(JsonNode known) {
    Map<String, Long> counts = new HashMap<>();
    known.properties().forEach(tool -> counts.put(tool.getKey(), tool.getValue().asLong()));
    return counts;
  }

  @Override
  public synchronized void written() {
    tools.values().forEach(counter -> counter.written = counter.writing);
  }

  @Override
  public synchronized void learned(JsonNode now) {
    Map<String, Long> counts = counts(now);
    tools.forEach(
        (tool, counter) ->
            counts.computeIfPresent(
                tool, (name, count) -> count > counter.written ? count - counter.written : null));
    elsewhere = Map.copyOf(counts);
  }
}
