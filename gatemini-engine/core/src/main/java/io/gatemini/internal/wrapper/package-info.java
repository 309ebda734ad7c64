/**
 * The wall against code that is not the gateway's: one class for each interface of a plug-in, put
 * around it where it is made or given. Exceptions and missing results become a failed stage or a
 * default, and one line in the log that names the plug-in; behind the wrapper no code catches
 * foreign exceptions.
 */
@NullMarked
package io.gatemini.internal.wrapper;

import org.jspecify.annotations.NullMarked;
