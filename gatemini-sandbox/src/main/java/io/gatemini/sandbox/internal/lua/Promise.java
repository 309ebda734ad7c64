package io.gatemini.sandbox.internal.lua;

import org.jspecify.annotations.Nullable;

/** What a table stands for that a tool call returned: its answer, once it is there. */
@FunctionalInterface
interface Promise {
  /** The answer, waited for on the program's thread; an error of Lua where the call failed. */
  @Nullable Object await();
}
