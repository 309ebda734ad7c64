package io.gatemini.internal.call;

import io.gatemini.ProgressListener;
import io.gatemini.spi.Invocation;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The deadline of a call whose caller states no timeout and hears of progress: each report restarts
 * the time of the backend, up to the most that it allows.
 */
final class ReportedDeadline implements ProgressListener {
  private final ProgressListener caller;
  private final long timeoutNanos;
  private final long latest;
  private volatile long nanos;

  /**
   * @param timeoutNanos the time between two reports
   * @param mostNanos the time of the whole call
   */
  ReportedDeadline(Invocation call, long timeoutNanos, long mostNanos) {
    this.caller = call.context().client().progress();
    this.timeoutNanos = timeoutNanos;
    this.nanos = call.context().deadlineNanos();
    this.latest = nanos - timeoutNanos + mostNanos;
  }

  @Override
  public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
    long now = System.nanoTime();
    nanos = now + Math.min(timeoutNanos, latest - now);
    caller.onProgress(progress, total, message);
  }

  /** When the call ends as it stands, in terms of {@link System#nanoTime()}. */
  long nanos() {
    return nanos;
  }

  /** Whether no report can move it further. */
  boolean isLast() {
    return nanos == latest;
  }
}
