package io.gatemini.examples.plugin.tiered;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.TextAnalyzer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tools of one backend as the three tiers read them. Immutable. */
final class TieredSegment {
  private final List<ToolDescriptor> tools;
  private final int[] lengths;
  private final Map<String, WordPostings> words;
  private final Map<String, Integer> namePairs;
  private final TrigramPostings trigrams;

  private TieredSegment(
      List<ToolDescriptor> tools,
      int[] lengths,
      Map<String, WordPostings> words,
      Map<String, Integer> namePairs,
      TrigramPostings trigrams) {
    this.tools = tools;
    this.lengths = lengths;
    this.words = words;
    this.namePairs = namePairs;
    this.trigrams = trigrams;
  }

  static TieredSegment of(List<ToolDescriptor> tools, TextAnalyzer analyzer) {
    int[] lengths = new int[tools.size()];
    Map<String, WordPostings> words = new HashMap<>();
    Map<String, Integer> namePairs = new HashMap<>();
    for (int i = 0; i < lengths.length; i++) {
      ToolDescriptor tool = tools.get(i);
      List<String> name = analyzer.tokens(tool.key());
      List<String> description = analyzer.tokens(tool.description());
      lengths[i] = 2 * name.size() + description.size();
      Map<String, Integer> frequencies = new HashMap<>();
      name.forEach(word -> frequencies.merge(word, 2, Integer::sum));
      description.forEach(word -> frequencies.merge(word, 1, Integer::sum));
      int document = i;
      frequencies.forEach(
          (word, frequency) ->
              words.computeIfAbsent(word, unused -> new WordPostings()).add(document, frequency));
      pairs(analyzer.tokens(tool.originalName()))
          .forEach(pair -> namePairs.merge(pair, 1, Integer::sum));
    }
    TrigramPostings trigrams =
        TrigramPostings.of(
            tools.stream().map(tool -> tool.key() + " " + tool.description()).toList());
    return new TieredSegment(List.copyOf(tools), lengths, words, namePairs, trigrams);
  }

  private static Set<String> pairs(List<String> name) {
    Set<String> pairs = new HashSet<>();
    for (int i = 1; i < name.size(); i++) {
      pairs.add(name.get(i - 1) + " " + name.get(i));
    }
    return pairs;
  }

  /** Whether it was made of these tools. */
  boolean isOf(List<ToolDescriptor> others) {
    return tools.equals(others);
  }

  List<ToolDescriptor> tools() {
    return tools;
  }

  /** How many words a document has, those of the name counted twice. */
  int length(int document) {
    return lengths[document];
  }

  /** Every word and the documents that have it. */
  Map<String, WordPostings> words() {
    return words;
  }

  /** Neighbouring words of names, joined by a space, and how many names have them. */
  Map<String, Integer> namePairs() {
    return namePairs;
  }

  /** The three-byte windows of {@code name + " " + description}. */
  TrigramPostings trigrams() {
    return trigrams;
  }
}
