/**
 * Programs in worker processes: the pool of processes, the wire to them, and the process itself.
 * Internal; what runs there is the engine of the package beside it.
 */
@NullMarked
package io.gatemini.sandbox.internal.worker;

import org.jspecify.annotations.NullMarked;
