package io.gatemini.internal.backend;

/** Counts equal failures in a row: the log has the first, then the tenth, the hundredth. */
final class Repeats {
  private String last = "";
  private int count;

  /** Counts a failure; how often it has come, where that is worth a line, else 0. */
  int count(String why) {
    count = why.equals(last) ? count + 1 : 1;
    last = why;
    int power = count;
    while (power % 10 == 0) {
      power /= 10;
    }
    return power == 1 ? count : 0;
  }

  void clear() {
    last = "";
  }
}
