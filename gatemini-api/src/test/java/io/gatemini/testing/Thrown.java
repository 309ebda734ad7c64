package io.gatemini.testing;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The exception that a piece of code throws. */
public final class Thrown {
  private Thrown() {}

  /** Checks that the code throws an exception of the type; further checks of it follow. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertThrown(
      Class<? extends Throwable> type, ThrowingCallable code) {
    return Assertions.assertThatThrownBy(code).isInstanceOf(type);
  }
}
