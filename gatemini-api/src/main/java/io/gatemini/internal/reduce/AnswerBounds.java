package io.gatemini.internal.reduce;

import io.gatemini.Session;
import io.gatemini.spi.OutputReducer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an answer is held to.
 *
 * @param bytes how large its texts may be together, in UTF-8 bytes
 * @param tokens the same in estimated tokens; whichever is less holds
 * @param intent what the caller wants to know
 * @param session who asks
 */
public record AnswerBounds(
    int bytes, OptionalInt tokens, Optional<String> intent, Session session) {

  /** What a reducer is asked for. */
  OutputReducer.Request request(long bytes) {
    return new OutputReducer.Request((int) bytes, intent, session);
  }
}
