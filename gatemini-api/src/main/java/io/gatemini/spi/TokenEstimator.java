package io.gatemini.spi;

import io.gatemini.stability.Stable;

/** Estimates how many tokens a model counts for a text. Thread-safe. */
@Stable
@FunctionalInterface
public interface TokenEstimator {
  /** An estimate, never negative. */
  long estimate(String text);

  /**
   * How large an answer of a kind may get, in UTF-8 bytes, so that it is within a number of tokens.
   * An answer that turns out to be estimated higher is reduced further.
   */
  default long bytesWithin(long tokens, Payload.Kind kind) {
    return tokens * 3;
  }
}
