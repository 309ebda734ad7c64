package io.gatemini.spi;

/**
 * Hears what happens to a backend between calls. Methods return at once and may be called from any
 * thread, also before {@link Backend#start()} has completed.
 */
public interface BackendListener {
  /** The backend's tools changed: the gateway lists them again. */
  void toolsChanged();

  /**
   * The backend ended by itself. Its open calls have been failed already.
   *
   * @param reason one sentence: exit code, last words on stderr
   */
  void exited(String reason);
}
