package io.gatemini.internal.plugin;

import io.gatemini.internal.async.Guard;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;

/** An analyzer behind the wall: where it fails, a text is analyzed as English. */
final class GuardedAnalyzer implements TextAnalyzer {
  private static final String FAILED = "failed at a text";

  private final TextAnalyzer analyzer;
  private final TextAnalyzer otherwise = new EnglishAnalyzer();
  private final Guard guard;

  GuardedAnalyzer(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    this.guard = new Guard("text analyzer " + analyzer.getClass().getName());
  }

  @Override
  public List<String> tokens(String text) {
    return guard.askOr(FAILED, () -> analyzer.tokens(text), () -> otherwise.tokens(text));
  }

  @Override
  public List<Token> analyze(String text) {
    return guard.askOr(FAILED, () -> analyzer.analyze(text), () -> otherwise.analyze(text));
  }

  @Override
  public String trace(String token) {
    return guard.askOr(FAILED, () -> analyzer.trace(token), () -> otherwise.trace(token));
  }
}
