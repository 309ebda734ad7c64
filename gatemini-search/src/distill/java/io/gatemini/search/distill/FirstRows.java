package io.gatemini.search.distill;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows that the fit begins with. */
final class FirstRows {
  /**
   * The smoothing constant of Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline" (2017).
   */
  private static final double SMOOTH = 1e-3;

  private FirstRows() {}

  /**
   * The rows to begin with: what the teacher says to each token alone, the smaller the more common
   * the token is.
   */
  static float[][] of(List<String> tokens, List<String> teacher, float[][] forward, int[][] texts) {
    long[] counts = new long[tokens.size()];
    long total = 0;
    for (int[] text : texts) {
      for (int token : text) {
        counts[token]++;
      }
      total += text.length;
    }
    Map<String, Integer> ids = new HashMap<>();
    teacher.forEach(token -> ids.put(token, ids.size()));
    float[][] rows = new float[tokens.size()][forward[0].length];
    for (int i = 0; i < rows.length; i++) {
      Integer id = ids.get(tokens.get(i));
      if (id != null) {
        float weight = (float) (SMOOTH / (SMOOTH + (double) counts[i] / total));
        Vectors.addScaled(rows[i], forward[id], weight);
      }
    }
    return rows;
  }
}
