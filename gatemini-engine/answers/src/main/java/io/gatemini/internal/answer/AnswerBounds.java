package io.gatemini.internal.answer;

import io.gatemini.Session;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.OutputReducer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * The size limits of one answer.
 *
 * @param asked whether the call itself says how large it may be
 * @param bytes how large its texts may be together, in UTF-8 bytes
 * @param mediaBytes how large its pictures, sounds and files may be together, in bytes of base64
 * @param tokens the same in estimated tokens; whichever is less holds
 * @param intent what the caller wants to know
 * @param session who asks
 * @param whole whether an answer that fits is left as it is, however it could be reduced
 * @param time what all stages may take together; behind it the answer is only truncated
 */
public record AnswerBounds(
    boolean asked,
    int bytes,
    long mediaBytes,
    OptionalInt tokens,
    Optional<String> intent,
    Session session,
    boolean whole,
    TimeBudget time) {

  /**
   * The time of an answer that is reduced from now on.
   *
   * @param abandoned whether the caller has given up
   */
  public static TimeBudget time(BooleanSupplier abandoned) {
    return TimeBudget.of(TimedReducer.TIME, abandoned);
  }

  /** The request to a reducer. */
  OutputReducer.Request request(long bytes) {
    return new OutputReducer.Request((int) bytes, intent, session);
  }
}
