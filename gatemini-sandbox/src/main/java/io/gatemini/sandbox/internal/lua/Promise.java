package io.gatemini.sandbox.internal.lua;

import org.jspecify.annotations.Nullable;

/** The value of a table that a tool call returned: its answer, once it has arrived. */
@FunctionalInterface
interface Promise {
  /** The answer, waited for on the program's thread; an error of Lua where the call failed. */
  @Nullable Object await();
}
