package io.gatemini.internal.instance;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The figures that a backend gives of itself. That it cannot say it must not hold up its start or
 * its end, nor what is told of others; it is logged when it happens first. Thread-safe.
 */
public final class SelfReport {
  private static final Logger LOG = System.getLogger(SelfReport.class.getName());

  private final String backend;
  private final AtomicBoolean logged = new AtomicBoolean();

  public SelfReport(String backend) {
    this.backend = backend;
  }

  public <T> T of(Supplier<T> words, T otherwise) {
    try {
      return words.get();
    } catch (RuntimeException | Error e) {
      if (logged.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "backend " + backend + " cannot say how it is", e);
      }
      return otherwise;
    }
  }
}
