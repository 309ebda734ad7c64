package io.gatemini.internal.surface.notice;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tells listeners that the tools look different from what they knew: a few hundred milliseconds
 * after the first of a row of changes, and only those for whom the row made a difference.
 * Thread-safe; asks for the scheduler when somebody listens and something changes, not before.
 */
final class ToolsChanged {
  /** Backends come up in bursts; a client needs one notification for a burst. */
  static final long DELAY_MILLIS = 300;

  private static final Logger LOG = System.getLogger(ToolsChanged.class.getName());

  private final Supplier<String> digest;
  private final Supplier<ScheduledExecutorService> scheduler;
  private final List<Registration> registrations = new CopyOnWriteArrayList<>();
  private final AtomicBoolean pending = new AtomicBoolean();

  /**
   * @param digest what of the tools can change, as it is now
   * @param scheduler asked for at the first change that somebody listens to
   */
  ToolsChanged(Supplier<String> digest, Supplier<ScheduledExecutorService> scheduler) {
    this.digest = digest;
    this.scheduler = scheduler;
  }

  AutoCloseable listen(Runnable listener) {
    Registration registration = new Registration(listener, digest.get());
    registrations.add(registration);
    return registration;
  }

  void changed() {
    if (!registrations.isEmpty() && pending.compareAndSet(false, true)) {
      try {
        var unused = scheduler.get().schedule(this::tell, DELAY_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        pending.set(false); // The gateway is closing, and its listeners with it.
      }
    }
  }

  private void tell() {
    // Before looking, so that a change from here on is scheduled again and not lost.
    pending.set(false);
    String now = digest.get();
    registrations.forEach(registration -> registration.tell(now));
  }

  private final class Registration implements AutoCloseable {
    private final Runnable listener;
    private volatile String seen;

    Registration(Runnable listener, String seen) {
      this.listener = listener;
      this.seen = seen;
    }

    void tell(String now) {
      if (!seen.equals(now)) {
        seen = now;
        try {
          listener.run();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "a listener to changed tools failed", e);
        }
      }
    }

    @Override
    public void close() {
      registrations.remove(this);
    }
  }
}
