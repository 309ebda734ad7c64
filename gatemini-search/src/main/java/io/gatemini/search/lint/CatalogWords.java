package io.gatemini.search.lint;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.text.FirstSentence;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words by which people ask for the tools of a catalog, for hosts that find tools by words: the
 * same for the same tools, in alphabetical order. Immutable.
 *
 * <p>A word counts for each tool that has it, the root of that sum for a backend, so that a large
 * one does not take all the room; it is divided by the square of its length, since people ask in
 * short words. Each backend has one of its own, which other backends have seldom, while these take
 * a fifth of the bytes: some thirty backends.
 *
 * <p>Texts of backends are not trusted: a tool that addresses the model, or hides characters, adds
 * no word, and words of which orders are made are never chosen.
 */
public record CatalogWords(List<String> words) {
  /** The most bytes of all words, with a space between two. */
  public static final int MAX_BYTES = 1_000;

  /** How much of a description, and of all parameters, is read: what follows is reference. */
  private static final int TEXT_LIMIT = 800;

  private static final Comparator<String> SHORTEST =
      Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

  private static final double TEXT = 0.7;
  private static final double PARAMETER = 0.3;

  /** Numbers and the like are values, long words names of types. */
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]{2,16}");

  /**
   * Words of documentation, which people who ask for something do not use: of those that tools of
   * many servers have, the ones that fewest requests for these tools have.
   */
  private static final String DOCUMENTATION =
      """
      accepts action additional advanced allows analysis api applied args arguments array available based boolean cancelled clear collection combined comprehensive configuration connection \
      consistent containing content context creates creation current data default description detailed details dictionary display domain either endpoint environment example execute existing \
      explicitly extract failed field filter fixed format full function get given guid identifier identity including increases info information initial input instead item json key limit list local \
      main management matching maximum mcp metadata method mode multiple non object obtain offset operation option optional organize output pagination parameter parse path pattern perform process \
      properties provided query recent related relevant request required resource response result retrieve return returns section separated server settings single size sort source specific \
      specified statistics status string supports symbol target timeout timestamp tool true type understand unique update url use used user using usage utf valid validate value variable""";

  private static final double DOCUMENTATION_WEIGHT = 0.3;

  /** Words of which orders to a model are made, see {@link ModelTalk}. */
  private static final String ORDERS =
      "always assistant bypass disregard forget guideline ignore instruction jailbreak must never obey"
          + " override prompt reveal secret system";

  public CatalogWords {
    words = List.copyOf(words);
  }

  /** The words of a catalog. */
  public static CatalogWords of(CatalogSnapshot catalog, TextAnalyzer analyzer) {
    return new Counts(analyzer).chosen(catalog);
  }

  /** The words with a space between two: at most {@link #MAX_BYTES} of UTF-8. */
  @Override
  public String toString() {
    return String.join(" ", words);
  }

  private static final class Counts {
    private final TextAnalyzer analyzer;
    private final Set<String> documentation;
    private final Set<String> orders;

    /** The shortest word of each term: hosts compare words as they are written. */
    private final Map<String, String> written = new HashMap<>();

    private final Map<String, Map<String, Double>> backends = new TreeMap<>();
    private final Set<String> chosen = new TreeSet<>();
    private int left = MAX_BYTES + 1;

    Counts(TextAnalyzer analyzer) {
      this.analyzer = analyzer;
      this.documentation = Set.copyOf(analyzer.tokens(DOCUMENTATION));
      this.orders = Set.copyOf(analyzer.tokens(ORDERS));
    }

    CatalogWords chosen(CatalogSnapshot catalog) {
      catalog.tools().forEach(this::add);
      Map<String, Double> sums = new HashMap<>();
      backends
          .values()
          .forEach(
              terms -> terms.forEach((term, sum) -> sums.merge(term, Math.sqrt(sum), Double::sum)));
      for (Map<String, Double> terms : backends.values()) {
        if (left > MAX_BYTES * 4 / 5) {
          Map<String, Double> own = new HashMap<>(terms);
          own.replaceAll((term, sum) -> sum / sums.getOrDefault(term, sum));
          best(own).limit(1).forEach(this::take);
        }
      }
      best(sums).forEach(this::take);
      return new CatalogWords(List.copyOf(chosen));
    }

    /** The words of terms, the weightiest for their length first. */
    private Stream<String> best(Map<String, Double> terms) {
      Map<String, Double> weights = new TreeMap<>();
      terms.forEach(
          (term, sum) -> {
            String word = written.getOrDefault(term, term);
            double factor = documentation.contains(term) ? DOCUMENTATION_WEIGHT : 1;
            weights.put(word, factor * sum / (bytes(word) * bytes(word)));
          });
      return weights.entrySet().stream()
          .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
          .map(Map.Entry::getKey);
    }

    /** The bytes of a word and the space behind it. */
    private static int bytes(String word) {
      return word.getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private void take(String word) {
      if (bytes(word) <= left && chosen.add(word)) {
        left -= bytes(word);
      }
    }

    private void add(ToolDescriptor tool) {
      String description = cut(tool.description());
      String text = spaced(tool.originalName()) + tool.title().orElse("") + ". " + description;
      String parameters =
          tool.inputSchema()
              .path("properties")
              .propertyStream()
              .map(it -> spaced(it.getKey()) + it.getValue().path("description").asText() + ". ")
              .collect(Collectors.joining());
      Map<String, Double> terms = new HashMap<>();
      add(tool.backend(), TEXT, terms);
      if (!isSuspect(text) && !isSuspect(cut(parameters))) {
        add(text, TEXT, terms);
        add(FirstSentence.of(description), 1, terms);
        add(cut(parameters), PARAMETER, terms);
      }
      Map<String, Double> all = backends.computeIfAbsent(tool.backend(), any -> new HashMap<>());
      terms.forEach((term, weight) -> all.merge(term, weight, Double::sum));
    }

    /** A name as a sentence, in which an order is one. */
    private static String spaced(String name) {
      return cut(name).replace('_', ' ').replace('-', ' ') + ". ";
    }

    private static boolean isSuspect(String text) {
      return !VisibleText.isVisible(text) || ModelTalk.isIn(text);
    }

    private static String cut(String text) {
      return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT);
    }

    private void add(String text, double weight, Map<String, Double> terms) {
      for (Token token : analyzer.analyze(text)) {
        if (WORD.matcher(token.word()).matches() && !orders.contains(token.term())) {
          terms.merge(token.term(), weight, Math::max);
          written.merge(token.term(), token.word(), BinaryOperator.minBy(SHORTEST));
        }
      }
    }
  }
}
