package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.surface.host.BackendOffers.Offered;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds resources and prompts of backends by the words of their names and descriptions: the rarer a
 * word of the task is among all of them, the more it counts (inverse document frequency, ln(1 +
 * N/n)). There are few of them, and no index is kept. Thread-safe.
 */
final class BesideSearch {
  /** The most entries that are visited: a server may list a folder of a million files. */
  private static final int MAX_ENTRIES = 10_000;

  private final BackendOffers offers;
  private final Supplier<TextAnalyzer> analyzer;

  BesideSearch(BackendOffers offers, Supplier<TextAnalyzer> analyzer) {
    this.offers = offers;
    this.analyzer = analyzer;
  }

  /**
   * The best rows, with the call that reads or gets each.
   *
   * @param kind {@code resource}, {@code prompt} or {@code any}
   */
  List<ObjectNode> search(String task, String kind, int limit, Session session) {
    List<Entry> entries = new ArrayList<>();
    if (!kind.equals("prompt")) {
      addAll(entries, offers.resources(session), this::entry);
      addAll(entries, offers.templates(session), (of, it) -> entry(of, resource(it)));
    }
    if (!kind.equals("resource")) {
      addAll(entries, offers.prompts(session), this::entry);
    }
    Set<String> words = Set.copyOf(analyzer.get().tokens(task));
    Map<String, Integer> having = new HashMap<>();
    for (Entry entry : entries) {
      for (String word : words) {
        if (entry.words.contains(word)) {
          having.merge(word, 1, Integer::sum);
        }
      }
    }
    return entries.stream()
        .map(entry -> Map.entry(score(entry, words, having, entries.size()), entry.row))
        .filter(scored -> scored.getKey() > 0)
        .sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
        .limit(limit)
        .map(Map.Entry::getValue)
        .toList();
  }

  private static <T> void addAll(
      List<Entry> entries, Stream<Offered<T>> offered, BiFunction<String, T, Entry> entry) {
    offered
        .flatMap(of -> of.all().stream().map(it -> entry.apply(of.backend(), it)))
        .limit(MAX_ENTRIES - entries.size())
        .forEach(entries::add);
  }

  private static double score(
      Entry entry, Set<String> words, Map<String, Integer> having, int all) {
    double score = 0;
    for (String word : words) {
      if (entry.words.contains(word)) {
        score += Math.log(1 + (double) all / having.getOrDefault(word, 1));
      }
    }
    return score;
  }

  /** An address with variables: who reads it puts values in their place. */
  private static Resource resource(ResourceTemplate it) {
    return new Resource(it.uriTemplate(), it.name(), it.title(), it.description(), it.mimeType());
  }

  private Entry entry(String backend, Resource it) {
    return entry(
        "resource",
        backend,
        "{\"tool\":\"$resources/read\",\"arguments\":{\"backend\":"
            + quoted(backend)
            + ",\"uri\":"
            + quoted(it.uri())
            + "}}",
        it.uri(),
        it.title().isEmpty() ? it.name() : it.title(),
        it.description());
  }

  private Entry entry(String backend, Prompt it) {
    String name = backend + "/" + it.name();
    return entry(
        "prompt",
        backend,
        "{\"tool\":\"$prompts/get\",\"arguments\":{\"name\":" + quoted(name) + "}}",
        name,
        it.title(),
        it.description());
  }

  private Entry entry(
      String kind, String backend, String call, String name, String title, String description) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("kind", kind).put("name", name);
    if (!title.isEmpty() && !title.equals(name)) {
      row.put("title", title);
    }
    row.put("backend", backend).put("call", call);
    if (!description.isEmpty()) {
      row.put("description", Brief.sentence(description));
    }
    return new Entry(
        row, new HashSet<>(analyzer.get().tokens(name + " " + title + " " + description)));
  }

  private static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  private record Entry(ObjectNode row, Set<String> words) {}
}
