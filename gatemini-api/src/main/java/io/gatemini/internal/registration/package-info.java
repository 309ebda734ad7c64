/** Backends that agents register while the gateway runs: their limits and their audit. */
@NullMarked
package io.gatemini.internal.registration;

import org.jspecify.annotations.NullMarked;
