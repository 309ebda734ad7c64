package io.gatemini;

import java.util.List;
import java.util.OptionalInt;

/**
 * The original of an answer that was reduced, or a part of it: read whole, by path, by lines, by
 * pages, or searched. Immutable and thread-safe; it stays readable when the gateway has let go of
 * the original.
 *
 * <pre>{@code
 * StoredResult result = gateway.result("k3v9x2m1qa");
 * result.at("/orders/17").json();            // JSON by JSON Pointer or by a chunk's label
 * result.at("orders > [0-4]").text();
 * result.search("refund alice").matches();   // what has these words, and where it is
 * }</pre>
 *
 * <p>A request for a part that the result does not have fails with an {@link
 * InvalidArgumentsException} that lists the existing parts.
 */
public interface StoredResult {
  /** Its id, as shown in reduced answers. */
  String id();

  /** The value: JSON with the bytes it had, a text as the JSON string that says it. */
  RawJson json();

  /** Whether it is a text, and not a JSON value of another kind. */
  boolean isText();

  /** The result as an agent reads it: a text without quotes and escapes, JSON as it was written. */
  String text();

  /** Size of {@link #text()} in UTF-8 bytes. */
  long sizeBytes();

  /**
   * The part at a place of JSON. Its white space is not kept.
   *
   * @param path a JSON Pointer (RFC 6901, {@code /results/items/0}) or the label of a chunk ({@code
   *     results > items > [0-4]}); the empty path is the whole
   */
  StoredResult at(String path);

  /**
   * How many lines there are. JSON that was written on one line is laid out for this: a value a
   * line, small objects and arrays on one.
   */
  int lineCount();

  /**
   * Lines of the text, without the line feed of the last one.
   *
   * @param from the first, counted from 1
   * @param to the last; what is beyond the end is the end
   */
  String lines(int from, int to);

  /** How many pages there are; one where the text is empty. */
  int pages();

  /**
   * A page of the text: as many whole lines as {@code page_size} of the output configuration takes,
   * or a part of a line that is longer. All pages together are the text, byte for byte.
   *
   * @param number counted from 1
   */
  String page(int number);

  /**
   * Finds the lines of a text, or the values of JSON, that have all of some words, or most of them.
   * Case is ignored, words are found within others, and so is what a word is derived from; words
   * that nearly every text has do not count.
   */
  Matches search(String words);

  /**
   * The matches of a search, in the order of the text.
   *
   * @param matches at most 50, and no more than a page has room for
   * @param total how many there are in all
   */
  record Matches(List<Match> matches, int total) {
    public Matches {
      matches = List.copyOf(matches);
    }
  }

  /**
   * One thing found.
   *
   * @param line the line, for a text, counted as by {@link #lines}
   * @param path the JSON Pointer, for JSON, to be given to {@link #at}; empty for a text
   * @param text the line, or the value as JSON; where that is long, what is around the words
   * @param isWhole whether the text is all of it
   * @param sizeBytes size of all of it, in UTF-8 bytes
   */
  public record Match(
      OptionalInt line, String path, String text, boolean isWhole, long sizeBytes) {}
}
