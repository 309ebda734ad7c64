/**
 * The start, the supervision and the end of the child processes of a gateway, for all modules of
 * Gatemini.
 */
@NullMarked
package io.gatemini.internal.process;

import org.jspecify.annotations.NullMarked;
