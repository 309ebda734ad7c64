package io.gatemini.search;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * For every token, which tools have it and how often. A search touches only the tools that share a
 * token with the query. Immutable; searched by many threads at a time.
 *
 * <p>Score of a tool: the sum over the query's tokens, a repeated one counted again, of
 *
 * <pre>
 * idf(t) * f * (k1 + 1) / (f + k1 * (1 - b + b * length / averageLength))
 * idf(t) = ln((N - df + 0.5) / (df + 0.5) + 1)
 * </pre>
 *
 * <p>N, df and the average length are those of the tools that the query's filter lets through, so
 * that a filtered search ranks as if there were no other tools.
 */
final class InvertedIndex implements Index {
  private static final double K1 = 1.2;
  private static final double B = 0.75;

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.tool().name());

  private final TextAnalyzer analyzer;
  private final ToolDefinition[] tools;
  private final int[] lengths;
  private final Map<String, Postings> postings;

  private InvertedIndex(
      TextAnalyzer analyzer,
      ToolDefinition[] tools,
      int[] lengths,
      Map<String, Postings> postings) {
    this.analyzer = analyzer;
    this.tools = tools;
    this.lengths = lengths;
    this.postings = postings;
  }

  static InvertedIndex of(List<ToolDefinition> definitions, TextAnalyzer analyzer) {
    ToolDefinition[] tools = definitions.toArray(ToolDefinition[]::new);
    int[] lengths = new int[tools.length];
    Map<String, PostingsBuilder> building = new HashMap<>();
    for (int i = 0; i < tools.length; i++) {
      List<String> name = analyzer.tokens(tools[i].name());
      List<String> description = analyzer.tokens(tools[i].description());
      lengths[i] = 2 * name.size() + description.size();
      Map<String, Integer> frequencies = new HashMap<>();
      name.forEach(token -> frequencies.merge(token, 2, Integer::sum));
      description.forEach(token -> frequencies.merge(token, 1, Integer::sum));
      int tool = i;
      frequencies.forEach(
          (token, frequency) ->
              building
                  .computeIfAbsent(token, unused -> new PostingsBuilder())
                  .add(tool, frequency));
    }
    Map<String, Postings> postings = new HashMap<>(building.size() * 2);
    building.forEach((token, builder) -> postings.put(token, builder.build()));
    return new InvertedIndex(analyzer, tools, lengths, postings);
  }

  @Override
  public List<Hit> search(Query query) {
    Map<String, Integer> terms = new LinkedHashMap<>();
    analyzer.tokens(query.text()).forEach(token -> terms.merge(token, 1, Integer::sum));
    if (terms.isEmpty() || tools.length == 0) {
      return List.of();
    }
    Corpus corpus = corpus(query.filter());
    double[] scores = new double[tools.length];
    int[] touched = new int[tools.length];
    int count = 0;
    for (Map.Entry<String, Integer> term : terms.entrySet()) {
      Postings found = postings.get(term.getKey());
      if (found == null) {
        continue;
      }
      double idf = corpus.idf(found);
      for (int i = 0; i < found.tools.length; i++) {
        int tool = found.tools[i];
        if (!corpus.has(tool)) {
          continue;
        }
        if (scores[tool] == 0) {
          touched[count++] = tool;
        }
        double f = found.frequencies[i];
        scores[tool] +=
            term.getValue()
                * idf
                * f
                * (K1 + 1)
                / (f + K1 * (1 - B + B * lengths[tool] / corpus.averageLength));
      }
    }
    return best(scores, touched, count, query.limit());
  }

  private List<Hit> best(double[] scores, int[] touched, int count, int limit) {
    PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());
    for (int i = 0; i < count; i++) {
      Hit hit = new Hit(tools[touched[i]], scores[touched[i]]);
      if (hit.score() <= 0) {
        continue;
      }
      if (worstFirst.size() < limit) {
        worstFirst.add(hit);
      } else if (!worstFirst.isEmpty() && BEST_FIRST.compare(hit, worstFirst.peek()) < 0) {
        worstFirst.remove();
        worstFirst.add(hit);
      }
    }
    List<Hit> hits = new ArrayList<>(worstFirst);
    hits.sort(BEST_FIRST);
    return List.copyOf(hits);
  }

  private Corpus corpus(Predicate<ToolDefinition> filter) {
    boolean[] members = new boolean[tools.length];
    int size = 0;
    long length = 0;
    for (int i = 0; i < tools.length; i++) {
      if (filter.test(tools[i])) {
        members[i] = true;
        size++;
        length += lengths[i];
      }
    }
    boolean whole = size == tools.length;
    return new Corpus(members, whole, size, Math.max(1, (double) length / Math.max(1, size)));
  }

  /** The tools that a query's filter lets through. */
  private static final class Corpus {
    private final boolean[] members;
    private final boolean whole;
    private final int size;
    private final double averageLength;

    Corpus(boolean[] members, boolean whole, int size, double averageLength) {
      this.members = members;
      this.whole = whole;
      this.size = size;
      this.averageLength = averageLength;
    }

    boolean has(int tool) {
      return members[tool];
    }

    double idf(Postings postings) {
      int df = 0;
      if (whole) {
        df = postings.tools.length;
      } else {
        for (int tool : postings.tools) {
          df += members[tool] ? 1 : 0;
        }
      }
      return Math.log((size - df + 0.5) / (df + 0.5) + 1);
    }
  }

  /** Which tools have a token, in order, and how often each. */
  private static final class Postings {
    private final int[] tools;
    private final int[] frequencies;

    Postings(int[] tools, int[] frequencies) {
      this.tools = tools;
      this.frequencies = frequencies;
    }
  }

  private static final class PostingsBuilder {
    private int[] tools = new int[4];
    private int[] frequencies = new int[4];
    private int size;

    void add(int tool, int frequency) {
      if (size == tools.length) {
        tools = Arrays.copyOf(tools, size * 2);
        frequencies = Arrays.copyOf(frequencies, size * 2);
      }
      tools[size] = tool;
      frequencies[size++] = frequency;
    }

    Postings build() {
      return new Postings(Arrays.copyOf(tools, size), Arrays.copyOf(frequencies, size));
    }
  }
}
