package io.gatemini.testing;

import java.util.stream.Stream;

/**
 * Texts written as one: between bars and line ends.
 *
 * <p>Backquotes around a text keep its spaces, or make it an empty text, as in {@link Table}.
 */
public final class Words {
  private Words() {}

  /** The texts in their order. */
  public static String[] of(String text) {
    return text.lines()
        .flatMap(line -> Stream.of(line.split("\\|", -1)))
        .map(Table.Rows::cell)
        .toArray(String[]::new);
  }
}
