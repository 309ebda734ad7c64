package io.gatemini.search;

import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a task into what it asks for one after the other: "find flights to Oslo, book the cheapest
 * and then mail me the ticket". Stateless.
 */
final class Clauses {
  /** More parts than this are a list of things, not of tasks; the rest is left in the last part. */
  private static final int MOST = 8;

  /** A part with fewer words says too little by itself. */
  private static final int ENOUGH_WORDS = 3;

  private static final Pattern SEPARATOR =
      Pattern.compile(
          "[.!?]\\s+|[,;:\\n]+\\s*|[\u3002\uFF0C\uFF1B\uFF1A\uFF01\uFF1F\u3001\u060C\u061B\u061F\u0964]\\s*"
              + "|\\s(?:and\\s+then|and\\s+also|as\\s+well\\s+as|and|then)\\s+",
          Pattern.CASE_INSENSITIVE);

  private Clauses() {}

  /** The parts, in order; empty when there are fewer than two. */
  static List<String> of(String text, TextAnalyzer analyzer) {
    Matcher matcher = SEPARATOR.matcher(text);
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    Set<String> words = new HashSet<>();
    int from = 0;
    while (matcher.find() && parts.size() < MOST - 1) {
      String piece = text.substring(from, matcher.start());
      part.append(piece).append(' ');
      words.addAll(analyzer.tokens(piece));
      from = matcher.end();
      if (words.size() >= ENOUGH_WORDS) {
        parts.add(part.toString());
        part.setLength(0);
        words.clear();
      }
    }
    if (parts.isEmpty()) {
      return List.of();
    }
    String tail = text.substring(from);
    part.append(tail);
    words.addAll(analyzer.tokens(tail));
    if (words.size() >= ENOUGH_WORDS) {
      parts.add(part.toString());
    } else {
      parts.set(parts.size() - 1, parts.get(parts.size() - 1) + part);
    }
    return parts.size() < 2 ? List.of() : parts;
  }
}
