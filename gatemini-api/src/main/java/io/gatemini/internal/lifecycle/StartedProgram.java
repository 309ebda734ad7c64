package io.gatemini.internal.lifecycle;

import io.gatemini.Prerequisite;
import io.gatemini.internal.process.ChildEnvironment;
import io.gatemini.internal.thread.Guarded;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A prerequisite that this gateway has started. It gets no input. Its output is dropped; what a
 * managed one writes to stderr goes to the log. One that outlives the gateway must not write into a
 * pipe whose reader goes away, so its stderr is dropped, too.
 */
final class StartedProgram {
  private static final Logger LOG = System.getLogger(StartedProgram.class.getName());
  private static final int LAST_LINES = 3;
  private static final int LINE_LENGTH = 300;
  private static final long END_OF_STDERR_MILLIS = 250;

  private final String name;
  private final Process process;
  private final Deque<String> stderr = new ArrayDeque<>();
  private final CountDownLatch stderrEnded = new CountDownLatch(1);
  private volatile boolean ready;

  private StartedProgram(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  static StartedProgram start(Prerequisite needed) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(needed.command());
    ChildEnvironment.apply(builder, needed.env());
    needed.cwd().ifPresent(directory -> builder.directory(new File(directory)));
    builder.redirectOutput(Redirect.DISCARD);
    if (!needed.managed()) {
      builder.redirectError(Redirect.DISCARD);
    }
    Process process = builder.start();
    process.getOutputStream().close();
    StartedProgram program =
        new StartedProgram(new File(needed.command().get(0)).getName(), process);
    if (needed.managed()) {
      program.followStderr();
    } else {
      program.stderrEnded.countDown();
    }
    return program;
  }

  /** The system's message names directories of the host; this one names what was configured. */
  static String notStarted(Prerequisite needed, String problem) {
    if (needed.cwd().isPresent() && !new File(needed.cwd().get()).isDirectory()) {
      return "its cwd is not a directory";
    }
    return problem.contains("error=13")
        ? "it may not be executed"
        : "it was not found; install it, or give its full path in prerequisite.command";
  }

  String name() {
    return name;
  }

  private void followStderr() {
    Thread thread = new Thread(() -> read(process.getErrorStream()), "gatemini-" + name + "-err");
    thread.setDaemon(true);
    thread.start();
  }

  private void read(InputStream stream) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int next = lines.read(); next >= 0; next = lines.read()) {
        if (next == '\n') {
          String ended = line.toString();
          line.setLength(0);
          // A program whose stderr is not read any more stands still.
          Guarded.run(LOG, "a line of a prerequisite was lost", () -> add(ended));
        } else if (line.length() < LINE_LENGTH) {
          line.append((char) next);
        }
      }
      add(line.toString());
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> name + ": stderr: " + e.getMessage());
    } finally {
      stderrEnded.countDown();
    }
  }

  private void add(String line) {
    if (line.isBlank()) {
      return;
    }
    LOG.log(Level.DEBUG, () -> name + ": " + line);
    synchronized (stderr) {
      stderr.addLast(line.strip());
      if (stderr.size() > LAST_LINES) {
        stderr.removeFirst();
      }
    }
  }

  String lastWords() {
    synchronized (stderr) {
      return String.join(" | ", stderr);
    }
  }

  /**
   * Tells when it ends with an exit code that is not 0. One that ends with 0 has put itself into
   * the background.
   */
  void onFailure(Executor executor, Consumer<String> listener) {
    process
        .onExit()
        .thenAcceptAsync(
            ended -> {
              int code = ended.exitValue();
              if (code != 0) {
                awaitStderr();
                String words = lastWords();
                Guarded.run(
                    LOG,
                    "the end of a prerequisite was not told",
                    () ->
                        listener.accept(
                            "it exited with code "
                                + code
                                + (words.isEmpty() ? "" : "; last words: " + words)));
              }
            },
            executor);
  }

  private void awaitStderr() {
    try {
      if (!stderrEnded.await(END_OF_STDERR_MILLIS, TimeUnit.MILLISECONDS)) {
        LOG.log(Level.DEBUG, "{0}: somebody else holds its stderr", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has ended as one does that has put itself into the background. */
  boolean hasDetached() {
    return !process.isAlive() && process.exitValue() == 0;
  }

  void becameReady() {
    ready = true;
  }

  boolean wasReady() {
    return ready;
  }

  /** It and all it started, as far as that can be told. */
  List<ProcessHandle> tree() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }

  void kill() {
    tree().forEach(ProcessHandle::destroyForcibly);
  }
}
