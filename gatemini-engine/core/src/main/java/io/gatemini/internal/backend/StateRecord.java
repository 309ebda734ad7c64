package io.gatemini.internal.backend;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a backend, its reason and since when; every change is announced. Not thread-safe;
 * the backend guards it.
 */
final class StateRecord {
  private final String name;
  private final BackendServices services;
  private BackendState state = BackendState.STARTING;
  private @Nullable String reason;
  private Instant since;

  StateRecord(String name, BackendServices services) {
    this.name = name;
    this.services = services;
    this.since = services.engine().clock().instant();
  }

  BackendState state() {
    return state;
  }

  boolean isUnhealthy() {
    return state == BackendState.UNHEALTHY;
  }

  @Nullable String reason() {
    return reason;
  }

  Instant since() {
    return since;
  }

  void enter(BackendState next, @Nullable String why) {
    enter(next, why, false);
  }

  /**
   * @param crashLoop whether it ends again and again
   */
  void enter(BackendState next, @Nullable String why, boolean crashLoop) {
    if (next == BackendState.NEEDS_SIGN_IN && next == state && Objects.equals(why, reason)) {
      return; // Another try has found what is known.
    }
    // For a backend that is healthy again, the earlier reason matters.
    String changeReason = why == null ? reason : why;
    BackendChange change =
        new BackendChange(name, state, next, Optional.ofNullable(changeReason), crashLoop);
    state = next;
    reason = why;
    since = services.engine().clock().instant();
    services.events().backendChanged(change);
  }
}
