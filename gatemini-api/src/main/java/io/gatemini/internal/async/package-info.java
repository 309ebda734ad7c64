/** Deadlines, futures that pass a cancellation on, and work that a closing gateway ends. */
@NullMarked
package io.gatemini.internal.async;

import org.jspecify.annotations.NullMarked;
