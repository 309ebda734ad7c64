package io.gatemini.text;

import io.gatemini.internal.text.PorterStemmer;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Words as {@link WordSplitter} finds them, without the stop words of English, as their stems
 * ({@link PorterStemmer}). Words of other languages stay as they are; Chinese, Japanese and Thai
 * come in pairs of characters. The default analyzer of tools and queries. Thread-safe.
 */
public final class EnglishAnalyzer implements TextAnalyzer {
  /** Longer runs are data, not words. */
  private static final int LONGEST_WORD = 64;

  /** Words that say nothing of a task: articles, pronouns, auxiliaries, and how people ask. */
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a about above after again all along also am an and any are around as at away back be because been before being"
                  + " below between both but by can could d did do does doing don down during each"
                  + " else etc few for from further had has have having he her here hers herself him"
                  + " himself his how i if im in into is isn it its itself ive just ll let like m may"
                  + " me might more most must my myself need needs no nor not now of off on once only"
                  + " or other our ours ourselves out over own please re s same shall she should so"
                  + " some such t than that the their theirs them themselves then there these they"
                  + " this those through to too under until up us ve very via want wants was we were"
                  + " what when where which while who whom why will with within without would you your"
                  + " yours yourself yourselves")
              .split(" "));

  @Override
  public List<String> tokens(String text) {
    return analyze(text).stream().map(Token::term).toList();
  }

  @Override
  public List<Token> analyze(String text) {
    List<Token> tokens = new ArrayList<>();
    WordSplitter.split(
        text,
        word -> {
          if (isTerm(word)) {
            tokens.add(new Token(word, PorterStemmer.stem(word)));
          }
        });
    return tokens;
  }

  @Override
  public String trace(String token) {
    return PorterStemmer.sharedStart(token);
  }

  private static boolean isTerm(String word) {
    return word.length() <= LONGEST_WORD && !STOP_WORDS.contains(word);
  }
}
