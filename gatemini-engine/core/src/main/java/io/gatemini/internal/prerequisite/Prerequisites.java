package io.gatemini.internal.prerequisite;

import io.gatemini.config.Prerequisite;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The programs that have to run before backends start; one for all backends that need the same. Two
 * need the same when command, environment and directory are equal, or {@code process_match} is.
 *
 * <p>Thread-safe. Programs that this gateway started and manages end with {@link #close}.
 */
public final class Prerequisites implements AutoCloseable {
  /** How long programs have to end by themselves. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How long the system may take to end what was killed. */
  private static final Duration KILL = Duration.ofSeconds(1);

  /** The most that {@link #close} takes. */
  public static final Duration LONGEST_CLOSE = GRACE.plus(KILL);

  private final PluginContext context;
  private final List<PrerequisiteProgram> programs = new ArrayList<>();
  private boolean closed;

  public Prerequisites(PluginContext context) {
    this.context = context;
  }

  /**
   * Ensures that a program runs and, as far as can be checked, is ready; starts it unless it runs.
   * Asked for many times at once, it is started once.
   *
   * @return completes when the program is ready; fails with a {@link
   *     io.gatemini.BackendUnavailableException} that names the program and the reason
   */
  public CompletableFuture<Void> ensure(String backend, Prerequisite needed) {
    PrerequisiteProgram program;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(
            PrerequisiteProgram.unavailable(backend, needed, "the gateway is closing"));
      }
      program = programs.stream().filter(known -> known.isFor(needed)).findFirst().orElse(null);
      if (program == null) {
        program = new PrerequisiteProgram(needed, context);
        programs.add(program);
      }
    }
    return program.ensure(backend, needed);
  }

  /**
   * Ends the managed programs, all at the same time, within six seconds; the others are left
   * running. Idempotent.
   */
  @Override
  public void close() {
    List<PrerequisiteProgram> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(programs);
      programs.clear();
    }
    ProcessTree.endAll(all.stream().flatMap(program -> program.close().stream()).toList(), GRACE);
  }
}
