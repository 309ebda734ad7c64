package io.gatemini.sandbox.internal.lua.lib;

/** The generator of {@code math.random}: xoshiro256** (Blackman and Vigna), as Lua 5.4 seeds it. */
final class Randomness {
  private final long[] state = new long[4];

  void seed(long first, long second) {
    state[0] = first;
    state[1] = 0xff;
    state[2] = second;
    state[3] = 0;
    for (int i = 0; i < 16; i++) {
      next();
    }
  }

  long next() {
    long result = Long.rotateLeft(state[1] * 5, 7) * 9;
    long shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = Long.rotateLeft(state[3], 45);
    return result;
  }

  /** A float from 0 up to 1, which is excluded. */
  double nextFloat() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** An integer from the lower bound to the upper one, both included. */
  long between(long lower, long upper) {
    long span = upper - lower;
    long bits = next();
    long mask = span == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(span);
    while (Long.compareUnsigned(bits & mask, span) > 0) {
      bits = next();
    }
    return lower + (bits & mask);
  }
}
