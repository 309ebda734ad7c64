package io.gatemini.examples.plugin.tiered;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The tools that the filter of one query lets through, and the two ways to score them. For one
 * thread.
 *
 * <p>{@link #bm25} is Okapi BM25 (Robertson and Zaragoza, 2009) with k1 = 1.2 and b = 0.75; the
 * score of a tool is the sum over the query's words, a repeated one counted again, of
 *
 * <pre>
 * idf(t) * f * (k1 + 1) / (f + k1 * (1 - b + b * length / averageLength))
 * idf(t) = ln((N - df + 0.5) / (df + 0.5) + 1)
 * </pre>
 *
 * <p>N, df and the average length are those of the tools let through: a filtered search ranks as if
 * there were no other tools.
 */
final class TieredCorpus {
  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.tool().key());

  private static final double K1 = 1.2;
  private static final double B = 0.75;

  /** A tool that shares less of its three-byte windows with the query is not alike. */
  private static final double MIN_JACCARD = 0.05;

  private final List<TieredSegment> segments;

  /** Where the documents of a segment begin, as if all segments stood in one row. */
  private final int[] begins;

  private final boolean[] members;
  private final int size;
  private final double averageLength;

  TieredCorpus(List<TieredSegment> segments, Predicate<ToolDescriptor> filter) {
    this.segments = segments;
    this.begins = new int[segments.size() + 1];
    for (int s = 0; s < segments.size(); s++) {
      begins[s + 1] = begins[s] + segments.get(s).tools().size();
    }
    this.members = new boolean[begins[segments.size()]];
    int passed = 0;
    long length = 0;
    for (int s = 0; s < segments.size(); s++) {
      TieredSegment segment = segments.get(s);
      for (int document = 0; document < segment.tools().size(); document++) {
        if (filter.test(segment.tools().get(document))) {
          members[begins[s] + document] = true;
          passed++;
          length += segment.length(document);
        }
      }
    }
    this.size = passed;
    this.averageLength = Math.max(1, (double) length / Math.max(1, passed));
  }

  List<Hit> bm25(List<String> query, int limit) {
    Map<String, Integer> words = new LinkedHashMap<>();
    query.forEach(word -> words.merge(word, 1, Integer::sum));
    double[] scores = new double[members.length];
    words.forEach((word, times) -> add(word, times, scores));
    List<Hit> hits = new ArrayList<>();
    for (int s = 0; s < segments.size(); s++) {
      List<ToolDescriptor> tools = segments.get(s).tools();
      for (int document = 0; document < tools.size(); document++) {
        double score = scores[begins[s] + document];
        if (score > 0) {
          hits.add(new Hit(tools.get(document), score));
        }
      }
    }
    return best(hits, limit);
  }

  private void add(String word, int times, double[] scores) {
    List<Found> found = new ArrayList<>();
    int df = 0;
    for (int s = 0; s < segments.size(); s++) {
      WordPostings postings = segments.get(s).words().get(word);
      if (postings != null) {
        found.add(new Found(s, postings));
        for (int i = 0; i < postings.size(); i++) {
          df += members[begins[s] + postings.document(i)] ? 1 : 0;
        }
      }
    }
    double idf = Math.log((size - df + 0.5) / (df + 0.5) + 1);
    for (Found in : found) {
      TieredSegment segment = segments.get(in.segment);
      for (int i = 0; i < in.postings.size(); i++) {
        int document = in.postings.document(i);
        int position = begins[in.segment] + document;
        if (members[position]) {
          double f = in.postings.frequency(i);
          double length = segment.length(document);
          scores[position] +=
              times * idf * f * (K1 + 1) / (f + K1 * (1 - B + B * length / averageLength));
        }
      }
    }
  }

  /** Scores by Jaccard's index of the sets of three-byte windows of query and tool. */
  List<Hit> trigrams(String query, int limit) {
    int[] windows = ByteTrigrams.of(query);
    if (windows.length == 0) {
      return List.of();
    }
    int[] shared = new int[members.length];
    for (int s = 0; s < segments.size(); s++) {
      segments.get(s).trigrams().countShared(windows, shared, begins[s]);
    }
    List<Hit> hits = new ArrayList<>();
    for (int s = 0; s < segments.size(); s++) {
      TieredSegment segment = segments.get(s);
      for (int document = 0; document < segment.tools().size(); document++) {
        int position = begins[s] + document;
        if (shared[position] > 0 && members[position]) {
          int all = windows.length + segment.trigrams().size(document) - shared[position];
          double jaccard = (double) shared[position] / all;
          if (jaccard > MIN_JACCARD) {
            hits.add(new Hit(segment.tools().get(document), jaccard));
          }
        }
      }
    }
    return best(hits, limit);
  }

  private static List<Hit> best(List<Hit> hits, int limit) {
    return hits.stream().sorted(BEST_FIRST).limit(limit).toList();
  }

  private record Found(int segment, WordPostings postings) {}
}
