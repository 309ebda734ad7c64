package io.gatemini.sandbox.internal.js;

import org.jspecify.annotations.Nullable;

/**
 * A JavaScript context that holds the prelude, for one program. It belongs to the thread of the
 * program; only {@link #stop} may be called from any thread. Every function throws {@link
 * JsFailure} for what ends in JavaScript with an exception.
 */
public interface JsContext extends AutoCloseable {
  /** The functions that the prelude calls; set before the program. */
  void bind(HostSide host);

  /** Evaluates one of the {@link Globals}, a function, and hands it to the prelude. */
  void install(String globals);

  /**
   * Compiles the body of an async function.
   *
   * @return the function, for {@code run} of the prelude
   * @throws JsFailure of kind {@link JsFailure.Kind#SYNTAX} with the line and column in the body
   */
  int compile(String body);

  /**
   * Calls a function of the prelude, and runs the microtasks that it leaves.
   *
   * @param arguments texts, numbers and booleans
   * @return a text, or null for any other value
   */
  @Nullable String call(String function, Object... arguments);

  /** Counts what the program took, for the sake of the engine behind it. */
  default void used(long textLength, long allocatedBytes) {}

  /** A program of this client has ended in it by itself, with nothing of it open. */
  default void endedWell(String client) {}

  /**
   * Ends whatever runs in it. Any thread; does not wait for it.
   *
   * @return whether what is about to run may have missed it, so that it is to be repeated
   */
  boolean stop();

  @Override
  void close();
}
