package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.GatewayException;

/**
 * Keeps a program from calling the gateway at the very end of its stack. An overflow in the
 * gateway's code would strike in between any two of its steps, or in the middle of a class's
 * initialisation, which spoils that class for the whole process.
 */
final class StackReserve {
  /** Each takes at least 64 bytes, so that 64 KB are there for whatever the gateway does. */
  private static final int LEVELS = 1_000;

  private StackReserve() {}

  /**
   * Goes down the stack as far as the gateway may have to, which takes some microseconds.
   *
   * @throws GatewayException when there is not so much of it
   */
  static void check() {
    try {
      long bottom = descend(LEVELS, 1, 2, 3, 4, 5, 6);
      if (bottom == Long.MIN_VALUE) {
        throw new AssertionError(bottom);
      }
    } catch (StackOverflowError e) {
      throw new GatewayException("the gateway cannot be called so deep in a recursion");
    }
  }

  /** The numbers are needed after the call below, and so lie on the stack meanwhile. */
  private static long descend(int levels, long a, long b, long c, long d, long e, long f) {
    if (levels == 0) {
      return a;
    }
    long below = descend(levels - 1, b + levels, c ^ a, d + b, e ^ c, f + d, a ^ e);
    return below ^ (a + 3 * b) ^ (c + 5 * d) ^ (e + 7 * f);
  }
}
