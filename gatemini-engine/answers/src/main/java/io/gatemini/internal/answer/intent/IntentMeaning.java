package io.gatemini.internal.answer.intent;

import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.EmbeddingModel;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How like an intent the blocks of a text are, by an embedding model. Thread-safe. */
record IntentMeaning(EmbeddingModel model, String intent) {
  private static final Logger LOG = System.getLogger(IntentMeaning.class.getName());

  /** The share of the words beside the likeness. */
  private static final double WORDS_SHARE = 0.5;

  /** The characters of one text that are embedded; a larger text has fewer. */
  private static final int MOST_CHARACTERS = 256 << 10;

  private static final int MOST_OF_LARGE = 48 << 10;

  /** Nothing is like an intent that is not more like it than that. */
  private static final double UNLIKE = 0.25;

  /** Addresses, hashes and signs say nothing. */
  private static final Pattern SIGNS =
      Pattern.compile(
          "https?://[^\\s)]*|<[^>]*>|(?<!\\w)[0-9a-f]{7,}+(?!\\w)|[^\\p{L}\\p{N}.,'/ ]+");

  /** By block, what it is worth by its words and its meaning. */
  float[] values(TextBlocks blocks, float[] words) {
    if (!blocks.hasTexts()) {
      return words;
    }
    Map<Integer, Integer> places = new HashMap<>();
    List<String> texts = new ArrayList<>();
    texts.add(intent);
    int room = blocks.isLarge(MOST_CHARACTERS) ? MOST_OF_LARGE : MOST_CHARACTERS;
    for (int block : blocks.wordsFirst(words)) {
      if (room <= 0) {
        break;
      }
      if (places.putIfAbsent(blocks.shape(block), texts.size()) == null) {
        String text = SIGNS.matcher(blocks.text(block)).replaceAll(" ");
        room -= text.length();
        texts.add(text);
      }
    }
    // A model that fails costs the answer its meaning, not its words.
    float[] like =
        Guarded.valueOr(
            () -> likeness(texts),
            problem -> {
              Guarded.log(LOG, "the embedding model \"" + model.name() + "\" failed", problem);
              return new float[texts.size()];
            });
    float[] values = new float[words.length];
    double likest = 0;
    boolean matched = false;
    double all = Math.log(2.0 + blocks.count());
    for (int block = 0; block < values.length; block++) {
      int place = places.getOrDefault(blocks.shape(block), 0);
      double rarity = 1 - Math.log(blocks.alike(block)) / all;
      double meant = place == 0 ? 0 : like[place] * rarity;
      values[block] = (float) Math.max(0, WORDS_SHARE * words[block] + meant);
      likest = Math.max(likest, meant);
      matched |= words[block] > 0;
    }
    return matched || likest >= UNLIKE ? values : words;
  }

  /** The cosine of each text with the first one. */
  private float[] likeness(List<String> texts) {
    List<float[]> vectors = model.embed(texts);
    float[] like = new float[vectors.size()];
    float[] first = vectors.get(0);
    for (int i = 0; i < like.length; i++) {
      like[i] =
          (float)
              (dot(first, vectors.get(i))
                  / Math.sqrt(dot(first, first) * dot(vectors.get(i), vectors.get(i)) + 1e-12));
    }
    return like;
  }

  private static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
