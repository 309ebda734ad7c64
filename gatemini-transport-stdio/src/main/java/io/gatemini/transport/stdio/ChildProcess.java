package io.gatemini.transport.stdio;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.internal.process.ProgramStart;
import io.gatemini.internal.process.StderrTail;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A channel to a child process over its stdin and stdout.
 *
 * <p>Two daemon threads read its output while it lives; a third writes to it only while it reads
 * too slowly; a fourth ends it. The channel closes when the child ends, closes its output or stops
 * taking input, and no descendant of the child outlives it.
 */
final class ChildProcess implements MessageChannel {
  static final Duration DEFAULT_GRACE_PERIOD = Duration.ofSeconds(5);

  private static final Logger LOG = System.getLogger(ChildProcess.class.getName());

  /**
   * How much may be in the pipe unread. Linux gives a pipe 16 pages, which small messages may fill
   * no more than half; elsewhere 4 KiB are certain.
   */
  private static final long WINDOW_BYTES =
      System.getProperty("os.name", "").equals("Linux") ? 32 * 1024 : 4 * 1024;

  /** The time for a child that closed its output to end, so that its exit code is known. */
  private static final long EXIT_MILLIS = 300;

  /** The time for the system to report the end of a child that is on its way out. */
  private static final long EXITING_MILLIS = 2_000;

  /** How long a child has to end by itself when its input is closed. */
  private static final long VOLUNTARY_EXIT_MILLIS = 500;

  /** How long the readers may take to the end of the pipes of a child that has ended. */
  private static final long PIPE_MILLIS = 1_000;

  /** How long a stop may take beyond the grace period: a killed process may hang in the system. */
  private static final long STOP_MILLIS = 2_000;

  private final String name;
  private final BackendConfig config;
  private final Duration grace;

  /** The grace period, or none for a child that hangs: it would not hear what it is asked. */
  private volatile Duration patience;

  private final int maxMessageBytes;
  private final MessageMemory memory;
  private final boolean severalClients;

  /** Whether the handshake is done: from then on, what clients send may be on stderr. */
  private volatile boolean negotiated;

  private final StderrTail stderr = new StderrTail();
  private final CountDownLatch outputEnded = new CountDownLatch(1);
  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean reported = new AtomicBoolean();

  /** Whether the waiting callers know why the child is gone. */
  private volatile boolean endIsKnown;

  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile @Nullable Running running;

  /** The parts there are once the child has been started. */
  private record Running(
      Process process,
      ProcessTree tree,
      StreamChannel pipes,
      Receiver receiver,
      Runnable forgetting) {}

  ChildProcess(BackendContext context) {
    this.name = context.name();
    this.config = context.config();
    this.memory = context.messageMemory();
    this.severalClients = context.servesSeveralClients();
    OptionValues options =
        StdioOptions.BACKEND.read(Options.of("backends." + name, config.options()));
    this.grace = options.get(StdioOptions.SHUTDOWN_GRACE_PERIOD);
    this.patience = grace;
    this.maxMessageBytes = options.get(StdioOptions.MAX_MESSAGE_BYTES);
  }

  @Override
  public synchronized CompletionStage<Void> open(Receiver receiver) {
    if (ending.get()) {
      return CompletableFuture.failedStage(
          new BackendUnavailableException("backend \"" + name + "\" was stopped"));
    }
    ProcessTree tree;
    try {
      tree =
          ProgramStart.of(
                  ServerCommand.onPath(config.command(), config.env(), config.cwd()),
                  config.inheritEnv(),
                  config.env(),
                  config.cwd())
              .start();
    } catch (IOException e) {
      ending.set(true);
      ended.complete(null);
      return CompletableFuture.failedStage(
          new BackendUnavailableException(
              "backend \""
                  + name
                  + "\" did not start: "
                  + ServerCommand.mistake(config.command())
                      .orElseGet(() -> ProgramStart.problem(config.command(), config.cwd(), e))));
    }
    Process process = tree.process();
    stderr.follow(process.getErrorStream(), "gatemini-" + name + "-err");
    StreamChannel pipes =
        StreamChannel.neverBlocking(
            "gatemini-" + name,
            process.getInputStream(),
            process.getOutputStream(),
            maxMessageBytes,
            memory,
            WINDOW_BYTES);
    running =
        new Running(
            process, tree, pipes, receiver, OrphanedServers.OF_USER.note(name, process.pid()));
    tree.onExit("gatemini-" + name + "-exit", () -> end(false));
    return pipes.open(
        receiver,
        reason -> { // the end of a pipe is the end of the child
          outputEnded.countDown();
          end(false);
        });
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    Running known = running;
    if (known == null) {
      return CompletableFuture.failedStage(
          new BackendUnavailableException("backend \"" + name + "\" is not started"));
    }
    return known.pipes.send(message);
  }

