package io.gatemini.internal.chain;

import io.gatemini.ProgressListener;
import io.gatemini.internal.thread.Guarded;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The progress of many calls as the progress of one: it counts what happens, each report of a call
 * and each call that begins or ends, and tells the count at most ten times a second. Nobody knows
 * how far it will go. Thread-safe; nobody waits for a listener that is busy.
 */
final class ProgressSeries {
  private static final Logger LOG = System.getLogger(ProgressSeries.class.getName());

  static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ProgressListener listener;
  private final LongSupplier nanoTime;
  private final AtomicLong events = new AtomicLong();
  private final ReentrantLock telling = new ReentrantLock();
  private long told;

  ProgressSeries(ProgressListener listener) {
    this(listener, System::nanoTime);
  }

  ProgressSeries(ProgressListener listener, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.told = nanoTime.getAsLong() - INTERVAL_NANOS;
  }

  /** Who hears of the progress of one of the calls; nobody where nobody hears of the series. */
  ProgressListener of(String tool) {
    return listener.isListening()
        ? (progress, total, message) -> happened(tool, ": " + said(progress, total, message))
        : ProgressListener.none();
  }

  private static String said(double progress, OptionalDouble total, Optional<String> message) {
    return message.orElseGet(
        () -> number(progress) + (total.isPresent() ? " of " + number(total.getAsDouble()) : ""));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Something happened to a call. */
  void happened(String tool, String what) {
    if (!listener.isListening()) {
      return;
    }
    events.incrementAndGet();
    if (telling.tryLock()) {
      try {
        long now = nanoTime.getAsLong();
        if (now - told >= INTERVAL_NANOS) {
          told = now;
          Guarded.run(LOG, "a report of progress was not taken", () -> tell(tool + what));
        }
      } finally {
        telling.unlock();
      }
    }
  }

  private void tell(String message) {
    listener.onProgress((double) events.get(), OptionalDouble.empty(), Optional.of(message));
  }
}
