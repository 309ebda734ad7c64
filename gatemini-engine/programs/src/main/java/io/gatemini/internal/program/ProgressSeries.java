package io.gatemini.internal.program;

import io.gatemini.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * The progress of many calls as the progress of one: the sums of what the calls have reported, and
 * how many of the calls that there are have ended: {@code 3 of 12 calls: files.read 40 %}. A call
 * that ends without having reported a total counts one. The total is absent before the first
 * report, and where a call reports none; it grows with each call that reports. Thread-safe; a busy
 * listener holds up no thread.
 */
final class ProgressSeries {
  private final PacedProgress listener;

  // Guarded by this.
  private final List<Call> reporting = new ArrayList<>();
  private int known;
  private int begun;
  private int ended;
  private int quiet;

  /**
   * @param known how many calls there will be at least
   */
  ProgressSeries(ProgressListener listener, int known) {
    this(listener, known, System::nanoTime);
  }

  ProgressSeries(ProgressListener listener, int known, LongSupplier nanoTime) {
    this.listener = new PacedProgress(listener, nanoTime);
    this.known = known;
  }

  /** One of the calls, and the listener to its progress, if the series has one. */
  final class Call implements ProgressListener {
    private final String tool;

    // Guarded by the series.
    private boolean reports;
    private double progress;
    private double total;

    private Call(String tool) {
      this.tool = tool;
    }

    @Override
    public boolean isListening() {
      return listener.isListening();
    }

    @Override
    public void onProgress(double far, OptionalDouble all, Optional<String> message) {
      synchronized (ProgressSeries.this) {
        if (!reports) {
          reporting.add(this);
        }
        reports = true;
        progress = Double.isFinite(far) ? Math.max(progress, far) : progress;
        total = all.orElse(Double.NaN);
      }
      report(tool + said(far, all, message));
    }

    void begins() {
      synchronized (ProgressSeries.this) {
        known = Math.max(known, ++begun);
      }
      report(tool + " is called");
    }

    void ended(boolean failed) {
      synchronized (ProgressSeries.this) {
        ended++;
        boolean bounded = reports && !Double.isNaN(total);
        quiet += bounded ? 0 : 1;
        progress = bounded ? Math.max(progress, total) : progress;
      }
      report(tool + (failed ? " failed" : " answered"));
    }
  }

  Call of(String tool) {
    return new Call(tool);
  }

  private static String said(double progress, OptionalDouble total, Optional<String> message) {
    double all = total.orElse(0);
    String far =
        all > 0 && progress >= 0
            ? " " + (long) Math.min(100, 100 * progress / all) + " %"
            : message.isPresent() ? "" : " " + number(progress);
    return far + message.map(text -> ": " + text).orElse("");
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }

  /** The end: the last delivered report is the last one. */
  void finish() {
    listener.finish();
  }

  private void report(String what) {
    if (!listener.isListening()) {
      return;
    }
    double progress = 0;
    double total = 0;
    String calls;
    synchronized (this) {
      for (Call call : reporting) {
        progress += call.progress;
        total += call.total;
      }
      progress += quiet;
      total = reporting.isEmpty() ? Double.NaN : total + quiet;
      calls = ended + " of " + known + (known == 1 ? " call: " : " calls: ");
    }
    // A report that a later one overtakes on its way is dropped.
    listener.onProgress(
        progress,
        Double.isFinite(total) ? OptionalDouble.of(total) : OptionalDouble.empty(),
        Optional.of(calls + what));
  }
}
