/**
 * The counts and the memory of a gateway: calls, sessions, programs, latencies, and the state that
 * outlives it. Others report here and read reports; nothing here asks a backend or changes what a
 * call does.
 */
@NullMarked
package io.gatemini.internal.state;

import org.jspecify.annotations.NullMarked;
