/** Backends: states, starts and restarts, registration. */
@NullMarked
package io.gatemini.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
