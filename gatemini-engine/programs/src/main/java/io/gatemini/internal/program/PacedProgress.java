package io.gatemini.internal.program;

import io.gatemini.ProgressListener;
import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress as a client hears it: only ever further, at most ten times a second, and the last report
 * in any case, at the latest when it is {@linkplain #finish finished}. Thread-safe; a busy listener
 * holds up no thread.
 */
final class PacedProgress implements ProgressListener {
  private static final Logger LOG = System.getLogger(PacedProgress.class.getName());

  static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ProgressListener listener;
  private final LongSupplier nanoTime;

  // Guarded by this.
  private double furthest = Double.NEGATIVE_INFINITY;
  private @Nullable Report waiting;
  private long reportedNanos;
  private boolean isReporting;
  private boolean isFinished;

  private record Report(double progress, OptionalDouble total, Optional<String> message) {}

  PacedProgress(ProgressListener listener, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.reportedNanos = nanoTime.getAsLong() - INTERVAL_NANOS;
  }

  @Override
  public boolean isListening() {
    return listener.isListening();
  }

  @Override
  public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
    synchronized (this) {
      // A backend may report anything, a number that is none included.
      if (isFinished || !Double.isFinite(progress) || progress <= furthest) {
        return;
      }
      furthest = progress;
      waiting = new Report(progress, total, message);
    }
    report();
  }

  /** Delivers the last report, and ignores all later ones. */
  void finish() {
    synchronized (this) {
      isFinished = true;
    }
    report();
  }

  private void report() {
    for (Report next = take(); next != null; next = take()) {
      Report report = next;
      Guarded.run(
          LOG,
          "a progress listener failed",
          () -> listener.onProgress(report.progress, report.total, report.message));
      synchronized (this) {
        isReporting = false;
      }
    }
  }

  /** The report that is due now. */
  private synchronized @Nullable Report take() {
    long now = nanoTime.getAsLong();
    if (waiting == null || isReporting || (!isFinished && now - reportedNanos < INTERVAL_NANOS)) {
      return null;
    }
    Report next = waiting;
    waiting = null;
    reportedNanos = now;
    isReporting = true;
    return next;
  }
}
