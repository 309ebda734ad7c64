package io.gatemini.internal.prerequisite;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.ConfigException;
import io.gatemini.config.Prerequisite;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.internal.process.ProgramStart;
import io.gatemini.internal.text.CountedText;
import io.gatemini.internal.text.CountedText.OutOfSteps;
import io.gatemini.internal.text.CountedText.Steps;
import io.gatemini.internal.text.Durations;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.PluginContext;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program that backends need. One attempt at a time looks for it, starts it, and waits until it
 * is ready; who asks for the same meanwhile waits for the same attempt.
 */
final class PrerequisiteProgram {
  private static final Logger LOG = System.getLogger(PrerequisiteProgram.class.getName());

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  /** A command line is looked through no further than this. */
  private static final int COMMAND_LINE_LENGTH = 4_096;

  /** The characters that the pattern may look at in all processes together: about two seconds. */
  private static final long MOST_STEPS = 200_000_000;

  private final Prerequisite program;
  private final PluginContext context;
  private @Nullable Attempt current;
  private @Nullable StartedProgram running;
  private boolean closed;
  private boolean warned;

  PrerequisiteProgram(Prerequisite program, PluginContext context) {
    this.program = program;
    this.context = context;
  }

  boolean isFor(Prerequisite other) {
    return (program.processMatch().isPresent()
            && program.processMatch().equals(other.processMatch()))
        || (program.command().equals(other.command())
            && program.env().equals(other.env())
            && program.inheritEnv().equals(other.inheritEnv())
            && program.cwd().equals(other.cwd()));
  }

