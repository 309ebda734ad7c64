package io.gatemini.spi;

import io.gatemini.Session;
import java.util.Optional;

/** One stage that makes an answer smaller. Thread-safe. */
public interface OutputReducer {
  /** The name it is configured under. */
  String name();

  /** The smaller answer, or empty when this stage has nothing to do. */
  Optional<Payload> reduce(Payload payload, Request request);

  /**
   * Whether an answer of this size is left as it is, whatever it says: asked before a payload is
   * made, so that a small answer costs nothing.
   */
  default boolean passes(long sizeBytes, Request request) {
    return false;
  }

  /**
   * The wishes of the caller.
   *
   * @param maxOutputBytes bound of the answer in UTF-8 bytes
   * @param intent what the caller wants to know
   * @param session who asks
   */
  record Request(int maxOutputBytes, Optional<String> intent, Session session) {}
}
