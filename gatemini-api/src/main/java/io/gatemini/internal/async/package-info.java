/** Futures that pass cancellation on, deadlines, and work handed to the threads of a gateway. */
@NullMarked
package io.gatemini.internal.async;

import org.jspecify.annotations.NullMarked;
