package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever;
import io.gatemini.text.EnglishAnalyzer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a file of pairs, and its effect on the search of a gateway. Immutable.
 *
 * @param remedy the reason why it has none, and what to do; empty where it counts
 */
public record CheckedExample(ToolExample pair, State state, String remedy) {
  private static final Duration INDEXED = Duration.ofSeconds(30);
  private static final int MAX_SHOWN = 80;

  private static final String REACHES_NOT =
      "its request finds %s first: another pair has it, or a running daemon has not reloaded its"
          + " configuration";

  /** The effect of a pair. */
  public enum State {
    COUNTS,
    /** Its tool is found first without it. */
    NOT_NEEDED,
    /** Its tool is found behind another. */
    BEHIND_ANOTHER,
    /** Another line says the same. */
    DOUBLE,
    DEFINITION_CHANGED,
    UNKNOWN_TOOL
  }

  /**
   * The lines of a file in their order. Each request is searched for, by the gateway and without
   * pairs.
   *
   * @throws io.gatemini.config.ConfigException naming file and line where something is wrong
   */
  public static List<CheckedExample> of(ToolExamples file, Gateway gateway) {
    gateway.awaitIndexed(INDEXED);
    CatalogSnapshot catalog = gateway.catalog();
    Retriever own =
        StaticModel.bundled()
            .map(model -> HybridRetriever.of(new EnglishAnalyzer(), model))
            .orElseGet(() -> HybridRetriever.lexical(new EnglishAnalyzer()));
    Retriever.Index without = own.index(catalog, Optional.empty());
    List<ToolExample> lines = file.lines();
    Map<List<String>, Integer> last = new HashMap<>();
    lines.forEach(it -> last.put(List.of(it.request(), it.tool()), it.line()));
    Map<List<String>, Integer> counting = new HashMap<>();
    return lines.stream()
        .map(
            pair -> {
              ToolDescriptor tool = catalog.resolve(pair.tool()).orElse(null);
              int line = last.getOrDefault(List.of(pair.request(), pair.tool()), 0);
              if (line == pair.line() && tool != null && pair.isFor(tool)) {
                var same = List.of(ToolExample.folded(pair.request()), tool.key());
                line = counting.computeIfAbsent(same, key -> pair.line());
              }
              if (line != pair.line()) {
                String remedy = "line " + line + " says the same; remove one";
                return new CheckedExample(pair, State.DOUBLE, remedy);
              }
              if (tool == null) {
                String remedy = NearMatches.unknownTool(catalog, pair.tool(), 0);
                return new CheckedExample(pair, State.UNKNOWN_TOOL, remedy);
              }
              return pair.isFor(tool)
                  ? searched(pair, tool, gateway, without)
                  : new CheckedExample(pair, State.DEFINITION_CHANGED, anew(pair));
            })
        .toList();
  }

  private static String anew(ToolExample pair) {
    String request = VisibleText.quoted(pair.request(), MAX_SHOWN);
    return "add it anew: gatemini examples add %s %s".formatted(pair.tool(), request);
  }

  private static CheckedExample searched(
      ToolExample pair, ToolDescriptor tool, Gateway gateway, Retriever.Index without) {
    List<SearchHit> hits = gateway.search(SearchRequest.of(pair.request()).withLimit(1));
    String first = hits.isEmpty() ? "no tool" : hits.get(0).key();
    if (!first.equals(tool.key())) {
      String remedy = REACHES_NOT.formatted(first);
      return new CheckedExample(pair, State.BEHIND_ANOTHER, remedy);
    }
    boolean needless =
        without.search(new Retriever.Query(pair.request(), 1, it -> true)).stream()
            .anyMatch(hit -> hit.fits() && hit.tool().key().equals(first));
    return needless
        ? new CheckedExample(pair, State.NOT_NEEDED, "its tool is first without it; remove it")
        : new CheckedExample(pair, State.COUNTS, "");
  }
}
