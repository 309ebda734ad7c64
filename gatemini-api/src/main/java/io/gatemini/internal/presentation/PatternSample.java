package io.gatemini.internal.presentation;

import io.gatemini.internal.text.CountedText;
import io.gatemini.internal.text.CountedText.OutOfSteps;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A short text that a schema's pattern matches: the first of alternatives, as few repetitions as
 * there may be. Patterns with conditions, such as look-ahead and references back, mostly have none.
 */
final class PatternSample {
  private static final int MAX_PATTERN_LENGTH = 300;
  private static final int MAX_REPETITIONS = 100;
  private static final int MAX_TEXT_LENGTH = 200;

  /** ASCII, what is easily read first. */
  private static final String READABLE = "a1A-_. !\"#$%&'()*+,/:;<=>?@[\\]^`{|}~";

  private static final long MAX_STEPS = 100_000;

  private final String pattern;
  private final int extra;
  private int at;

  private PatternSample(String pattern, int extra) {
    this.pattern = pattern;
    this.extra = extra;
  }

  /**
   * A text that a pattern matches.
   *
   * @param length how long it should get where the pattern leaves that open
   */
  static Optional<String> of(String pattern, int length) {
    if (pattern.length() > MAX_PATTERN_LENGTH) {
      return Optional.empty();
    }
    try {
      String text = new PatternSample(pattern, Math.min(length, MAX_REPETITIONS)).alternatives();
      return Optional.of(text).filter(it -> matches(pattern, it));
    } catch (IndexOutOfBoundsException | NumberFormatException | PatternSyntaxException e) {
      return Optional.empty(); // in another dialect, or no pattern at all
    }
  }

  /** Whether a pattern is found in a text; a pattern that takes too long is not. */
  static boolean matches(String pattern, String text) {
    try {
      CountedText counted = new CountedText(text, new CountedText.Steps(MAX_STEPS));
      return pattern.length() <= MAX_PATTERN_LENGTH
          && Pattern.compile(pattern).matcher(counted).find();
    } catch (PatternSyntaxException | OutOfSteps | StackOverflowError e) {
      return false;
    }
  }

  /** Ends behind the group. */
  private String alternatives() {
    String first = sequence();
    while (at < pattern.length() && pattern.charAt(at) == '|') {
      at++;
      var unused = sequence();
    }
    at++;
    return first;
  }

  private String sequence() {
    StringBuilder text = new StringBuilder();
    while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
      String atom = atom();
      int times = repetitions();
      if (text.length() + atom.length() * times > MAX_TEXT_LENGTH) {
        throw new IndexOutOfBoundsException("too long");
      }
      text.append(atom.repeat(times));
    }
    return text.toString();
  }

  private String atom() {
    char next = pattern.charAt(at++);
    return switch (next) {
      case '^', '$' -> "";
      case '.' -> "a";
      case '(' -> group();
      case '[' -> oneOf(classFrom(at - 1));
      case '\\' -> escaped();
      default -> String.valueOf(next);
    };
  }

  private String group() {
    boolean looksAround = false;
    if (pattern.startsWith("?", at)) {
      char kind = pattern.charAt(at + 1);
      boolean named = kind == '<' && Character.isLetter(pattern.charAt(at + 2));
      looksAround = kind != ':' && !named;
      at = named ? pattern.indexOf('>', at) + 1 : at + 2;
    }
    String text = alternatives();
    return looksAround ? "" : text;
  }

  private String escaped() {
    int from = at - 1;
    char kind = pattern.charAt(at++);
    return switch (kind) {
      case 'b', 'B', 'A', 'z', 'Z' -> "";
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'u' -> String.valueOf((char) Integer.parseInt(pattern.substring(at, at += 4), 16));
      case 'p', 'P' -> {
        at = pattern.indexOf('}', at) + 1;
        yield oneOf(pattern.substring(from, at));
      }
      case 'd', 'D', 'w', 'W', 's', 'S' -> oneOf(pattern.substring(from, at));
      default -> String.valueOf(kind);
    };
  }

  /** The class in brackets that begins here; ends behind it. */
  private String classFrom(int from) {
    // A bracket that comes first in it stands for itself.
    at += pattern.startsWith("^", at) ? 1 : 0;
    at += pattern.startsWith("]", at) ? 1 : 0;
    while (pattern.charAt(at) != ']') {
      at += pattern.charAt(at) == '\\' ? 2 : 1;
    }
    return pattern.substring(from, ++at);
  }

  /** A character of a class, one that is easily read where there is one. */
  private static String oneOf(String characters) {
    Pattern one = Pattern.compile(characters);
    for (int i = 0; i < READABLE.length(); i++) {
      String candidate = READABLE.substring(i, i + 1);
      if (one.matcher(candidate).matches()) {
        return candidate;
      }
    }
    for (char candidate = '0'; candidate < 0x500; candidate++) {
      if (one.matcher(String.valueOf(candidate)).matches()) {
        return String.valueOf(candidate);
      }
    }
    throw new IndexOutOfBoundsException("nothing is in " + characters);
  }

  private int repetitions() {
    if (at == pattern.length()) {
      return 1;
    }
    int times =
        switch (pattern.charAt(at)) {
          case '*' -> open(0);
          case '+' -> open(1);
          case '?' -> Math.min(1, extra);
          case '{' -> counted();
          default -> -1;
        };
    if (times < 0) {
      return 1;
    }
    at++;
    boolean marked = pattern.startsWith("?", at) || pattern.startsWith("+", at);
    at += marked ? 1 : 0;
    return Math.min(times, MAX_REPETITIONS);
  }

  private int open(int least) {
    return Math.max(least, extra);
  }

  /** Ends at the brace. */
  private int counted() {
    int end = pattern.indexOf('}', at);
    String[] bounds = pattern.substring(at + 1, end).split(",", -1);
    at = end;
    int least = Integer.parseInt(bounds[0]);
    if (bounds.length == 1) {
      return least;
    }
    return bounds[1].isEmpty() ? open(least) : Math.min(open(least), Integer.parseInt(bounds[1]));
  }
}
