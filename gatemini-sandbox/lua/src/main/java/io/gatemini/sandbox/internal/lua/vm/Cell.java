package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import org.jspecify.annotations.Nullable;

/** A variable that functions share. */
final class Cell implements Holder {
  @Nullable Object value;

  Cell(@Nullable Object value) {
    this.value = value;
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(value);
    return 24;
  }
}
