package io.gatemini.testing;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Collects the messages and exceptions that Gatemini logs until it is closed. */
public final class LoggedErrors extends Handler implements AutoCloseable {
  // Kept, or the handler goes with the logger.
  private final Logger logger = Logger.getLogger("io.gatemini");
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();

  public LoggedErrors() {
    logger.addHandler(this);
  }

  /** The number of records that have this very problem as their exception or as a cause of it. */
  public long times(Throwable problem) {
    return times(cause -> cause == problem);
  }

  /** The number of records that have a problem of this kind, alone or as a cause. */
  public long times(Class<?> kind) {
    return times(kind::isInstance);
  }

  private long times(Predicate<Throwable> sought) {
    return thrown.stream().filter(one -> causes(one).anyMatch(sought)).count();
  }

  private static Stream<Throwable> causes(Throwable problem) {
    return Stream.iterate(problem, Objects::nonNull, Throwable::getCause);
  }

  /** Whether a problem of this kind was logged, with its trace or by its name. */
  public boolean mention(Class<?> kind) {
    return times(kind) > 0 || messages.stream().anyMatch(one -> one.contains(kind.getSimpleName()));
  }

  /** The messages so far, each with its parameters. */
  public List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getThrown() != null) {
      thrown.add(record.getThrown());
    }
    messages.add(record.getMessage() + Arrays.toString(record.getParameters()));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }

  @Override
  public String toString() {
    return messages + " " + thrown;
  }
}
