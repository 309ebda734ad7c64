package io.gatemini.sandbox.internal.lua.vm;

import org.jspecify.annotations.Nullable;

/** A variable that functions share. */
final class Cell {
  @Nullable Object value;

  Cell(@Nullable Object value) {
    this.value = value;
  }
}
