package io.gatemini.search.internal.lexical;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One tool in the lexical index: its terms with their weighted frequencies. Weights and lengths are
 * in tenths, so that sums are exact. Immutable.
 */
final class ToolTerms {
  private static final int NAME = 20;
  private static final int TEXT = 10;

  /** Requests have words that few tools have, and that say little: "please", "my". */
  private static final int REQUEST = 2;

  private static final int PARAMETER_NAME = 5;
  private static final int PARAMETER_TEXT = 3;
  private static final int MEMBER_NAME = 2;
  private static final int MEMBER_TEXT = 1;

  /** The most of a text that is read, in characters: what follows is reference, not purpose. */
  private static final int TEXT_LIMIT = 20_000;

  /** The most that is read of the names, texts and values of all parameters, in characters. */
  private static final int PARAMETERS_LIMIT = 100_000;

  /** Distinct terms, ascending. */
  final int[] terms;

  /** The weighted frequency of each term, in tenths. */
  final int[] frequencies;

  /** Whether each term is one of the name's. */
  final boolean[] inName;

  /** The sum of all frequencies. */
  final int length;

  /** The hash of the name, see {@link ToolNames}. */
  final int name;

  private ToolTerms(int name, int[] terms, int[] frequencies, boolean[] inName) {
    this.name = name;
    this.terms = terms;
    this.frequencies = frequencies;
    this.inName = inName;
    this.length = Arrays.stream(frequencies).sum();
  }

  /**
   * @param requests what people ask for the tool
   */
  static ToolTerms of(
      ToolDescriptor tool,
      List<String> requests,
      TextAnalyzer analyzer,
      Vocabulary.Builder vocabulary) {
    return new Reader(analyzer, vocabulary).read(tool, requests);
  }

  /** The place of a term, or a negative number. */
  int find(int term) {
    return Arrays.binarySearch(terms, term);
  }

  private static final class Reader {
    private final TextAnalyzer analyzer;
    private final Vocabulary.Builder vocabulary;
    private final Map<Integer, Integer> weights = new HashMap<>();
    private int left = PARAMETERS_LIMIT;

    Reader(TextAnalyzer analyzer, Vocabulary.Builder vocabulary) {
      this.analyzer = analyzer;
      this.vocabulary = vocabulary;
    }

    ToolTerms read(ToolDescriptor tool, List<String> requests) {
      for (int term : vocabulary.addName(analyzer.analyze(tool.originalName()))) {
        weights.merge(term, NAME, Integer::sum);
      }
      int[] nameTerms = weights.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
      add(tool.backend(), TEXT);
      add(tool.title().orElse(""), TEXT);
      add(tool.description(), TEXT);
      tool.tags().forEach(tag -> add(tag, TEXT));
      requests.forEach(request -> add(request, REQUEST));
      addParameters(tool.inputSchema(), PARAMETER_NAME, PARAMETER_TEXT);
      int[] terms = weights.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
      int[] frequencies = Arrays.stream(terms).map(weights::get).toArray();
      boolean[] inName = new boolean[terms.length];
      for (int i = 0; i < terms.length; i++) {
        inName[i] = Arrays.binarySearch(nameTerms, terms[i]) >= 0;
      }
      int name = ToolNames.bare(tool.originalName()).hashCode();
      return new ToolTerms(name, terms, frequencies, inName);
    }

    private void add(String text, int weight) {
      for (Token token : analyzer.analyze(cut(text))) {
        int term = vocabulary.add(token);
        if (term >= 0) {
          weights.merge(term, weight, Integer::sum);
        }
      }
    }

    private static String cut(String text) {
      return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT);
    }

    private void addParameters(JsonNode schema, int ofName, int ofText) {
      for (var property : schema.path("properties").properties()) {
        JsonNode parameter = property.getValue();
        if (addsParameter(property.getKey(), ofName)
            && addsParameter(parameter.path("description").asText(), ofText)) {
          addValues(parameter, ofText);
          addValues(parameter.path("items"), ofText);
        }
      }
    }

    /** The values that a parameter may have, and the members of an object. */
    private void addValues(JsonNode schema, int ofText) {
      schema.path("enum").forEach(value -> addsParameter(value.asText(), ofText));
      addParameters(schema, MEMBER_NAME, MEMBER_TEXT);
    }

    private boolean addsParameter(String text, int weight) {
      left -= cut(text).length() + 1;
      if (left >= 0) {
        add(text, weight);
      }
      return left >= 0;
    }
  }
}
