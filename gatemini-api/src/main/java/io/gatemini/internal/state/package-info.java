/** Statistics of calls, sessions and programs. */
@NullMarked
package io.gatemini.internal.state;

import org.jspecify.annotations.NullMarked;
