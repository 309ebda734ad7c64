package io.gatemini;

import java.util.Optional;
import java.util.OptionalDouble;

/** Receives the progress that a backend reports during a call, in order, on any thread. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * One report.
   *
   * @param progress how far, in the backend's own unit; increases with every report
   * @param total how far it will go, if known
   * @param message a sentence for people, if given
   */
  void onProgress(double progress, OptionalDouble total, Optional<String> message);

  /** Ignores every report; a call with this listener asks its backend for no progress. */
  static ProgressListener none() {
    return NoProgress.INSTANCE;
  }

  /** Whether anybody listens. */
  default boolean isListening() {
    return true;
  }
}

enum NoProgress implements ProgressListener {
  INSTANCE;

  @Override
  public void onProgress(double progress, OptionalDouble total, Optional<String> message) {}

  @Override
  public boolean isListening() {
    return false;
  }
}
