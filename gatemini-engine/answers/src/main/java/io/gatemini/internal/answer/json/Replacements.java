package io.gatemini.internal.answer.json;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of a text that are shown as something else, in the order of the text and apart from each
 * other: what makes a copy of the text unnecessary. Not thread-safe while it is added to.
 */
final class Replacements {
  private final byte[] text;
  private final List<Replacement> all = new ArrayList<>();

  Replacements(byte[] text) {
    this.text = text;
  }

  /** Replaces a part behind all that were replaced before. */
  void add(int from, int to, byte[] with) {
    all.add(new Replacement(from, to, with, savedBefore(all.size()) + to - from - with.length));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The size of a part that cuts through no replacement, as it is shown. */
  int size(int from, int to) {
    return (int) (to - from - (savedBefore(firstFrom(to)) - savedBefore(firstFrom(from))));
  }

  /** Writes a part that cuts through no replacement, as it is shown. */
  void write(int from, int to, ByteArrayOutputStream out) {
    int at = from;
    for (int i = firstFrom(from); i < all.size() && all.get(i).from < to; i++) {
      Replacement replacement = all.get(i);
      out.write(text, at, replacement.from - at);
      out.writeBytes(replacement.with);
      at = replacement.to;
    }
    out.write(text, at, to - at);
  }

  private long savedBefore(int index) {
    return index == 0 ? 0 : all.get(index - 1).saved;
  }

  /** The first replacement that begins at or behind an offset. */
  private int firstFrom(int offset) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).from < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * One replacement.
   *
   * @param saved the bytes that all replacements up to this one save; less than 0 where they cost
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Replacement(int from, int to, byte[] with, long saved) {}
}
