package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Hears what changes on a {@link io.gatemini.Surface}. Methods return at once; any thread may call
 * them.
 */
public interface SurfaceListener {
  /**
   * Whether it can take a notification now. While it cannot, news are kept, the same news once, and
   * it is asked again about once a second.
   */
  default boolean isReady() {
    return true;
  }

  /** The list of {@link io.gatemini.Surface#tools} has changed. */
  default void toolsChanged() {}

  /**
   * The list of {@link io.gatemini.Surface#resources} or {@link
   * io.gatemini.Surface#resourceTemplates} has changed.
   */
  default void resourcesChanged() {}

  /** The list of {@link io.gatemini.Surface#prompts} has changed. */
  default void promptsChanged() {}

  /** A resource that was subscribed to says something else now. */
  default void resourceUpdated(String uri) {}

  /** Something happened that is worth a line in a log. */
  default void logged(LogMessage message) {}

  /**
   * A line for a log.
   *
   * @param level how much it matters
   * @param logger the part of the gateway that speaks, for example {@code gatemini.backend}
   * @param data what happened; never a secret
   */
  record LogMessage(LogLevel level, String logger, JsonNode data) {}
}
