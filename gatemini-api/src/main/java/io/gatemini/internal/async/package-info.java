/**
 * Deadlines, futures that pass a cancellation on, and work that a closing gateway ends. It uses
 * {@code text} and {@code thread} alone, so that every other package may use it.
 */
@NullMarked
package io.gatemini.internal.async;

import org.jspecify.annotations.NullMarked;