  /** Nothing is sent into a broken pipe; the reason why the child is gone follows in a moment. */
  @Override
  public boolean isEnding() {
    Running child = running;
    return child != null && !child.pipes.canSend() && !endIsKnown;
  }

  @Override
  public boolean canSend() {
    Running known = running;
    return known != null && known.pipes.canSend();
  }

  @Override
  public long sentBytes() {
    Running known = running;
    return known == null ? 0 : known.pipes.sentBytes();
  }

  @Override
  public void peerHasRead(long sentBytes) {
    Running known = running;
    if (known != null) {
      known.pipes.peerHasRead(sentBytes);
    }
  }

  @Override
  public void negotiated(String protocolVersion) {
    negotiated = true;
  }

  @Override
  public MessageMemory memory() {
    return memory;
  }

  /** Done when everything is gone; two seconds after the grace period at the latest. */
  @Override
  public Duration closeTimeout() {
    return grace.plusMillis(STOP_MILLIS);
  }

  @Override
  public CompletionStage<Void> close() {
    end(true);
    return Timeouts.doneOnTimeout(ended, closeTimeout());
  }

  @Override
  public CompletionStage<Void> abort() {
    patience = Duration.ZERO;
    return close();
  }

  @Override
  public OptionalLong pid() {
    Running known = running;
    return known == null ? OptionalLong.empty() : OptionalLong.of(known.process.pid());
  }

  @Override
  public OptionalLong memoryBytes() {
    Running known = running;
    return known == null ? OptionalLong.empty() : known.tree.residentBytes();
  }

  @Override
  public List<String> stderrTail() {
    return stderr.lines();
  }

  private synchronized void end(boolean requested) {
    if (!ending.compareAndSet(false, true)) {
      return;
    }
    Running known = running;
    if (known == null) {
      ended.complete(null);
      return;
    }
    Guarded.startOrRun(LOG, "gatemini-" + name + "-end", () -> end(known, requested));
  }

  private void end(Running child, boolean requested) {
    try {
      if (requested) {
        // While the child lives its children can be found; closing stdin asks it to leave.
        child.tree.look();
        if (child.pipes.stopWriting()) {
          closeInput(child.process);
        }
        child.process.waitFor(
            Math.min(VOLUNTARY_EXIT_MILLIS, patience.toMillis() / 2), TimeUnit.MILLISECONDS);
        report(child, "backend \"" + name + "\" was stopped");
      } else {
        boolean exited = hasExited(child.process);
        child.pipes.stopWriting();
        if (exited) {
          long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PIPE_MILLIS);
          outputEnded.await(PIPE_MILLIS, TimeUnit.MILLISECONDS);
          stderr.awaitEnd(TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()));
        }
        report(
            child,
            reason(exited ? "exited with code " + child.process.exitValue() : "closed its pipe"));
      }
      child.tree.end(patience);
      stderr.awaitEnd(PIPE_MILLIS);
    } catch (InterruptedException e) {
      // No other code has this thread; kill without grace rather than leave something behind.
      child.tree.end(Duration.ZERO);
    } catch (Error e) { // whatever it is, no process may be left behind
      Guarded.log(LOG, "backend \"" + name + "\" is killed, as its end failed", e);
      child.tree.end(Duration.ZERO);
    } finally {
      report(child, "backend \"" + name + "\" ended");
      child.forgetting.run();
      ended.complete(null);
    }
  }

  private static boolean hasExited(Process process) throws InterruptedException {
    return process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)
        || (ProcessTree.isExiting(process.toHandle())
            && process.waitFor(EXITING_MILLIS, TimeUnit.MILLISECONDS));
  }

  private static void closeInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "closing stdin: " + e.getMessage());
    }
  }

  private String reason(String what) {
    String words = stderr.lastWords(config.env());
    String ended = "backend \"" + name + "\" " + what;
    String whole = ended + (words.isEmpty() ? "" : "; last words: " + words);
    if (words.isEmpty() || !severalClients || !negotiated) {
      return whole;
    }
    // Every client reads the reason, and a call of one of them may have put its text there.
    LOG.log(Level.WARNING, whole);
    return ended;
  }

  private void report(Running child, String reason) {
    if (reported.compareAndSet(false, true)) {
      Guarded.run(
          LOG,
          "the end of backend \"" + name + "\" could not be handled",
          () -> child.receiver.closed(reason));
      endIsKnown = true;
    }
  }
}
