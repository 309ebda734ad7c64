package io.gatemini.internal.presentation;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.WordAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of the tools, counted: what {@link TryAlso} is made of. Remembers the counts of the
 * snapshot it was asked for last, so that another one costs the words of the backends in which they
 * differ. Memory is bounded by the words of the catalog. Thread-safe.
 */
final class Vocabulary {
  private static final int MIN_TERM_BYTES = 3;
  private static final double BONUS_PER_BYTE = 0.1;

  /** Longer tokens are data, not words; their length would win every comparison. */
  private static final int MAX_TERM_LENGTH = 30;

  /** The most of a description that is read, in characters. */
  private static final int TEXT_LIMIT = 20_000;

  /** The most words of one backend; what has more of them has data in its descriptions. */
  private static final int MAX_TERMS = 20_000;

  /** How many words that no tool has any more are kept, beside as many as tools have. */
  private static final int SPARE_TERMS = 1_000;

  private static final WordAnalyzer WORDS = new WordAnalyzer();

  private Map<String, Term> terms = new HashMap<>();
  private Map<String, Terms> termsByBackend = Map.of();
  private int[] frequencies = new int[0];
  private int inUse;

  /**
   * A word.
   *
   * @param number its place in the frequencies
   * @param lengthBonus what its length adds to its score
   */
  record Term(String text, int number, double lengthBonus) {
    static Term of(String text, int number) {
      return new Term(text, number, BONUS_PER_BYTE * Math.max(bytes(text) - MIN_TERM_BYTES, 0));
    }
  }

  /**
   * The words of one backend, each once.
   *
   * @param tools the tools that have them
   * @param counts how many of the tools have each
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record Terms(List<ToolDefinition> tools, Term[] terms, int[] counts) {}

  /** The distinctive terms of a snapshot. */
  synchronized TryAlso tryAlso(CatalogSnapshot snapshot) {
    if (terms.size() > 2 * inUse + SPARE_TERMS) {
      terms = new HashMap<>();
      termsByBackend = Map.of();
      frequencies = new int[0];
      inUse = 0;
    }
    count(snapshot);
    return new TryAlso(
        snapshot.tools().size(), Arrays.copyOf(frequencies, terms.size()), termsByBackend);
  }

  @SuppressWarnings("ReferenceEquality") // the catalog keeps the lists that have not changed
  private void count(CatalogSnapshot snapshot) {
    Map<String, Terms> next = new HashMap<>();
    for (String backend : snapshot.backends()) {
      List<ToolDefinition> tools = snapshot.tools(backend);
      Terms known = termsByBackend.get(backend);
      if (known == null || known.tools != tools) {
        known = termsOf(tools);
        add(known, 1);
      }
      next.put(backend, known);
    }
    termsByBackend.forEach(
        (backend, known) -> {
          if (next.get(backend) != known) {
            add(known, -1);
          }
        });
    termsByBackend = next;
  }

  /** How many words are remembered. */
  synchronized int size() {
    return terms.size();
  }

  private void add(Terms changed, int sign) {
    if (frequencies.length < terms.size()) {
      frequencies = Arrays.copyOf(frequencies, 2 * terms.size());
    }
    for (int i = 0; i < changed.terms.length; i++) {
      int number = changed.terms[i].number;
      boolean before = frequencies[number] > 0;
      frequencies[number] += sign * changed.counts[i];
      boolean after = frequencies[number] > 0;
      if (before != after) {
        inUse += after ? 1 : -1;
      }
    }
  }

  private Terms termsOf(List<ToolDefinition> tools) {
    Map<String, Count> counts = new HashMap<>();
    int tool = 0;
    for (ToolDefinition definition : tools) {
      tool++;
      String description = definition.description();
      String read = description.substring(0, Math.min(description.length(), TEXT_LIMIT));
      for (String token : WORDS.tokens(definition.name() + " " + VisibleText.of(read))) {
        if (isTerm(token) && (counts.size() < MAX_TERMS || counts.containsKey(token))) {
          counts.computeIfAbsent(token, text -> new Count(term(text))).countOnce(tool);
        }
      }
    }
    Term[] ofBackend = new Term[counts.size()];
    int[] countOf = new int[ofBackend.length];
    int i = 0;
    for (Count count : counts.values()) {
      ofBackend[i] = count.term;
      countOf[i++] = count.tools;
    }
    return new Terms(tools, ofBackend, countOf);
  }

  private Term term(String text) {
    Term known = terms.get(text);
    if (known == null) {
      known = Term.of(text, terms.size());
      terms.put(text, known);
    }
    return known;
  }

  private static boolean isTerm(String token) {
    return token.length() <= MAX_TERM_LENGTH
        && (token.length() >= MIN_TERM_BYTES || bytes(token) >= MIN_TERM_BYTES);
  }

  private static int bytes(String term) {
    return term.getBytes(StandardCharsets.UTF_8).length;
  }

  /** How many tools of a backend have a term. */
  private static final class Count {
    private final Term term;
    private int tools;
    private int lastTool;

    Count(Term term) {
      this.term = term;
    }

    /** Counts a tool, however often it has the term; tools come one after the other. */
    void countOnce(int tool) {
      if (tool != lastTool) {
        lastTool = tool;
        tools++;
      }
    }
  }
}
