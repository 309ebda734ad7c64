package io.gatemini.testing;

import java.util.function.Supplier;
import java.util.stream.Stream;

/** Errors that any thread may meet. */
public enum MadeErrors implements Supplier<Error> {
  HEAP {
    @Override
    public Error get() {
      return new OutOfMemoryError("made");
    }
  },
  STACK {
    @Override
    public Error get() {
      return new StackOverflowError("made");
    }
  },
  LINKAGE {
    @Override
    public Error get() {
      return new NoClassDefFoundError("made");
    }
  },
  ASSERTION {
    @Override
    public Error get() {
      return new AssertionError("made");
    }
  };

  /** One of each. */
  public static Stream<Error> all() {
    return Stream.of(values()).map(Supplier::get);
  }
}