  /** A future of its own for each attempt, so that giving one up disturbs no other. */
  CompletableFuture<Void> ensure(String backend, Prerequisite needed) {
    Attempt attempt;
    Attempt before;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(
            unavailable(backend, needed, "the gateway is closing"));
      }
      before = current;
      if (before != null
          && !before.ready.isDone()
          && before.probe.equals(ReadinessProbe.of(needed))) {
        return before.ready.copy();
      }
      attempt = new Attempt(backend, needed);
      current = attempt;
    }
    if (before == null) {
      inBackground(attempt, attempt::begin);
    } else {
      // One with another probe; it may have to start the program first.
      before.ready.whenComplete((nothing, failure) -> inBackground(attempt, attempt::begin));
    }
    return attempt.ready.copy();
  }

  /** Ends all waiting; returns what has to end with the gateway. */
  Optional<ProcessTree> close() {
    Attempt open;
    StartedProgram started;
    synchronized (this) {
      closed = true;
      open = current;
      started = running;
      running = null;
    }
    boolean unready = open != null && open.fail("the gateway is closing");
    return started != null && (program.managed() || (unready && !started.wasReady()))
        ? Optional.of(started.tree())
        : Optional.empty();
  }

  private void inBackground(Attempt attempt, Runnable step) {
    if (!Tasks.tryExecute(context::executor, () -> attempt.run(step))) {
      attempt.fail("the gateway is closing");
    }
  }

  private void later(Attempt attempt, Duration delay, Runnable step) {
    Runnable then = () -> inBackground(attempt, step);
    if (Tasks.trySchedule(context::scheduler, delay, then) == null) {
      attempt.fail("the gateway is closing");
    }
  }

  static BackendUnavailableException unavailable(
      String backend, Prerequisite needed, String reason) {
    return new BackendUnavailableException(
        "backend \"%s\" needs \"%s\" (prerequisite), which is not ready: %s"
            .formatted(backend, new File(needed.command().get(0)).getName(), reason));
  }

  private static boolean runs(Pattern wanted) {
    long self = ProcessHandle.current().pid();
    Steps steps = new Steps(MOST_STEPS);
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> process.pid() != self)
          .map(ProcessHandle::info)
          .map(info -> info.commandLine().or(info::command).orElse(""))
          .map(line -> TextCut.head(line, COMMAND_LINE_LENGTH))
          .anyMatch(line -> !line.isEmpty() && wanted.matcher(new CountedText(line, steps)).find());
    } catch (OutOfSteps | StackOverflowError e) {
      LOG.log(
          Level.WARNING,
          "process_match {0} takes too long to compare; write a simpler pattern",
          wanted.pattern());
      return false;
    }
  }

  /** One way from the question whether the program runs to its being ready. */
  private final class Attempt {
    final CompletableFuture<Void> ready = new CompletableFuture<>();
    final ReadinessProbe probe;
    private final String backend;
    private final Prerequisite needed;
    private volatile @Nullable StartedProgram own;
    private long deadline;

    Attempt(String backend, Prerequisite needed) {
      this.backend = backend;
      this.needed = needed;
      this.probe = ReadinessProbe.of(needed);
    }

    boolean fail(String reason) {
      return ready.completeExceptionally(unavailable(backend, needed, reason));
    }

    void run(Runnable step) {
      if (!ready.isDone()) {
        Guarded.orFail(step, this::unattended);
      }
    }

    private void unattended(Throwable problem) {
      LOG.log(Level.WARNING, "a prerequisite of " + backend + " failed", problem);
      giveUp("it could not be watched (" + problem.getClass().getSimpleName() + ")");
    }

    void begin() {
      StartedProgram known;
      synchronized (PrerequisiteProgram.this) {
        known = running;
      }
      if ((known != null && known.isAlive()) || isRunningElsewhere()) {
        awaitReady();
      } else {
        if (known != null && known.hasDetached()) {
          warnOfSecond(known);
        }
        launch();
      }
    }

    private void warnOfSecond(StartedProgram known) {
      synchronized (PrerequisiteProgram.this) {
        if (warned || needed.processMatch().isPresent() || probe.isPossible()) {
          return;
        }
        warned = true;
      }
      LOG.log(
          Level.WARNING,
          "{0}, which backend {1} needs, has put itself into the background or is done; it is"
              + " started again with every start, because its state is unknown; set"
              + " process_match, ready_port or ready_url of the prerequisite",
          known.name(),
          backend);
    }

    private boolean isRunningElsewhere() {
      if (needed.processMatch().isEmpty()) {
        return probe.isPossible() && probe.isReady();
      }
      return runs(Pattern.compile(needed.processMatch().get()));
    }

    private void launch() {
      StartedProgram started;
      synchronized (PrerequisiteProgram.this) {
        if (closed) {
          return;
        }
        try {
          started = StartedProgram.start(needed);
        } catch (ConfigException e) {
          fail(String.valueOf(e.getMessage()));
          return;
        } catch (IOException e) {
          fail(ProgramStart.problem(needed.command(), needed.cwd(), e));
          return;
        }
        running = started;
        own = started;
      }
      LOG.log(Level.INFO, () -> "started " + started.name() + " for backend " + backend);
      started.onFailure(
          reason -> {
            if (own == started) {
              fail(reason);
            }
          });
      later(this, needed.startupDelay(), this::awaitReady);
    }

    private void awaitReady() {
      deadline = System.nanoTime() + needed.readyTimeout().toNanos();
      ask(FIRST_PAUSE);
    }

    private void ask(Duration pause) {
      if (!probe.isPossible() || probe.isReady()) {
        StartedProgram started = own;
        if (started != null) {
          started.becameReady();
        }
        ready.complete(null);
      } else if (System.nanoTime() - deadline >= 0) {
        giveUp(
            probe.words()
                + " did not answer within "
                + Durations.text(needed.readyTimeout())
                + "; raise ready_timeout if it needs longer");
      } else {
        Duration doubled = pause.multipliedBy(2);
        Duration next = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        later(this, pause, () -> ask(next));
      }
    }

    /** Ends a program that was started for nothing. */
    private void giveUp(String reason) {
      StartedProgram started = own;
      if (started != null) {
        synchronized (PrerequisiteProgram.this) {
          if (running == started) {
            running = null;
          }
        }
        own = null;
        String words = started.lastWords();
        started.tree().end(Duration.ZERO);
        fail(words.isEmpty() ? reason : reason + "; last words: " + words);
      } else {
        fail(reason);
      }
    }
  }
}
