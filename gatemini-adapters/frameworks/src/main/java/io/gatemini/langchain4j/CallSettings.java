package io.gatemini.langchain4j;

import io.gatemini.CallContext;
import io.gatemini.Session;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of a provider's calls.
 *
 * @param sessions from the memory id of a conversation
 * @param timeout of each call, where the host states one
 * @param images whether images of answers are given to the model
 */
record CallSettings(
    Function<Object, Session> sessions, Optional<Duration> timeout, boolean images) {
  /** The framework's own id where a conversation has none. */
  private static final Object NO_MEMORY_ID = "default";

  static CallSettings defaults() {
    return new CallSettings(CallSettings::sessionOf, Optional.empty(), true);
  }

  static Session sessionOf(Object memoryId) {
    return Session.of(String.valueOf(memoryId));
  }

  /** Whether a conversation has the id of all those that have none of their own. */
  static boolean isShared(@Nullable Object memoryId) {
    return memoryId == null || memoryId.equals(NO_MEMORY_ID);
  }

  static Session session(Function<Object, Session> sessions, @Nullable Object memoryId) {
    return Objects.requireNonNull(
        sessions.apply(memoryId == null ? NO_MEMORY_ID : memoryId), "the session of a memory id");
  }

  Session session(@Nullable Object memoryId) {
    return session(sessions, memoryId);
  }

  CallContext context(@Nullable Object memoryId) {
    return CallContext.of(session(memoryId)).withTimeout(timeout);
  }

  CallSettings withSessions(Function<Object, Session> sessions) {
    return new CallSettings(Objects.requireNonNull(sessions, "sessions"), timeout, images);
  }

  CallSettings withTimeout(Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive, not " + timeout);
    }
    return new CallSettings(sessions, Optional.of(timeout), images);
  }

  CallSettings withImages(boolean images) {
    return new CallSettings(sessions, timeout, images);
  }
}
