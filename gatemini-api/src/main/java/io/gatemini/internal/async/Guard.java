package io.gatemini.internal.async;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks one plug-in, and does without the answer where it fails. Each kind of failure is logged when
 * it happens first. Thread-safe.
 */
public final class Guard {
  private static final Logger LOG = System.getLogger(Guard.class.getName());

  /** A plug-in chooses the name of a failing part. */
  private static final int MAX_LOGGED = 20;

  private final String who;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * @param who the plug-in, as the first words of a line in the log
   */
  public Guard(String who) {
    this.who = who;
  }

  /**
   * Its answer.
   *
   * @param failure what it failed at, for the log
   * @param otherwise gives the answer in its stead
   */
  public <T> T askOr(
      String failure, Supplier<? extends @Nullable T> question, Supplier<T> otherwise) {
    try {
      T answer = question.get();
      if (answer != null) {
        return answer;
      }
      failed(failure, new IllegalStateException("the answer is null"));
    } catch (RuntimeException | Error e) { // a plug-in may throw anything, also for want of a class
      failed(failure, e);
    }
    return otherwise.get();
  }

  /** The same with an answer in its stead that is always there. */
  public <T> T ask(String failure, Supplier<? extends @Nullable T> question, T otherwise) {
    return askOr(failure, question, () -> otherwise);
  }

  /** Has it do something. */
  public void run(String failure, Runnable task) {
    ask(
        failure,
        () -> {
          task.run();
          return true;
        },
        false);
  }

  /** Logs a failure, the first time that it comes. */
  public void failed(String failure, Throwable problem) {
    if (logged.size() < MAX_LOGGED && logged.add(failure)) {
      LOG.log(Level.WARNING, who + " " + failure, problem);
    }
  }
}
