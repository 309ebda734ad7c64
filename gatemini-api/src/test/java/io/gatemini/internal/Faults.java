package io.gatemini.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the plug-ins of {@link FaultyPlugins} throw, what, and how often they have. Thread-safe.
 */
final class Faults {
  /** A place in a plug-in. */
  enum Place {
    // A backend, shared or one for each session.
    CREATE,
    START,
    START_LATER,
    LIST,
    LIST_LATER,
    DESCRIPTION,
    CALL,
    CALL_LATER,
    PING,
    MEMORY,
    STATUS,
    STOP,
    // Everything else.
    HANDLER,
    SESSION_ENDED,
    CREATE_RETRIEVER,
    INDEX,
    SEARCH,
    ANALYZER,
    CREATE_REDUCER,
    REDUCE,
    REDUCER_PASSES,
    CREATE_ENGINE,
    WARM_ENGINE,
    PROGRAM,
    ENGINE_LOAD,
    CLOSE_ENGINE,
    CREATE_RESOURCES,
    RESOURCES,
    READ,
    CREATE_PROMPTS,
    PROMPTS,
    PROMPT,
    COMPLETE,
    SECRET,
    INTERCEPTOR,
    ESTIMATOR,
    POLICY,
    TRANSPORT,
    CLOSE_EXPOSURE,
    LISTENER_READY,
    LISTENER
  }

  private final Supplier<Error> error;
  private final AtomicInteger thrown = new AtomicInteger();
  private volatile @Nullable Place armed;

  Faults(Supplier<Error> error) {
    this.error = error;
  }

  /** From now on this place throws, and no other. */
  void arm(Place place) {
    armed = place;
  }

  /** From now on no place throws. */
  void disarm() {
    armed = null;
  }

  boolean isArmed(Place place) {
    return armed == place;
  }

  int thrown() {
    return thrown.get();
  }

  /** Throws, where this is the place. */
  void at(Place place) {
    if (isArmed(place)) {
      thrown.incrementAndGet();
      throw error.get();
    }
  }
}
