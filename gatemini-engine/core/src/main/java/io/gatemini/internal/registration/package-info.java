/**
 * Backends that agents register while the gateway runs: their limits and their audit. It asks
 * {@code trust} what is allowed and {@code lifecycle} to do it; no surface is known here, so the
 * rules hold from whatever side an agent comes.
 */
@NullMarked
package io.gatemini.internal.registration;

import org.jspecify.annotations.NullMarked;
