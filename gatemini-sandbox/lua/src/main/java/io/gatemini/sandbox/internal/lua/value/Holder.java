package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** Something that keeps values of a program: the walk that measures a program goes through it. */
@FunctionalInterface
public interface Holder {
  /** Shows the values it keeps, nil included; returns the bytes that it takes itself. */
  long show(Visitor visitor);

  /** Sees the values that a holder keeps. */
  @FunctionalInterface
  interface Visitor {
    void accept(@Nullable Object value);
  }
}
