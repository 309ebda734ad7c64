package io.gatemini.examples.plugin.tiered;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The set of three-byte windows of a text's lower-case UTF-8 form, each packed into an int. */
final class ByteTrigrams {
  private static final int[] NONE = {};

  private ByteTrigrams() {}

  /** Distinct, ascending. Empty for a text of less than three bytes. */
  static int[] of(String text) {
    byte[] bytes = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    if (bytes.length < 3) {
      return NONE;
    }
    int[] trigrams = new int[bytes.length - 2];
    for (int i = 0; i < trigrams.length; i++) {
      trigrams[i] = (bytes[i] & 0xff) << 16 | (bytes[i + 1] & 0xff) << 8 | (bytes[i + 2] & 0xff);
    }
    Arrays.sort(trigrams);
    int distinct = 0;
    for (int i = 0; i < trigrams.length; i++) {
      if (i == 0 || trigrams[i] != trigrams[i - 1]) {
        trigrams[distinct++] = trigrams[i];
      }
    }
    return Arrays.copyOf(trigrams, distinct);
  }
}
