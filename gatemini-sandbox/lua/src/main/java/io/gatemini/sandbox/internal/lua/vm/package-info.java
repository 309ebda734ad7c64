/**
 * The machine: compiled functions, coroutines, and the loop that runs them on frames of their own,
 * so that calls of Lua functions never nest in Java. Internal.
 */
@NullMarked
package io.gatemini.sandbox.internal.lua.vm;

import org.jspecify.annotations.NullMarked;
