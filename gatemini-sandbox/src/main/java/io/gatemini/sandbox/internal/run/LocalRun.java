package io.gatemini.sandbox.internal.run;

import io.gatemini.spi.ScriptEngine.Outcome;
import java.util.concurrent.CompletableFuture;

/** A program that runs in this process. Thread-safe. */
@FunctionalInterface
public interface LocalRun {
  /** The outcome; completing it from outside stops the program. */
  CompletableFuture<Outcome> outcome();

  /** Completes when nothing of the program goes on any more, which may be after its outcome. */
  default CompletableFuture<?> settled() {
    return outcome();
  }

  /** Whether code of the program is being executed in this moment. */
  default boolean isInside() {
    return false;
  }
}
