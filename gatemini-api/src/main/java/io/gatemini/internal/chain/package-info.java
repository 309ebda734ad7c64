/** {@code call_tool_chain}: what a program is taken for, who runs it, and how its answer looks. */
@NullMarked
package io.gatemini.internal.chain;

import org.jspecify.annotations.NullMarked;
