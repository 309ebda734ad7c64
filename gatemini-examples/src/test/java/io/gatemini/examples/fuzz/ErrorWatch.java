package io.gatemini.examples.fuzz;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Looks for errors of the virtual machine in the log of this process, and at ends of threads. */
final class ErrorWatch extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.gatemini");

  private final Findings findings;
  private final Thread.@Nullable UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  ErrorWatch(Findings findings) {
    this.findings = findings;
    LOGGER.addHandler(this);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> findings.add("thread ended", thread.getName() + ": " + failure));
  }

  @Override
  public void publish(LogRecord record) {
    StringBuilder text = new StringBuilder().append(record.getMessage());
    boolean error = FuzzedServer.ERROR.matcher(text).find();
    for (Throwable thrown = record.getThrown(); thrown != null; thrown = thrown.getCause()) {
      text.append(' ').append(thrown);
      error |= thrown instanceof Error;
    }
    if (error) {
      findings.add("Error in the log", Findings.shown(text.toString()));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    Thread.setDefaultUncaughtExceptionHandler(before);
  }
}
