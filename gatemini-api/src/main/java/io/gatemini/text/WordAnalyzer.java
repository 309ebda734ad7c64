package io.gatemini.text;

import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits text into lower-case words at every character that is neither letter nor digit. No
 * stemming, no stop words. Thread-safe.
 */
public final class WordAnalyzer implements TextAnalyzer {
  @Override
  public List<String> tokens(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    List<String> tokens = new ArrayList<>();
    int start = -1;
    int i = 0;
    while (i < lower.length()) {
      int codePoint = lower.codePointAt(i);
      if (Character.isLetterOrDigit(codePoint)) {
        if (start < 0) {
          start = i;
        }
      } else if (start >= 0) {
        tokens.add(lower.substring(start, i));
        start = -1;
      }
      i += Character.charCount(codePoint);
    }
    if (start >= 0) {
      tokens.add(lower.substring(start));
    }
    return tokens;
  }
}
