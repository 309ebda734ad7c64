package io.gatemini.examples.plugin;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.TextAnalyzer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds tools by the beginnings of the words in their names: {@code iss li} finds {@code
 * tracker.list_issues}. The score is the share of the query's words that begin one of the name's.
 */
public final class PrefixRetriever implements Retriever {
  static final String NAME = "prefix";

  private final TextAnalyzer analyzer;

  PrefixRetriever(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    List<Named> tools =
        snapshot.tools().stream()
            .map(tool -> new Named(tool, analyzer.tokens(tool.key())))
            .toList();
    return query -> search(tools, query);
  }

  private List<Hit> search(List<Named> tools, Query query) {
    List<String> prefixes = analyzer.tokens(query.text());
    return tools.stream()
        .filter(named -> query.filter().test(named.tool))
        .map(named -> new Hit(named.tool, named.share(prefixes)))
        .filter(hit -> hit.score() > 0)
        .sorted(Comparator.comparingDouble(Hit::score).reversed())
        .limit(query.limit())
        .toList();
  }

  private record Named(ToolDescriptor tool, List<String> words) {
    double share(List<String> prefixes) {
      long begun =
          prefixes.stream()
              .filter(prefix -> words.stream().anyMatch(word -> word.startsWith(prefix)))
              .count();
      return prefixes.isEmpty() ? 0 : (double) begun / prefixes.size();
    }
  }
}
