package io.gatemini.internal.state;

import io.gatemini.BackendState;
import java.util.Optional;

/**
 * A backend has entered a state, or the reason why it is in it has changed. Immutable.
 *
 * @param before the state until now; the same where only the reason has changed
 * @param reason why it is in that state, or why it was down until now if it is healthy again; empty
 *     where it never was; without secrets
 * @param crashLoop whether it ends again and again
 */
public record BackendChange(
    String backend,
    BackendState before,
    BackendState now,
    Optional<String> reason,
    boolean crashLoop) {}
