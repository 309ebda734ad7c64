package io.gatemini.internal;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the gateway's code logs while it is open. */
final class LoggedProblems extends Handler implements AutoCloseable {
  // Kept, or the handler goes with the logger.
  private final Logger logger = Logger.getLogger("io.gatemini");
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();

  LoggedProblems() {
    logger.addHandler(this);
  }

  /** How many records have a problem of this kind, alone or as a cause. */
  long times(Class<?> kind) {
    return thrown.stream().filter(one -> isIn(kind, one)).count();
  }

  /** Whether a problem of this kind was logged, with its trace or by its name. */
  boolean tellsOf(Class<?> kind) {
    return times(kind) > 0 || said.stream().anyMatch(one -> one.contains(kind.getSimpleName()));
  }

  private static boolean isIn(Class<?> kind, Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
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
    said.add(record.getMessage() + Arrays.toString(record.getParameters()));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }

  @Override
  public String toString() {
    return said + " " + thrown;
  }
}
