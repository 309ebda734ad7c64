package io.gatemini.sandbox.internal.worker;

import java.io.IOException;
import java.nio.file.Path;

/** Starts worker processes. Thread-safe. */
public interface WorkerLauncher extends AutoCloseable {
  /**
   * Starts one; its standard streams are pipes.
   *
   * @param scratch where it may write
   * @throws io.gatemini.config.ConfigException when it is not known how
   */
  Process launch(Path scratch) throws IOException;

  /** Whether a program may end its worker, so that another one is to be ready beside it. */
  default boolean needsSpare() {
    return false;
  }

  /** A worker came up. */
  default void launched() {}

  /** There was no program for a while: a good time for what makes the next workers start faster. */
  default void rested() {}

  /** A worker did not come up, maybe because of what was meant to make it faster. */
  default void failed() {}

  /** Ends what was begun in the background. */
  @Override
  default void close() {}
}
