package io.gatemini.search.internal.lexical;

import io.gatemini.search.internal.lexical.LexicalQuery.Word;
import io.gatemini.search.internal.lexical.SpellingCorrector.Reading;
import java.util.Arrays;

/**
 * The scores of all tools for one query. Belongs to one thread.
 *
 * <p>A tool that has a word of the query scores
 *
 * <pre>
 * (bm25 + 0.2 * bm25 of synonyms) / (2.2 * idf of the query)
 *   + 0.15 * coverage * min(1, 3 * matched / idf of the query)
 * </pre>
 *
 * <p>where matched is the idf of the words of the tool's name that the query has, and coverage its
 * share of the idf of the whole name. A reading of a repaired word counts with the square of how
 * alike it is. The constants were measured on public queries and are flat around their values; see
 * the module's README.
 */
final class LexicalScores {
  private static final float SYNONYM = 0.2f;
  private static final float SCALE = 2.2f;
  private static final float COVERAGE = 0.15f;
  private static final float COVERAGE_GROWTH = 3;

  private final LexicalIndex index;
  private final LexicalQuery query;
  private final float[] scores;
  private final float[] names;
  private int[] touched = new int[64];
  private int count;

  private LexicalScores(LexicalIndex index, LexicalQuery query) {
    this.index = index;
    this.query = query;
    this.scores = new float[index.capacity()];
    this.names = new float[index.capacity()];
  }

  static LexicalScores of(LexicalIndex index, LexicalQuery query, Synonyms synonyms) {
    LexicalScores scores = new LexicalScores(index, query);
    for (Word word : query.words()) {
      for (Reading reading : word.readings()) {
        for (int term : reading.terms()) {
          scores.add(term, weight(word, reading));
        }
      }
    }
    scores.addSynonyms(synonyms);
    scores.finish();
    return scores;
  }

  /** The score of one tool alone, without synonyms. */
  static float of(LexicalIndex index, LexicalQuery query, int slot) {
    ToolTerms document = index.document(slot);
    if (document == null) {
      return 0;
    }
    float bm25 = 0;
    float name = 0;
    for (Word word : query.words()) {
      for (Reading reading : word.readings()) {
        for (int term : reading.terms()) {
          int found = document.find(term);
          if (found >= 0) {
            float weight = weight(word, reading);
            bm25 += weight * index.weight(term, document.frequencies[found], slot);
            name += document.inName[found] ? weight * index.idf(term) : 0;
          }
        }
      }
    }
    return bm25 == 0 ? 0 : score(index, bm25, name, slot, query.idf());
  }

  private static float weight(Word word, Reading reading) {
    return word.weight() * reading.similarity() * reading.similarity();
  }

  /** By slot; 0 for tools without a word of the query. Not to be modified. */
  float[] bySlot() {
    return scores;
  }

  private void add(int term, float weight) {
    Postings postings = index.postings(term);
    float nameWeight = weight * index.idf(term);
    for (int i = 0; i < postings.slots.length; i++) {
      int slot = postings.slots[i];
      int frequency = postings.frequencies[i];
      if (scores[slot] == 0) {
        touch(slot);
      }
      if (frequency < 0) {
        names[slot] += nameWeight;
        frequency = -frequency;
      }
      scores[slot] += weight * index.weight(term, frequency, slot);
    }
  }

  private void touch(int slot) {
    if (count == touched.length) {
      touched = Arrays.copyOf(touched, count * 2);
    }
    touched[count++] = slot;
  }

  /** Synonyms help tools that have a word of the query itself; alone they find nothing. */
  private void addSynonyms(Synonyms synonyms) {
    for (Word word : query.words()) {
      for (String synonym : synonyms.of(word.term())) {
        int term = index.vocabulary().term(synonym);
        if (term >= 0 && !query.has(synonym)) {
          Postings postings = index.postings(term);
          float weight = SYNONYM * word.weight();
          for (int i = 0; i < postings.slots.length; i++) {
            int slot = postings.slots[i];
            if (scores[slot] > 0) {
              scores[slot] += weight * index.weight(term, Math.abs(postings.frequencies[i]), slot);
            }
          }
        }
      }
    }
  }

  private void finish() {
    for (int i = 0; i < count; i++) {
      int slot = touched[i];
      scores[slot] = score(index, scores[slot], names[slot], slot, query.idf());
    }
  }

  private static float score(LexicalIndex index, float bm25, float name, int slot, float idf) {
    float coverage = Math.min(1, name / Math.max(index.nameIdf(slot), Float.MIN_NORMAL));
    return bm25 / (SCALE * idf) + COVERAGE * coverage * Math.min(1, COVERAGE_GROWTH * name / idf);
  }
}
