package io.gatemini.transport.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the gateway's code logs while it is open, with what was thrown. */
public final class LoggedErrors extends Handler implements AutoCloseable {
  // Kept, or the handler goes with the logger.
  private final Logger logger = Logger.getLogger("io.gatemini");
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

  public LoggedErrors() {
    logger.addHandler(this);
  }

  /** How often this very problem was logged, alone or as a cause. */
  public long times(Throwable problem) {
    return thrown.stream().filter(logged -> isIn(problem, logged)).count();
  }

  private static boolean isIn(Throwable problem, Throwable logged) {
    for (Throwable cause = logged; cause != null; cause = cause.getCause()) {
      if (cause == problem) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getThrown() != null) {
      thrown.add(record.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
