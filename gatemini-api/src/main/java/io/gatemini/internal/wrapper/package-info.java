/**
 * The wall against code that is not the gateway's: one class for each interface of a plug-in, put
 * around it where it is made or given. What it throws, or answers with nothing, is met here and
 * becomes a failed stage or a default, and one line in the log that names it; behind the wall
 * nothing catches what it did not cause.
 */
@NullMarked
package io.gatemini.internal.wrapper;

import org.jspecify.annotations.NullMarked;
