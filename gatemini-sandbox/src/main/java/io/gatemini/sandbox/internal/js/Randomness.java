package io.gatemini.sandbox.internal.js;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * What {@code crypto} takes from the host, which keeps both to itself: {@code random(length)} and
 * {@code digest(algorithm, bytes)}. Bytes are texts of one character each, so that no object of the
 * host comes to a program.
 */
final class Randomness {
  /** The bound of {@code getRandomValues} in the Web Cryptography API. */
  private static final int MAX_BYTES = 65_536;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** The two, in this order. */
  static final Object[] FUNCTIONS = {
    HostSide.guarded(arguments -> random(arguments[0].asInt())),
    HostSide.guarded(arguments -> digest(arguments[0].asString(), arguments[1].asString()))
  };

  private Randomness() {}

  private static String random(int length) {
    byte[] bytes = new byte[Math.min(length, MAX_BYTES)];
    RANDOM.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String digest(String algorithm, String bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance(algorithm).digest(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return new String(digest, StandardCharsets.ISO_8859_1);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
