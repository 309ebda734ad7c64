package io.gatemini.examples.fuzz;

import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Looks for errors of the virtual machine in the log of this process, and at ends of threads. */
final class ErrorWatch extends Handler {
  private static final Logger LOGGER = Logger.getLogger("io.gatemini");

  private final Findings findings;
  private final Supplier<String> where;
  private final Thread.@Nullable UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  ErrorWatch(Findings findings, Supplier<String> where) {
    this.findings = findings;
    this.where = where;
    LOGGER.addHandler(this);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) ->
            findings.add("thread ended", thread.getName() + ": " + failure + " at " + where.get()));
  }

  @Override
  public void publish(LogRecord record) {
    for (Throwable thrown = record.getThrown(); thrown != null; thrown = thrown.getCause()) {
      if (thrown instanceof Error) {
        found(record, thrown.toString());
      }
    }
    if (FuzzedServer.ERROR.matcher(String.valueOf(record.getMessage())).find()) {
      found(record, "");
    }
  }

  private void found(LogRecord record, String thrown) {
    findings.add(
        "Error in the log",
        Findings.shown(record.getMessage() + " " + thrown) + " at " + where.get());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    Thread.setDefaultUncaughtExceptionHandler(before);
  }
}
