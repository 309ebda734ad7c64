package io.gatemini.internal.chain;

import io.gatemini.ProgressListener;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * The progress of many calls as the progress of one: it counts what happens, each report of a call
 * and each call that begins or ends, and says how many of the calls that there are have ended:
 * {@code 3 of 12 calls: files.read 40 %}. Nobody knows how far it will go. Thread-safe; nobody
 * waits for a listener that is busy.
 */
final class ProgressSeries {
  private final PacedProgress listener;

  // Guarded by this.
  private int known;
  private int begun;
  private int ended;
  private long events;

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

  /** Who hears of the progress of one of the calls; nobody where nobody hears of the series. */
  ProgressListener of(String tool) {
    return listener.isListening()
        ? (progress, total, message) -> happened(tool + said(progress, total, message), 0, 0)
        : ProgressListener.none();
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

  /** A call begins. */
  void begins(String tool) {
    happened(tool + " is called", 1, 0);
  }

  /** A call has ended. */
  void ended(String tool, boolean failed) {
    happened(tool + (failed ? " failed" : " answered"), 0, 1);
  }

  /** All is over: what was told last is the last that happened. */
  void finish() {
    listener.finish();
  }

  private void happened(String what, int begins, int ends) {
    if (!listener.isListening()) {
      return;
    }
    long event;
    String calls;
    synchronized (this) {
      event = ++events;
      begun += begins;
      ended += ends;
      known = Math.max(known, begun);
      calls = ended + " of " + known + (known == 1 ? " call: " : " calls: ");
    }
    // One that is overtaken by a later one on its way is not told.
    listener.onProgress((double) event, OptionalDouble.empty(), Optional.of(calls + what));
  }
}
