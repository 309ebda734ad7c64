package io.gatemini.internal.answer.intent;

import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.TextAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The significant words of an intent, as search reads them, and which of them a piece of text has,
 * a bit each. Text that cannot contain any, according to the analyzer, is skipped unread.
 *
 * <p>Remembers what it has read, within bounds; one for each use, not thread-safe.
 */
final class IntentTerms {
  /** A bit of an int each; no task has as many words. */
  static final int MAX_TERMS = 32;

  /** The part of an intent that is read, in characters. */
  private static final int INTENT_LIMIT = 10_000;

  /** Runs of ASCII letters and digits that are longer are data, not words. */
  private static final int LONGEST_RUN = 1_000;

  private static final int REMEMBERED_RUNS = 8_192;
  private static final int LONGEST_REMEMBERED = 64;

  private static final int ASCII = 0x80;

  /** A character has one of 64 codes: 0 ends a run, 1 to 36 are digits and letters. */
  private static final int CODES = 64;

  private static final byte BEYOND_ASCII = CODES - 1;
  private static final byte[] CODE = new byte[ASCII];

  static {
    for (int i = 0; i < 10; i++) {
      CODE['0' + i] = (byte) (1 + i);
    }
    for (int i = 0; i < 26; i++) {
      CODE['a' + i] = (byte) (11 + i);
      CODE['A' + i] = (byte) (11 + i);
    }
  }

  /** A text to look in. */
  interface Source {
    /** The character, or the byte of UTF-8 text: both are the same within ASCII. */
    int at(int i);

    String text(int from, int to);

    static Source of(String text) {
      return new Source() {
        @Override
        public int at(int i) {
          return text.charAt(i);
        }

        @Override
        public String text(int from, int to) {
          return text.substring(from, to);
        }
      };
    }

    static Source of(byte[] utf8) {
      return new Source() {
        @Override
        public int at(int i) {
          return utf8[i] & 0xFF;
        }

        @Override
        public String text(int from, int to) {
          return new String(utf8, from, to - from, StandardCharsets.UTF_8);
        }
      };
    }
  }

  private final TextAnalyzer analyzer;
  private final Map<String, Integer> bits = new HashMap<>();
  private final String[] traces;
  private final boolean traced;

  /** Which pairs of codes a trace begins with, so that a look at two characters rules runs out. */
  private final boolean[] begins = new boolean[CODES * CODES];

  private final TokenRunCache asciiRuns = new TokenRunCache();
  private final Map<String, Integer> otherRuns = new HashMap<>();

  private IntentTerms(String intent, TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    String start = TextCut.head(intent, INTENT_LIMIT);
    for (String term : analyzer.tokens(start)) {
      if (bits.size() < MAX_TERMS) {
        bits.putIfAbsent(term, 1 << bits.size());
      }
    }
    // Non-ASCII characters are in no run of ASCII; runs of other characters are always read.
    traces =
        bits.keySet().stream()
            .filter(IntentTerms::isAscii)
            .map(term -> analyzer.trace(term).toLowerCase(Locale.ROOT))
            .toArray(String[]::new);
    boolean allTraced = !bits.isEmpty() && !analyzer.trace("word").isEmpty();
    for (String trace : traces) {
      allTraced &= !trace.isEmpty() && isRun(trace);
    }
    traced = allTraced;
    if (traced) {
      for (String trace : traces) {
        learnStart(trace);
      }
    }
  }

  static IntentTerms of(String intent, TextAnalyzer analyzer) {
    return new IntentTerms(intent, analyzer);
  }

  /** How many there are; at most {@link #MAX_TERMS}. */
  int count() {
    return bits.size();
  }

  /** Those in a part of a text. */
  int in(Source source, int from, int to) {
    if (!traced) {
      return bits.isEmpty() ? 0 : analyze(source.text(from, to));
    }
    int found = 0;
    int start = from;
    int before = 0;
    boolean mayHave = false;
    boolean ascii = true;
    for (int i = from; i <= to; i++) {
      int character = i < to ? source.at(i) : 0;
      int code = character < ASCII ? CODE[character] : BEYOND_ASCII;
      if (code == 0) {
        if (mayHave) {
          found |= ascii ? asciiRun(source, start, i) : run(source, start, i);
        }
        mayHave = false;
        ascii = true;
        start = i + 1;
      } else if (code == BEYOND_ASCII) {
        mayHave = true;
        ascii = false;
      } else if (begins[before * CODES + code]) {
        mayHave = true;
      }
      before = code;
    }
    return found;
  }

  private int asciiRun(Source source, int from, int to) {
    long known = asciiRuns.get(source, from, to);
    if (known != TokenRunCache.UNKNOWN) {
      return (int) known;
    }
    if (to - from > LONGEST_RUN || !hasTrace(source, from, to)) {
      return 0;
    }
    int found = analyze(source.text(from, to));
    asciiRuns.put(source, from, to, found);
    return found;
  }

  private int run(Source source, int from, int to) {
    String run = source.text(from, to);
    if (run.length() > LONGEST_REMEMBERED) {
      return analyze(run);
    }
    Integer known = otherRuns.get(run);
    if (known == null) {
      known = analyze(run);
      if (otherRuns.size() < REMEMBERED_RUNS) {
        otherRuns.put(run, known);
      }
    }
    return known;
  }

  private boolean hasTrace(Source source, int from, int to) {
    for (String trace : traces) {
      int last = to - trace.length();
      for (int i = from; i <= last; i++) {
        if (startsAt(source, i, trace)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean startsAt(Source source, int at, String trace) {
    for (int i = 0; i < trace.length(); i++) {
      if (CODE[source.at(at + i)] != CODE[trace.charAt(i)]) {
        return false;
      }
    }
    return true;
  }

  private int analyze(String text) {
    int found = 0;
    for (String term : analyzer.tokens(text)) {
      found |= bits.getOrDefault(term, 0);
    }
    return found;
  }

  private void learnStart(String trace) {
    int first = CODE[trace.charAt(0)];
    if (trace.length() > 1) {
      begins[first * CODES + CODE[trace.charAt(1)]] = true;
    } else {
      for (int any = 0; any < CODES; any++) {
        begins[any * CODES + first] = true;
      }
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < ASCII);
  }

  private static boolean isRun(String text) {
    return text.chars().allMatch(c -> c < ASCII && CODE[c] != 0);
  }
}
