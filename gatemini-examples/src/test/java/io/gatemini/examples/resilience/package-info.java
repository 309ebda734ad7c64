/**
 * The cost of the worst backend: each fault by itself, and many at random, with real processes and
 * real sockets.
 */
@NullMarked
package io.gatemini.examples.resilience;

import org.jspecify.annotations.NullMarked;
