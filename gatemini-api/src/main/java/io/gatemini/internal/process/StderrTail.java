package io.gatemini.internal.process;

import io.gatemini.internal.async.Guarded;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The last lines a child wrote to stderr. A thread of its own reads them, so that neither a child
 * that writes much nor one that closes stderr disturbs anything else.
 */
public final class StderrTail {
  static final int LINES = 200;
  static final int LINE_LENGTH = 1_000;

  private static final int LAST_WORDS_LENGTH = 400;

  /** Shorter values are no secrets but words such as "debug", which an error may need. */
  private static final int SECRET_LENGTH = 8;

  private static final Logger LOG = System.getLogger(StderrTail.class.getName());

  private final Deque<String> lines = new ArrayDeque<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Begins to read, on a daemon thread. */
  public void follow(InputStream stderr, String threadName) {
    Thread thread = new Thread(() -> read(stderr), threadName);
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      // A child whose stderr is not read hangs when the pipe is full.
      Guarded.log(LOG, "stderr of a child is not read", e);
      close(stderr);
      ended.countDown();
    }
  }

  private void read(InputStream stderr) {
    try {
      new LineSplitter(
              stderr,
              8 * LINE_LENGTH,
              new LineSplitter.Lines() {
                @Override
                public void line(byte[] buffer, int offset, int length) {
                  add(new String(buffer, offset, length, StandardCharsets.UTF_8));
                }

                @Override
                public void tooLong(byte[] head, byte[] tail, long length) {
                  add(new String(head, StandardCharsets.UTF_8) + "…");
                }
              })
          .runOn(LOG, "a line of a child's stderr was lost");
    } catch (IOException e) {
      // The pipe is gone, and with it the end of what there was to read.
      add("(stderr broke off)");
    } finally {
      // On every way out: a child whose stderr is not read hangs when the pipe is full.
      close(stderr);
      ended.countDown();
    }
  }

  private static void close(InputStream stderr) {
    try {
      stderr.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "closing stderr: " + e.getMessage());
    }
  }

  private void add(String line) {
    String cut = line.length() <= LINE_LENGTH ? line : line.substring(0, LINE_LENGTH) + "…";
    synchronized (lines) {
      if (lines.size() == LINES) {
        lines.removeFirst();
      }
      lines.addLast(cut);
    }
  }

  /** Waits until the child has closed its end. */
  public void awaitEnd(long millis) throws InterruptedException {
    ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /** The lines, oldest first. */
  public List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /**
   * Those that say why the child ended, for an error message; empty when it said nothing.
   *
   * @param env what the child was given in its environment: agents read error messages, and see the
   *     name of a variable where its value would stand
   */
  public String lastWords(Map<String, String> env) {
    String words = String.join(" | ", ErrorLines.of(lines())).strip();
    for (Map.Entry<String, String> variable : longestFirst(env)) {
      words = words.replace(variable.getValue(), "${" + variable.getKey() + "}");
    }
    return words.length() <= LAST_WORDS_LENGTH
        ? words
        : "…" + words.substring(words.length() - LAST_WORDS_LENGTH);
  }

  private static List<Map.Entry<String, String>> longestFirst(Map<String, String> env) {
    return env.entrySet().stream()
        .filter(variable -> variable.getValue().length() >= SECRET_LENGTH)
        .sorted(Comparator.comparing(variable -> -variable.getValue().length()))
        .toList();
  }
}
