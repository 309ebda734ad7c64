package io.gatemini.internal.prerequisite;

import io.gatemini.config.Prerequisite;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.internal.process.ProgramStart;
import io.gatemini.internal.process.StderrTail;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A prerequisite that this gateway has started. It gets no input. Its output is dropped; what a
 * managed one writes to stderr goes to the log. One that outlives the gateway must not write into a
 * pipe whose reader goes away, so its stderr is dropped, too.
 */
final class StartedProgram {
  private static final long END_OF_STDERR_MILLIS = 250;

  private final String name;
  private final Map<String, String> env;
  private final ProcessTree tree;
  private final Process process;
  private final StderrTail stderr = new StderrTail();
  private volatile boolean ready;

  private StartedProgram(String name, Map<String, String> env, ProcessTree tree) {
    this.name = name;
    this.env = env;
    this.tree = tree;
    this.process = tree.process();
  }

  static StartedProgram start(Prerequisite needed) throws IOException {
    ProgramStart start =
        ProgramStart.of(needed.command(), needed.inheritEnv(), needed.env(), needed.cwd())
            .discardOutput();
    if (!needed.managed()) {
      start.discardErrors().unmarked();
    }
    String name = new File(needed.command().get(0)).getName();
    StartedProgram program = new StartedProgram(name, needed.env(), start.start());
    program.process.getOutputStream().close();
    program.stderr.follow(program.process.getErrorStream(), "gatemini-" + name + "-err");
    return program;
  }

  String name() {
    return name;
  }

  String lastWords() {
    return stderr.lastWords(env);
  }

  /**
   * Reports an end with an exit code other than 0. One that ends with 0 has put itself into the
   * background.
   */
  void onFailure(Consumer<String> listener) {
    tree.onExit(
        "gatemini-" + name + "-exit",
        () -> {
          int code = process.exitValue();
          if (code != 0) {
            awaitStderr();
            String words = lastWords();
            listener.accept(
                "it exited with code " + code + (words.isEmpty() ? "" : "; last words: " + words));
          }
        });
  }

  private void awaitStderr() {
    try {
      stderr.awaitEnd(END_OF_STDERR_MILLIS);
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

  /** The program and its descendants, as far as they are known. */
  ProcessTree tree() {
    return tree;
  }
}
