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
import java.util.IdentityHashMap;
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

  /** Tools that are read, of all backends and of each at least: more of them add few words. */
  private static final int MOST_TOOLS = 1_000;

  private static final int LEAST_TOOLS = 10;

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
    return new Reader().words(catalog, analyzer);
  }

  /** Reads each tool once, however often the catalog changes around it. Thread-safe. */
  public static final class Reader {
    private IdentityHashMap<ToolDescriptor, ToolTerms> known = new IdentityHashMap<>();

    /** The words of a catalog. */
    public synchronized CatalogWords words(CatalogSnapshot catalog, TextAnalyzer analyzer) {
      Counts counts = new Counts(analyzer);
      IdentityHashMap<ToolDescriptor, ToolTerms> read = new IdentityHashMap<>();
      int most = Math.max(LEAST_TOOLS, MOST_TOOLS / Math.max(1, catalog.backends().size()));
      for (String backend : catalog.backends()) {
        for (ToolDescriptor tool : catalog.tools(backend).stream().limit(most).toList()) {
          ToolTerms terms = known.get(tool);
          terms = terms == null ? counts.terms(tool) : terms;
          read.put(tool, terms);
          counts.add(backend, terms);
        }
      }
      known = read;
      return counts.chosen();
    }
  }

  /**
   * The terms of a tool, with their weights and the shortest word of each: hosts compare words as
   * they are written.
   */
  private record ToolTerms(Map<String, Double> weights, Map<String, String> words) {
    void add(TextAnalyzer analyzer, Set<String> orders, String text, double weight) {
      for (Token token : analyzer.analyze(text)) {
        if (WORD.matcher(token.word()).matches() && !orders.contains(token.term())) {
          weights.merge(token.term(), weight, Math::max);
          words.merge(token.term(), token.word(), BinaryOperator.minBy(SHORTEST));
        }
      }
    }
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

    private final Map<String, String> written = new HashMap<>();

    private final Map<String, Map<String, Double>> backends = new TreeMap<>();
    private final Set<String> chosen = new TreeSet<>();
    private int left = MAX_BYTES + 1;

    Counts(TextAnalyzer analyzer) {
      this.analyzer = analyzer;
      this.documentation = Set.copyOf(analyzer.tokens(DOCUMENTATION));
      this.orders = Set.copyOf(analyzer.tokens(ORDERS));
    }

    CatalogWords chosen() {
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

    void add(String backend, ToolTerms tool) {
      Map<String, Double> all = backends.computeIfAbsent(backend, any -> new HashMap<>());
      tool.weights.forEach((term, weight) -> all.merge(term, weight, Double::sum));
      tool.words.forEach((term, word) -> written.merge(term, word, BinaryOperator.minBy(SHORTEST)));
    }

    ToolTerms terms(ToolDescriptor tool) {
      String description = cut(tool.description());
      String text = spaced(tool.originalName()) + tool.title().orElse("") + ". " + description;
      String parameters =
          tool.inputSchema()
              .path("properties")
              .propertyStream()
              .map(it -> spaced(it.getKey()) + it.getValue().path("description").asText() + ". ")
              .collect(Collectors.joining());
      ToolTerms terms = new ToolTerms(new HashMap<>(), new HashMap<>());
      terms.add(analyzer, orders, tool.backend(), TEXT);
      if (!isSuspect(text) && !isSuspect(cut(parameters))) {
        terms.add(analyzer, orders, text, TEXT);
        terms.add(analyzer, orders, FirstSentence.of(description), 1);
        terms.add(analyzer, orders, cut(parameters), PARAMETER);
      }
      return terms;
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
  }
}
