package io.gatemini.internal.async;

import java.util.concurrent.CompletionStage;

/** A deadline that waits for a person, up to a bound of its own. */
public interface PausableDeadline {
  /** Stands still until a stage is done. */
  void pauseUntil(CompletionStage<?> end);
}
