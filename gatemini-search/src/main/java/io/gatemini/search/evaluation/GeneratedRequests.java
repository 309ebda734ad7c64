package io.gatemini.search.evaluation;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.text.FirstSentence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Requests that a search must answer with a tool, since they are made of its own words: the least
 * that can be asked of a catalog for which no person has written requests. The same each time.
 */
public final class GeneratedRequests {
  private GeneratedRequests() {}

  /**
   * The requests for a tool, at most three: the words of its name; the first sentence of its
   * description; that sentence without the words of the name, as of a person who does not know it.
   */
  public static List<String> of(ToolDescriptor tool, TextAnalyzer analyzer) {
    List<Token> name = analyzer.analyze(VisibleText.line(tool.originalName()));
    String sentence = FirstSentence.of(VisibleText.line(tool.description()));
    List<Token> others = new ArrayList<>(analyzer.analyze(sentence));
    others.removeIf(token -> name.stream().anyMatch(of -> of.term().equals(token.term())));
    return Stream.of(words(name), sentence, others.size() < 2 ? "" : words(others))
        .filter(request -> !analyzer.tokens(request).isEmpty())
        .distinct()
        .toList();
  }

  private static String words(List<Token> tokens) {
    return tokens.stream().map(Token::word).collect(Collectors.joining(" "));
  }
}
