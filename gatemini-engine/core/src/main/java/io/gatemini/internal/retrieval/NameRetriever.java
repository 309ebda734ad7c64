package io.gatemini.internal.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds tools by the words of their names: the share of the name's words that the query holds. The
 * retriever of a gateway while no better one is on the class path.
 */
public record NameRetriever(TextAnalyzer analyzer) implements Retriever {
  @Override
  public String name() {
    return NameProvider.NAME;
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    List<Named> names =
        snapshot.tools().stream()
            .map(tool -> new Named(tool, Set.copyOf(analyzer.tokens(tool.key()))))
            .toList();
    return query -> {
      Set<String> words = new HashSet<>(analyzer.tokens(query.text()));
      List<Hit> hits = new ArrayList<>();
      for (Named named : names) {
        double share = named.overlap(words);
        if (share > 0 && query.filter().test(named.tool)) {
          hits.add(new Hit(named.tool, share));
        }
      }
      hits.sort(
          Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.tool().key()));
      List<Hit> best = hits.subList(0, Math.min(query.limit(), hits.size()));
      if (query.explain()) {
        best.replaceAll(NameRetriever::explained);
      }
      return List.copyOf(best);
    };
  }

  private static Hit explained(Hit hit) {
    return new Hit(
        hit.tool(),
        hit.score(),
        Optional.of(
            new SearchExplanation(
                NameProvider.NAME, Map.of(NameProvider.NAME, hit.score()), List.of())));
  }

  private record Named(ToolDescriptor tool, Set<String> words) {
    double overlap(Set<String> query) {
      int shared = 0;
      for (String word : words) {
        if (query.contains(word)) {
          shared++;
        }
      }
      return words.isEmpty() ? 0 : (double) shared / words.size();
    }
  }

  /** Provides the retriever {@code name}, lighter than any other. */
  static final class NameProvider implements RetrieverProvider {
    static final String NAME = "name";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public int weight() {
      return 0;
    }

    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      return new NameRetriever(context.textAnalyzer());
    }
  }
}
