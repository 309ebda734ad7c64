package io.gatemini.internal.trust;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for any of several secrets in the UTF-8 of JSON, nearly the length of the shortest at a
 * step: the algorithm of Wu and Manber ("A fast algorithm for multi-pattern searching", 1994), with
 * blocks of two bytes. Immutable.
 */
final class SecretPatterns {
  /** Shorter ones are in texts that know nothing of them. */
  static final int SHORTEST = 8;

  private static final int BLOCKS = 1 << 13;

  /** The last byte of the window, which is as long as the shortest secret. */
  private final int last;

  /** How far the window can move on when it ends with a block. */
  private final byte[] shifts = new byte[BLOCKS];

  /** The secrets whose first bytes end with the block. */
  private final byte[][][] candidates = new byte[BLOCKS][][];

  SecretPatterns(Collection<String> secrets) {
    List<byte[]> patterns = written(secrets);
    last = patterns.stream().mapToInt(it -> it.length - 1).min().orElse(0);
    Arrays.fill(shifts, (byte) Math.min(last, Byte.MAX_VALUE));
    for (byte[] pattern : patterns) {
      for (int end = 1; end <= last; end++) {
        int block = block(pattern, end);
        shifts[block] = (byte) Math.min(shifts[block], last - end);
      }
      int block = block(pattern, last);
      List<byte[]> others =
          new ArrayList<>(candidates[block] == null ? List.of() : List.of(candidates[block]));
      others.add(pattern);
      candidates[block] = others.toArray(byte[][]::new);
    }
  }

  /** As they stand in JSON, with escapes that writers need not make and without them. */
  private static List<byte[]> written(Collection<String> secrets) {
    Set<String> texts = new LinkedHashSet<>();
    for (String secret : secrets) {
      String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(secret));
      texts.add(quoted);
      texts.add(quoted.replace("/", "\\/"));
    }
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static int block(byte[] bytes, int end) {
    return (((bytes[end - 1] & 0xff) << 5) ^ (bytes[end] & 0xff)) & (BLOCKS - 1);
  }

  /** Whether any of them begins and ends within a part of a buffer. */
  boolean areIn(byte[] bytes, int offset, int length) {
    int end = offset + length;
    for (int at = offset + last; at < end; ) {
      int block = block(bytes, at);
      int shift = shifts[block];
      if (shift > 0) {
        at += shift;
      } else if (isAt(bytes, at - last, end, candidates[block])) {
        return true;
      } else {
        at++;
      }
    }
    return false;
  }

  private static boolean isAt(byte[] bytes, int from, int end, byte[][] candidates) {
    for (byte[] secret : candidates) {
      int to = from + secret.length;
      if (to <= end && Arrays.equals(bytes, from, to, secret, 0, secret.length)) {
        return true;
      }
    }
    return false;
  }
}
