package io.gatemini.examples.fuzz;

import java.util.ArrayList;
import java.util.List;

/** The findings of a fuzzer: a few of each kind, short enough to be read. Thread-safe. */
final class Findings {
  private static final int EACH = 3;
  private static final int LONGEST = 300;

  private final List<String> found = new ArrayList<>();
  private volatile String where = "the start";

  /** Sets the step that runs now, for the next findings. */
  void at(String step) {
    where = step;
  }

  String where() {
    return where;
  }

  synchronized void add(String kind, String text) {
    if (found.stream().filter(one -> one.startsWith(kind + ": ")).count() < EACH) {
      found.add(kind + ": " + text + " at " + where);
      System.out.println("[fuzz] " + found.get(found.size() - 1));
    }
  }

  synchronized List<String> list() {
    return List.copyOf(found);
  }

  /** A text of any length as a person can read it. */
  static String shown(String text) {
    int half = LONGEST / 2;
    return ascii(
        text.length() <= LONGEST
            ? text
            : text.substring(0, half) + " [...] " + text.substring(text.length() - half));
  }

  /** A text of JSON in ASCII. */
  static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    text.chars()
        .forEach(
            c -> ascii.append(c < ' ' || c > '~' ? String.format("\\u%04x", c) : "" + (char) c));
    return ascii.toString();
  }
}
