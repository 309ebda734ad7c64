package io.gatemini.search.internal.lexical;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.TextAnalyzer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * For every term, which tools have it and how often; made from the index before by looking at the
 * changed tools only. Immutable.
 *
 * <p>The score of a tool is Okapi BM25 (Robertson and Zaragoza, 2009) over the weighted fields of
 * {@link ToolTerms}:
 *
 * <pre>
 * bm25 = sum of  idf(t) * f * (k1 + 1) / (f + k1 * (1 - b + b * length / averageLength))
 * idf(t) = ln((N - df + 0.5) / (df + 0.5) + 1)
 * </pre>
 */
public final class LexicalIndex {
  /** Names and first sentences say a thing once: repetition counts little in tools. */
  private static final float K1 = 0.4f;

  private static final float B = 0.75f;

  /** This many terms without tools are not worth a new beginning. */
  private static final int FEW_TERMS = 10_000;

  private static final Postings NONE = new Postings.Builder().build();

  private final Vocabulary vocabulary;
  private final @Nullable ToolTerms[] documents;
  private final Postings[] postings;
  private final ToolNames names;
  private final long totalLength;

  /** By term. */
  private final float[] idf;

  /** By slot: what a document's length adds to the divisor. */
  private final float[] norms;

  /** By slot: the sum of the idf of the name's terms. */
  private final float[] nameIdf;

  private LexicalIndex(
      Vocabulary vocabulary,
      @Nullable ToolTerms[] documents,
      Postings[] postings,
      ToolNumbers slots,
      long totalLength) {
    this.vocabulary = vocabulary;
    this.documents = documents;
    this.postings = postings;
    this.names = ToolNames.of(slots, documents);
    this.totalLength = totalLength;
    int size = slots.size();
    this.idf = new float[postings.length];
    for (int i = 0; i < idf.length; i++) {
      int df = postings[i].size();
      idf[i] = (float) Math.log((size - df + 0.5) / (df + 0.5) + 1);
    }
    this.norms = new float[documents.length];
    this.nameIdf = new float[documents.length];
    float average = Math.max(1, (float) totalLength / Math.max(1, size));
    for (int slot = 0; slot < documents.length; slot++) {
      ToolTerms document = documents[slot];
      if (document != null) {
        norms[slot] = 10 * K1 * (1 - B + B * document.length / average);
        for (int i = 0; i < document.terms.length; i++) {
          nameIdf[slot] += document.inName[i] ? idf[document.terms[i]] : 0;
        }
      }
    }
  }

  /**
   * The index of these slots, which follow those of the index before.
   *
   * @param requests by slot, what people ask for the tool
   */
  public static LexicalIndex of(
      ToolNumbers slots,
      Optional<LexicalIndex> previous,
      TextAnalyzer analyzer,
      IntFunction<List<String>> requests) {
    Vocabulary.Builder words = new Vocabulary.Builder(previous.map(index -> index.vocabulary));
    @Nullable ToolTerms[] documents =
        Arrays.copyOf(
            previous.map(index -> index.documents).orElse(new ToolTerms[0]), slots.capacity());
    Map<Integer, Postings.Builder> changes = new HashMap<>();
    Postings[] before = previous.map(index -> index.postings).orElse(new Postings[0]);
    long totalLength = previous.map(index -> index.totalLength).orElse(0L);
    boolean[] gone = new boolean[slots.capacity()];
    for (int slot : slots.changed()) {
      ToolTerms old = documents[slot];
      if (old != null) {
        gone[slot] = true;
        totalLength -= old.length;
        for (int term : old.terms) {
          changes.computeIfAbsent(term, number -> new Postings.Builder(before[number]));
        }
      }
      documents[slot] = null;
    }
    changes.values().forEach(change -> change.removeAll(gone));
    for (int slot : slots.changed()) {
      ToolDescriptor tool = slots.tool(slot);
      if (tool != null) {
        ToolTerms document = ToolTerms.of(tool, requests.apply(slot), analyzer, words);
        documents[slot] = document;
        totalLength += document.length;
        for (int i = 0; i < document.terms.length; i++) {
          changes
              .computeIfAbsent(
                  document.terms[i],
                  number ->
                      number < before.length
                          ? new Postings.Builder(before[number])
                          : new Postings.Builder())
              .add(slot, document.inName[i] ? -document.frequencies[i] : document.frequencies[i]);
        }
      }
    }
    Vocabulary vocabulary = words.build();
    Postings[] postings = Arrays.copyOf(before, vocabulary.terms());
    Arrays.fill(postings, before.length, postings.length, NONE);
    changes.forEach((term, change) -> postings[term] = change.build());
    return new LexicalIndex(vocabulary, documents, postings, slots, totalLength);
  }

  /**
   * The scores of all tools by slot; 0 for tools without a word of the query. Not to be modified.
   */
  public float[] scores(LexicalQuery query, Synonyms synonyms) {
    return LexicalScores.of(this, query, synonyms).bySlot();
  }

  /** The score of one tool alone, without synonyms. */
  public float score(LexicalQuery query, int slot) {
    return LexicalScores.of(this, query, slot);
  }

  /**
   * The slots of the tools that a task names outright, in its order.
   *
   * @param scores by slot; of tools of one name the better is first
   */
  public List<Integer> named(String task, float[] scores) {
    return names.in(task, scores);
  }

  /** The number of words that the tools have. */
  public int terms() {
    return vocabulary.terms();
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  /** Whether many terms are those of tools that are gone: most, or a few where there is no room. */
  public boolean isMostlyGone() {
    int gone = 0;
    for (Postings each : postings) {
      gone += each.size() == 0 ? 1 : 0;
    }
    int many = postings.length / (postings.length < Vocabulary.MAX_TERMS ? 2 : 20);
    return gone > FEW_TERMS && gone > many;
  }

  /** How much of a query's word the tool in a slot has, from 0 to 1. */
  public float likeness(LexicalQuery.Word word, int slot) {
    ToolTerms document = documents[slot];
    return document == null ? 0 : word.likeness(document);
  }

  int capacity() {
    return documents.length;
  }

  /** How many tools have a term. */
  int tools(int term) {
    return postings[term].size();
  }

  float idf(int term) {
    return idf[term];
  }

  /** The score of a tool whose name has all its terms in the query. */
  float nameIdf(int slot) {
    return nameIdf[slot];
  }

  Postings postings(int term) {
    return postings[term];
  }

  @Nullable ToolTerms document(int slot) {
    return documents[slot];
  }

  /** The share of a term in the score of a tool that has it this often, in tenths. */
  float weight(int term, int frequency, int slot) {
    return idf[term] * frequency * (K1 + 1) / (frequency + norms[slot]);
  }
}
