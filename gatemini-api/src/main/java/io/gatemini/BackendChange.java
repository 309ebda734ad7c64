package io.gatemini;

import java.util.Optional;

/**
 * A backend has entered a state. Immutable.
 *
 * @param from the state until now
 * @param to the state it is in
 * @param reason why it is in that state, or why it was down until now if it is healthy again; empty
 *     where it never was; without secrets
 * @param crashLoop whether it ends again and again
 */
public record BackendChange(
    String backend,
    BackendState from,
    BackendState to,
    Optional<String> reason,
    boolean crashLoop) {}
