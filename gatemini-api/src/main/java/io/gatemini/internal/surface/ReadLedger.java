package io.gatemini.internal.surface;

import io.gatemini.Session;

/** Hears of every resource that was read. Called on any thread; must return at once. */
@FunctionalInterface
public interface ReadLedger {
  /**
   * One answer.
   *
   * @param session who received it
   * @param uri what was read
   * @param bytesReturned UTF-8 bytes of its text
   */
  void record(Session session, String uri, long bytesReturned);
}
