/**
 * The start, the supervision and the end of the child processes of a gateway, for all modules of
 * Gatemini. It knows programs and their lines, and nothing of backends, protocols or workers.
 */
@NullMarked
package io.gatemini.internal.process;

import org.jspecify.annotations.NullMarked;
