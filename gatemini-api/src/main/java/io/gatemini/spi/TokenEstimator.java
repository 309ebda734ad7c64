package io.gatemini.spi;

/** Estimates how many tokens a model counts for a text. Thread-safe. */
@FunctionalInterface
public interface TokenEstimator {
  /** An estimate, never negative. */
  long estimate(String text);
}
