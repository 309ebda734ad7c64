package io.gatemini.internal.answer.json;

import io.gatemini.internal.answer.Truncation;
import java.nio.charset.StandardCharsets;

/**
 * Shortens strings as they are written in JSON: a head, what was left out, a tail. Cuts are between
 * characters, and never inside an escape or a pair of escapes. Stateless.
 */
final class ShortStrings {
  private static final double HEAD_SHARE = 0.6;
  private static final byte[] ELLIPSIS = "\u2026".getBytes(StandardCharsets.UTF_8);

  /** Backslash, u and four digits. */
  private static final int UNICODE_ESCAPE = 6;

  private ShortStrings() {}

  /**
   * A string of at most so many bytes instead of the one between two offsets, its quotation marks
   * included. States the size of the whole.
   */
  static byte[] shortened(byte[] text, int from, int to, int maxBytes) {
    int whole = to - from - 2;
    int room = Math.max(0, maxBytes - 2 - note(whole, whole).length);
    int head = boundaryAtOrBefore(text, from + 1, from + 1 + (int) (HEAD_SHARE * room));
    int tail = boundaryAtOrBehind(text, head, to - 1 - (int) ((1 - HEAD_SHARE) * room));
    return joined(text, from, head, note(tail - head, whole), tail, to);
  }

  /** The beginning of a string, with dots where something follows; a short one as it is. */
  static byte[] head(byte[] text, int from, int to, int maxBytes) {
    if (to - from <= maxBytes) {
      return joined(text, from, to, new byte[0], to, to);
    }
    int room = Math.max(0, maxBytes - 2 - ELLIPSIS.length);
    int head = boundaryAtOrBefore(text, from + 1, from + 1 + room);
    return joined(text, from, head, ELLIPSIS, to - 1, to);
  }

  private static byte[] note(int omitted, int whole) {
    String note =
        "[... "
            + Truncation.kilobytes(omitted)
            + " of "
            + Truncation.kilobytes(whole)
            + " omitted ...]";
    return note.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(byte[] text, int from, int head, byte[] between, int tail, int to) {
    byte[] all = new byte[head - from + between.length + to - tail];
    System.arraycopy(text, from, all, 0, head - from);
    System.arraycopy(between, 0, all, head - from, between.length);
    System.arraycopy(text, tail, all, head - from + between.length, to - tail);
    return all;
  }

  private static int boundaryAtOrBefore(byte[] text, int from, int limit) {
    int at = from;
    while (true) {
      int next = next(text, at);
      if (next > limit) {
        return at;
      }
      at = next;
    }
  }

  private static int boundaryAtOrBehind(byte[] text, int from, int least) {
    int at = from;
    while (at < least) {
      at = next(text, at);
    }
    return at;
  }

  /** Where the character at an offset ends. */
  private static int next(byte[] text, int at) {
    if (text[at] == '\\') {
      if (text[at + 1] != 'u') {
        return at + 2;
      }
      boolean isPair =
          isSurrogate(text, at, '8', 'b')
              && at + UNICODE_ESCAPE + 3 < text.length
              && text[at + UNICODE_ESCAPE] == '\\'
              && text[at + UNICODE_ESCAPE + 1] == 'u'
              && isSurrogate(text, at + UNICODE_ESCAPE, 'c', 'f');
      return at + (isPair ? 2 * UNICODE_ESCAPE : UNICODE_ESCAPE);
    }
    int next = at + 1;
    while (next < text.length && (text[next] & 0xC0) == 0x80) {
      next++;
    }
    return next;
  }

  /** Whether an escape is D800 to DBFF or DC00 to DFFF, by its second digit. */
  private static boolean isSurrogate(byte[] text, int escape, char first, char last) {
    int digit = Character.toLowerCase(text[escape + 3]);
    return Character.toLowerCase(text[escape + 2]) == 'd' && digit >= first && digit <= last;
  }
}
