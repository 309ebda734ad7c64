package io.gatemini.sandbox.internal.run;

import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.RawJson;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An engine whose programs run in this process, which may be a worker's. Thread-safe. */
public interface LocalEngine extends ScriptEngine {
  /** Runs a program; the run exposes more than its outcome. */
  default LocalRun begin(Program program, Limits limits, ScriptHost host) {
    CompletableFuture<Outcome> outcome = run(program, limits, host).toCompletableFuture();
    return () -> outcome;
  }

  /** A warning for the operator; empty where all is as usual. */
  default String note() {
    return "";
  }

  /** Loads what the first program needs; fails where there can be no program. */
  default void getReady() {}

  /** Runs what programs usually do, at no one's place. The stage never fails. */
  default CompletionStage<Outcome> warmUp() {
    return CompletableFuture.completedFuture(
        new Outcome(
            Status.OK, RawJson.of(NullNode.getInstance()), "", OptionalInt.empty(), List.of()));
  }

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
}
