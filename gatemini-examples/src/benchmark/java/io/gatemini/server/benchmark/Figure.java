package io.gatemini.server.benchmark;

import java.util.OptionalDouble;

/**
 * One measured row.
 *
 * @param name what was measured, with its unit
 * @param reference the same without what is measured, in the same run
 * @param value the figure
 * @param bound what it is built for; see {@link Bound}
 */
record Figure(String name, OptionalDouble reference, double value, Bound bound) {
  /** A figure that stands alone. */
  static Figure of(String name, double value) {
    return new Figure(name, OptionalDouble.empty(), value, Bound.NONE);
  }

  /** This figure beside the one it is compared with. */
  Figure beside(double other) {
    return new Figure(name, OptionalDouble.of(other), value, bound);
  }

  Figure atMost(double limit) {
    return new Figure(name, reference, value, new Bound(OptionalDouble.of(limit), false));
  }

  Figure atLeast(double limit) {
    return new Figure(name, reference, value, new Bound(OptionalDouble.of(limit), true));
  }

  OptionalDouble ratio() {
    return reference.isPresent() && reference.getAsDouble() != 0
        ? OptionalDouble.of(value / reference.getAsDouble())
        : OptionalDouble.empty();
  }

  boolean isMet() {
    return bound.limit.isEmpty()
        || (bound.atLeast
            ? value >= bound.limit.getAsDouble()
            : value <= bound.limit.getAsDouble());
  }

  /** The figure of the design, if it has one. */
  record Bound(OptionalDouble limit, boolean atLeast) {
    static final Bound NONE = new Bound(OptionalDouble.empty(), false);
  }
}
