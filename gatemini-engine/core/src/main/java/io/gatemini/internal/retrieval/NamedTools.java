package io.gatemini.internal.retrieval;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever.Hit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Tools that a task names outright: {@code run query_graph, then files.read_file}. Stateless. */
final class NamedTools {
  /** A longer task is no list of names. */
  private static final int TASK_LENGTH = 2_000;

  private static final int NAME_LENGTH = 200;

  private static final Pattern BETWEEN = Pattern.compile("[\\s,;()\"'`]+");
  private static final Pattern END = Pattern.compile("[.:?!]+$");

  /** Words of a language have none of these inside. */
  private static final Pattern JOINT = Pattern.compile("[_.\\-]|\\p{Ll}\\p{Lu}");

  private static final Pattern HUMP = Pattern.compile("(?<=[\\p{Ll}\\d])(?=\\p{Lu})");
  private static final Pattern LETTER = Pattern.compile("[_-]+(\\w)");

  /** The same name as other languages write it. */
  private static final List<UnaryOperator<String>> SPELLINGS =
      List.of(
          name -> HUMP.matcher(name).replaceAll("_").replace('-', '_').toLowerCase(Locale.ROOT),
          name -> HUMP.matcher(name).replaceAll("-").replace('_', '-').toLowerCase(Locale.ROOT),
          name -> LETTER.matcher(name).replaceAll(it -> it.group(1).toUpperCase(Locale.ROOT)));

  private NamedTools() {}

  /**
   * The hits behind the tools that the task names, which come in its order. A word that may just be
   * a word of the task counts as a name where the task is nothing but names.
   */
  static List<Hit> first(
      List<Hit> hits,
      String task,
      CatalogSnapshot catalog,
      Predicate<ToolDescriptor> filter,
      int limit) {
    if (task.length() > TASK_LENGTH) {
      return hits;
    }
    List<String> pieces =
        Arrays.stream(BETWEEN.split(task))
            .filter(piece -> piece.length() <= NAME_LENGTH)
            .map(piece -> END.matcher(piece).replaceAll(""))
            .filter(piece -> !piece.isEmpty())
            .toList();
    boolean onlyNames =
        pieces.stream()
            .allMatch(
                piece ->
                    catalog.resolve(piece).isPresent()
                        || !catalog.withOriginalName(piece).isEmpty());
    Map<String, Hit> named = new LinkedHashMap<>();
    double best = hits.isEmpty() ? 1 : hits.get(0).score();
    for (String piece : pieces) {
      if (onlyNames || JOINT.matcher(piece).find()) {
        List<ToolDescriptor> tools = new ArrayList<>(catalog.withOriginalName(piece));
        catalog.resolve(piece).ifPresent(tools::add);
        if (tools.isEmpty()) {
          SPELLINGS.forEach(as -> tools.addAll(catalog.withOriginalName(as.apply(piece))));
        }
        for (ToolDescriptor tool : tools) {
          if (filter.test(tool)) {
            named.putIfAbsent(tool.key(), new Hit(tool, best, explained(hits, tool), true));
          }
        }
      }
    }
    if (named.isEmpty()) {
      return hits;
    }
    hits.forEach(hit -> named.putIfAbsent(hit.tool().key(), hit));
    return named.values().stream().limit(limit).toList();
  }

  private static Optional<SearchExplanation> explained(List<Hit> hits, ToolDescriptor tool) {
    return hits.stream()
        .filter(hit -> hit.tool().key().equals(tool.key()))
        .findFirst()
        .flatMap(Hit::explanation);
  }
}
