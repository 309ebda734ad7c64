package io.gatemini.examples.fuzz;

import java.util.ArrayList;
import java.util.List;

/** What a fuzzer has found: a few of each kind, short enough to be read. Thread-safe. */
final class Findings {
  private static final int EACH = 3;
  private static final int LONGEST = 300;

  /** One finding. */
  private record Finding(String kind, String text) {}

  private final List<Finding> found = new ArrayList<>();

  synchronized void add(String kind, String text) {
    if (found.stream().filter(one -> one.kind.equals(kind)).count() < EACH) {
      found.add(new Finding(kind, text));
      System.out.println("[fuzz] " + kind + ": " + text);
    }
  }

  synchronized List<String> list() {
    return found.stream().map(one -> one.kind + ": " + one.text).toList();
  }

  synchronized boolean isEmpty() {
    return found.isEmpty();
  }

  /** A text of any length as a person can read it. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    String part =
        text.length() <= LONGEST
            ? text
            : text.substring(0, LONGEST / 2)
                + " [... "
                + (text.length() - LONGEST)
                + " characters ...] "
                + text.substring(text.length() - LONGEST / 2);
    part.chars()
        .forEach(
            c -> {
              if ((c < ' ' && c != '\n') || c > '~') {
                shown.append(String.format("\\u%04x", c));
              } else {
                shown.append((char) c);
              }
            });
    return shown.toString();
  }
}
