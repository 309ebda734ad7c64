package io.gatemini.internal.async;

import io.gatemini.ProgressListener;
import java.util.Optional;
import java.util.OptionalDouble;

/** A host's listener behind the wall: what it throws costs neither the call nor its backend. */
public final class GuardedProgress implements ProgressListener {
  private final ProgressListener listener;
  private final Guard guard;

  private GuardedProgress(ProgressListener listener) {
    this.listener = listener;
    this.guard = new Guard("progress listener " + listener.getClass().getName());
  }

  public static ProgressListener of(ProgressListener listener) {
    return listener == ProgressListener.none() || listener instanceof GuardedProgress
        ? listener
        : new GuardedProgress(listener);
  }

  @Override
  public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
    guard.run(
        "failed at a report of progress", () -> listener.onProgress(progress, total, message));
  }

  @Override
  public boolean isListening() {
    return guard.ask("does not say whether it listens", listener::isListening, false);
  }
}
