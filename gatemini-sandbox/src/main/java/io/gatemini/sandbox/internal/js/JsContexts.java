package io.gatemini.sandbox.internal.js;

import org.jspecify.annotations.Nullable;

/** Makes the contexts of programs. Thread-safe. */
public interface JsContexts extends AutoCloseable {
  /**
   * One that was made ahead, if there is one; it belongs to the calling thread from now on.
   *
   * @param client whose program it is for
   */
  @Nullable JsContext poll(long maxStatements, String client);

  /** A fresh one. */
  JsContext make(long maxStatements);

  /** Replaces what programs have used up. */
  default void renew() {}

  /** Makes some ahead until there are enough. */
  void fill();

  /** Makes the first one ahead. */
  default void getReady() {
    fill();
  }

  /** Gives back what a warm-up has loaded and can be loaded again at once. */
  default void rest() {}

  /** Makes no more. */
  @Override
  void close();
}
