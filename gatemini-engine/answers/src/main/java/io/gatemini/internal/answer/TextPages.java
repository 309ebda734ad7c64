package io.gatemini.internal.answer;

import java.nio.charset.StandardCharsets;

/**
 * Cuts a UTF-8 text into pages of a number of bytes at most: behind the last line feed that fits,
 * or between two code points of a line that is longer. The pages together are the text.
 *
 * @param pageSize at least the bytes of a code point
 */
@SuppressWarnings("ArrayRecordComponent") // read in place, never compared
record TextPages(byte[] utf8, int pageSize) {
  /** At least one: an empty text is an empty page. */
  int count() {
    int pages = 1;
    for (int end = end(0); end < utf8.length; end = end(end)) {
      pages++;
    }
    return pages;
  }

  /** A page that there is, counted from 1. */
  String page(int number) {
    int start = 0;
    for (int page = 1; page < number; page++) {
      start = end(start);
    }
    return new String(utf8, start, end(start) - start, StandardCharsets.UTF_8);
  }

  private int end(int start) {
    if (utf8.length - start <= pageSize) {
      return utf8.length;
    }
    int limit = start + pageSize;
    int end = limit;
    while (end > start && utf8[end - 1] != '\n') {
      end--;
    }
    if (end > start) {
      return end;
    }
    end = limit;
    while ((utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return end;
  }
}
