package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.stability.Stable;
import java.util.Optional;

/**
 * One stage that makes an answer smaller. Thread-safe.
 *
 * <p>It is no place for redaction; use a {@link CallInterceptor}, which sees every answer. A stage
 * is not asked about answers that another path leaves whole, and its work is dropped where it saves
 * less than the line takes that says what was done and where the original is: a stage that replaces
 * {@code token=abc} by {@code ***} changes nothing in an answer of 500 bytes. The text that it
 * takes out is kept, and the receiver of the answer can read it.
 */
@Stable
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
