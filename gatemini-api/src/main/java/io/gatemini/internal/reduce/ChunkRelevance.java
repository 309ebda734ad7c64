package io.gatemini.internal.reduce;

import io.gatemini.spi.TextAnalyzer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * In which order chunks are shown: those that have words of the intent first, a word weighing the
 * more the fewer chunks have it; then those that are as short as the line that would tell of them;
 * then as they come. Stateless.
 */
final class ChunkRelevance {
  /** About 50 ms of analysis; of larger texts only the beginning of each chunk is read. */
  private static final int MAX_ANALYZED_BYTES = 2 << 20;

  private static final int SHORT_BYTES = 64;

  private ChunkRelevance() {}

  static int[] order(
      CondensedJson json, List<JsonChunk> chunks, String intent, TextAnalyzer analyzer) {
    double[] scores = new double[chunks.size()];
    Set<String> wanted = new LinkedHashSet<>(analyzer.tokens(intent));
    if (!wanted.isEmpty()) {
      score(json, chunks, wanted, analyzer, scores);
    }
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(chunk -> -scores[chunk])
                .thenComparing(chunk -> chunks.get(chunk).sizeBytes() > SHORT_BYTES))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static void score(
      CondensedJson json,
      List<JsonChunk> chunks,
      Set<String> wanted,
      TextAnalyzer analyzer,
      double[] scores) {
    Map<String, Set<Integer>> having = new HashMap<>();
    int maxBytes = MAX_ANALYZED_BYTES / chunks.size();
    for (int i = 0; i < chunks.size(); i++) {
      Set<String> found = new HashSet<>(analyzer.tokens(words(json, chunks.get(i), maxBytes)));
      for (String word : wanted) {
        if (found.contains(word)) {
          having.computeIfAbsent(word, w -> new HashSet<>()).add(i);
        }
      }
    }
    having.forEach(
        (word, in) -> {
          double weight = Math.log(1 + (chunks.size() - in.size() + 0.5) / (in.size() + 0.5));
          in.forEach(chunk -> scores[chunk] += weight);
        });
  }

  /** A chunk as text: an escape is white space, not a letter of the word behind it. */
  private static String words(CondensedJson json, JsonChunk chunk, int maxBytes) {
    byte[] written;
    if (chunk.isRest()) {
      written = chunk.rest();
    } else {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      json.write(chunk.slice(), out);
      written = out.toByteArray();
    }
    byte[] text = Arrays.copyOf(written, Math.min(written.length, maxBytes));
    for (int i = 0; i < text.length - 1; i++) {
      if (text[i] == '\\') {
        text[i] = ' ';
        text[++i] = ' ';
      }
    }
    return chunk.label() + " " + new String(text, StandardCharsets.UTF_8);
  }
}
