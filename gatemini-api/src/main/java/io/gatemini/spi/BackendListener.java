package io.gatemini.spi;

import io.gatemini.stability.Stable;

/**
 * Hears what happens to a backend between calls. Methods return at once and may be called from any
 * thread, also before {@link Backend#start()} has completed.
 */
@Stable
public interface BackendListener {
  /** The backend's tools changed: the gateway lists them again. */
  void toolsChanged();

  /** The list of its resources or prompts changed: clients that are shown them hear of it. */
  default void featuresChanged() {}

  /** A resource that somebody subscribed to says something else now. */
  default void resourceUpdated(String uri) {}

  /**
   * The backend ended by itself. Its open calls have been failed already.
   *
   * @param reason one sentence: exit code, last words on stderr
   */
  void exited(String reason);
}
