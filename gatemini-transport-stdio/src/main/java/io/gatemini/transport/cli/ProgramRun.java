package io.gatemini.transport.cli;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.internal.process.StderrTail;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One run of a program. Daemon threads feed its stdin and read its stdout and stderr at the same
 * time, so none of the three waits for another. Thread-safe.
 *
 * <p>The run ends with the program. Background processes of the program are ended soon after it if
 * they keep the reader of stdout waiting, else with the backend.
 */
final class ProgramRun {
  private static final Logger LOG = System.getLogger(ProgramRun.class.getName());

  /** How long background processes may go on writing once the program itself has exited. */
  private static final Duration LINGER = Duration.ofMillis(500);

  /** How long the last of stderr may take once the program has ended. */
  private static final long STDERR_MILLIS = 250;

  private static final int CHUNK_BYTES = 16 * 1024;

  private final String threadName;
  private final ProcessTree tree;
  private final int maxOutputBytes;
  private final MessageMemory memory;
  private final Duration grace;
  private final StderrTail stderr = new StderrTail();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();
  private final CompletableFuture<Outcome> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private final CompletableFuture<Void> treeEnded = new CompletableFuture<>();

  /**
   * How it ended.
   *
   * @param stdout what it wrote; bytes that are not UTF-8 are replaced
   * @param stderr the last lines, oldest first
   * @param tooMuch whether it was ended for writing more than it may
   * @param refusal why it was ended for what it wrote beside the other messages on their way, as
   *     the end of a sentence; empty where it was not
   */
  record Outcome(
      int exitCode, String stdout, List<String> stderr, boolean tooMuch, String refusal) {
    Outcome {
      stderr = List.copyOf(stderr);
    }
  }

  private ProgramRun(
      String threadName,
      ProcessTree tree,
      int maxOutputBytes,
      MessageMemory memory,
      Duration grace) {
    this.threadName = threadName;
    this.memory = memory;
    this.tree = tree;
    this.maxOutputBytes = maxOutputBytes;
    this.grace = grace;
  }

  /**
   * Watches over a program that has just been started.
   *
   * @param stdin what it is given to read; nothing, which it sees at once, where empty
   * @param maxOutputBytes more than that on stdout ends the program; 0 to throw it all away
   * @param memory gives its output room
   * @param grace how long it has to end when it is asked to
   */
  static ProgramRun of(
      String threadName,
      ProcessTree tree,
      Optional<String> stdin,
      int maxOutputBytes,
      MessageMemory memory,
      Duration grace,
      ScheduledExecutorService scheduler) {
    ProgramRun run = new ProgramRun(threadName, tree, maxOutputBytes, memory, grace);
    Process process = tree.process();
    run.stderr.follow(process.getErrorStream(), threadName + "-err");
    try {
      run.thread("-out", run::readGuarded);
      if (stdin.isPresent()) {
        run.thread("-in", () -> feed(process.getOutputStream(), stdin.get()));
      } else {
        feed(process.getOutputStream(), "");
      }
      tree.onExit(threadName + "-exit", () -> run.exited(scheduler));
    } catch (OutOfMemoryError e) {
      // Without its threads the program would never end.
      run.end();
      throw e;
    }
    return run;
  }

  /** Completes when the program has ended by itself, or was ended for its output. */
  CompletableFuture<Outcome> ended() {
    return ended;
  }

  /** Completes when nothing of it is left that is known. */
  CompletableFuture<Void> gone() {
    return gone;
  }

  ProcessTree tree() {
    return tree;
  }

  /**
   * Ends the program and all it started. Returns at once; idempotent. Completes when nothing is
   * left, also of what a program that had ended already left in the background.
   */
  CompletableFuture<Void> end() {
    if (ending.compareAndSet(false, true)) {
      Guarded.startOrRun(
          LOG,
          threadName + "-end",
          () -> {
            try {
              tree.end(grace);
            } finally {
              gone.complete(null);
              treeEnded.complete(null);
            }
          });
    }
    return treeEnded;
  }

  private void exited(ScheduledExecutorService scheduler) {
    if (outputEnded.isDone()) {
      return;
    }
    Runnable endBackground =
        () -> {
          if (!outputEnded.isDone()) {
            end();
          }
        };
    if (Tasks.trySchedule(() -> scheduler, LINGER, endBackground) == null) {
      // The gateway closes; no call waits any more.
      endBackground.run();
    }
  }

  private void readGuarded() {
    Guarded.orFail(
        this::read,
        problem -> {
          Guarded.log(LOG, threadName + ": its output was lost", problem);
          outputEnded.complete(null);
          ended.completeExceptionally(problem);
          end();
        });
  }

  private void read() {
    // Its room is kept until the result has been passed on.
    try (Share share = memory.open()) {
      share.onEnded(this::end);
      read(share);
    }
  }

  private void read(Share share) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    boolean tooMuch = false;
    boolean room = true;
    try (InputStream stdout = tree.process().getInputStream()) {
      byte[] chunk = new byte[CHUNK_BYTES];
      int n;
      while (!tooMuch && room && (n = stdout.read(chunk)) >= 0) {
        if (maxOutputBytes > 0) {
          tooMuch = n > maxOutputBytes - kept.size();
          room = kept.size() + n <= MessageMemory.FREE_BYTES || share.await(n);
          kept.write(chunk, 0, room ? Math.min(n, maxOutputBytes - kept.size()) : 0);
        }
      }
      if (tooMuch || !room) {
        end();
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> threadName + ": stdout broke off: " + e.getMessage());
    }
    room &= share.refusal().isEmpty();
    outputEnded.complete(null);
    try {
      int exitCode = tree.process().waitFor();
      stderr.awaitEnd(STDERR_MILLIS);
      ended.complete(
          new Outcome(
              exitCode,
              room ? kept.toString(StandardCharsets.UTF_8) : "",
              stderr.lines(),
              tooMuch,
              room ? "" : share.refusal()));
      if (!ending.get()) {
        gone.complete(null);
      }
    } catch (InterruptedException e) {
      // No other code has this thread; if it is interrupted all the same, nothing is left behind.
      end();
    }
  }

  private static void feed(OutputStream stdin, String text) {
    try (stdin) {
      stdin.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // A program need not read what it is given.
      LOG.log(Level.DEBUG, () -> "stdin was not read to its end: " + e.getMessage());
    }
  }

  private void thread(String suffix, Runnable work) {
    Thread thread =
        new Thread(
            () -> Guarded.run(LOG, threadName + suffix + " failed", work), threadName + suffix);
    thread.setDaemon(true);
    thread.start();
  }
}
