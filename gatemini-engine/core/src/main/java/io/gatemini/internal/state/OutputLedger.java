package io.gatemini.internal.state;

import io.gatemini.Session;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.Optional;

/**
 * Hears of every answer that left a chain, and of the end of every program. Called on any thread,
 * before the answer is seen; must return at once.
 */
@FunctionalInterface
public interface OutputLedger {
  /**
   * One answer.
   *
   * @param session who received it
   * @param tool the tool as it was named, for a direct call
   * @param bytesProcessed UTF-8 bytes of the content before reduction
   * @param bytesReturned the same after it
   */
  void record(Session session, Optional<String> tool, long bytesProcessed, long bytesReturned);

  /** A program has ended. */
  default void programEnded(Status status) {}
}
