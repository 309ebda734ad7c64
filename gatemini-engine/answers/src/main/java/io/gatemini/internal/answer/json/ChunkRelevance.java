package io.gatemini.internal.answer.json;

import io.gatemini.internal.json.JsonOutline;
import io.gatemini.spi.TextAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The order of chunks: first those with words of the intent, where rarer words weigh more; then
 * those as short as the line that would describe them; then document order. Not thread-safe.
 */
final class ChunkRelevance {
  /** About 20 ms; of larger texts only the beginning of each chunk is read. */
  private static final int MAX_READ_BYTES = 4 << 20;

  private static final int SHORT_BYTES = 64;

  /** An intent is a sentence; each of its words is a bit. */
  private static final int MAX_WANTED = 64;

  /** So many words are looked up instead of being analyzed again. */
  private static final int MAX_KNOWN = 20_000;

  private static final int MAX_KNOWN_LENGTH = 32;

  private final JsonOutline outline;
  private final TextAnalyzer analyzer;
  private final List<String> wanted;
  private final Map<String, Long> known = new HashMap<>();

  private ChunkRelevance(JsonOutline outline, String intent, TextAnalyzer analyzer) {
    this.outline = outline;
    this.analyzer = analyzer;
    wanted = analyzer.tokens(intent).stream().distinct().limit(MAX_WANTED).toList();
  }

  static int[] order(
      JsonOutline outline, List<JsonChunk> chunks, String intent, TextAnalyzer analyzer) {
    double[] scores = new ChunkRelevance(outline, intent, analyzer).scores(chunks);
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(chunk -> -scores[chunk])
                .thenComparing(chunk -> chunks.get(chunk).sizeBytes() > SHORT_BYTES))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private double[] scores(List<JsonChunk> chunks) {
    double[] scores = new double[chunks.size()];
    if (wanted.isEmpty()) {
      return scores;
    }
    List<Long> found = new ArrayList<>();
    for (JsonChunk chunk : chunks) {
      found.add(wordsOf(chunk, MAX_READ_BYTES / chunks.size()));
    }
    for (int word = 0; word < wanted.size(); word++) {
      long bit = 1L << word;
      long having = found.stream().filter(words -> (words & bit) != 0).count();
      double weight = Math.log(1 + (chunks.size() - having + 0.5) / (having + 0.5));
      for (int chunk = 0; chunk < scores.length; chunk++) {
        scores[chunk] += (found.get(chunk) & bit) != 0 ? weight : 0;
      }
    }
    return scores;
  }

  /** Which of the wanted words a chunk has, in its label or in what it says. */
  private long wordsOf(JsonChunk chunk, int maxBytes) {
    byte[] text = outline.text();
    long words = analyze(chunk.label());
    int to = Math.min(chunk.slice().end(outline), chunk.slice().start(outline) + maxBytes);
    int begin = chunk.slice().start(outline);
    for (int i = begin; i <= to; i++) {
      if (i == to || !isOfAWord(text[i])) {
        words |= begin < i ? lookUp(text, begin, i) : 0;
        // The letter of an escape sequence is no part of the next word.
        i += i < to && text[i] == '\\' ? 1 : 0;
        begin = i + 1;
      }
    }
    return words;
  }

  private static boolean isOfAWord(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b < 0;
  }

  private long lookUp(byte[] text, int from, int to) {
    String word = new String(text, from, to - from, StandardCharsets.UTF_8);
    Long words = known.get(word);
    if (words == null) {
      words = analyze(word);
      if (known.size() < MAX_KNOWN && word.length() <= MAX_KNOWN_LENGTH) {
        known.put(word, words);
      }
    }
    return words;
  }

  private long analyze(String text) {
    long words = 0;
    for (String token : analyzer.tokens(text)) {
      int word = wanted.indexOf(token);
      words |= word < 0 ? 0 : 1L << word;
    }
    return words;
  }
}
