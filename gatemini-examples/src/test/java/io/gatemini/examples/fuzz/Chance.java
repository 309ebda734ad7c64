package io.gatemini.examples.fuzz;

import java.util.SplittableRandom;

/** Random decisions that a seed and a step repeat, whatever was decided before. Not thread-safe. */
final class Chance {
  private final SplittableRandom random;

  private Chance(SplittableRandom random) {
    this.random = random;
  }

  static Chance of(long seed, long step) {
    // The first split is what mixes: seeds and steps that lie side by side give nothing alike.
    return new Chance(new SplittableRandom(seed * 0x9E3779B97F4A7C15L + step).split());
  }

  /** From 0 to one less than the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends are possible. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  long bits() {
    return random.nextLong();
  }

  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
