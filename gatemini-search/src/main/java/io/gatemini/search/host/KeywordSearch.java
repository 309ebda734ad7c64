package io.gatemini.search.host;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A search by words. A word gives 12 points where it is a part of the name, 6 within a part, 4 in
 * {@code anthropic/searchHint}, 2 in the description; five tools are found. So
 * netease-lcap/wave-agent issue 1068, and others, report of Claude Code.
 *
 * @param textLimit how many characters of a description are compared
 */
record KeywordSearch(int textLimit) {
  private static final int FOUND = 5;
  private static final Pattern NO_WORD = Pattern.compile("\\W+", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{N}]+");

  List<ListedTool> search(String words, List<ListedTool> tools) {
    List<String> terms = List.of(words.split(" "));
    return tools.stream()
        .filter(tool -> score(terms, tool) > 0)
        .sorted(Comparator.comparing(tool -> -score(terms, tool)))
        .limit(FOUND)
        .toList();
  }

  private int score(List<String> terms, ListedTool tool) {
    Set<String> parts = words(SEPARATORS, tool.name());
    Set<String> hint = words(NO_WORD, tool.meta().path("anthropic/searchHint").asText());
    Set<String> text = words(NO_WORD, ListedTool.cut(tool.description(), textLimit));
    int score = 0;
    for (String term : terms) {
      boolean within = parts.stream().anyMatch(part -> part.contains(term));
      score += parts.contains(term) ? 12 : within ? 6 : 0;
      score += (hint.contains(term) ? 4 : 0) + (text.contains(term) ? 2 : 0);
    }
    return score;
  }

  private static Set<String> words(Pattern between, String text) {
    return between.splitAsStream(text.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
