package io.gatemini.sandbox.internal.worker;

import io.gatemini.CallRefusedException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.process.StderrTail;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One worker process with its pipes. A thread of its own starts it and reads its output, a second
 * one writes, so that a process that does not read stops no other; a third keeps the end of its
 * error stream. All end with the process. Thread-safe.
 */
final class WorkerProcess {
  private static final Logger LOG = System.getLogger(WorkerProcess.class.getName());

  /** The virtual machine's own status when it ends for want of memory. */
  private static final int OUT_OF_MEMORY = 3;

  /** Said once in the life of a process, not by each worker. */
  private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

  /** How long the threads at the pipes of a process that has ended may take. */
  private static final long PIPE_MILLIS = 1_000;

  /** An answer becomes some copies, wide ones among them, before a program has it. */
  private static final int HEAP_PER_ANSWER = 8;

  /** Hears what happens to a worker. Called by the worker's own thread. */
  interface Owner {
    void ready(WorkerProcess worker);

    void frame(WorkerProcess worker, WorkerFrame frame);

    /** It is gone; nothing of it is left. */
    void gone(WorkerProcess worker, WorkerEnd end);
  }

  private final WorkerLauncher launcher;
  private final SandboxConfig config;
  private final List<String> plugins;
  private final Owner owner;
  private final Thread reader;

  /**
   * A pipe holds so many unread bytes on each system: senders write them, a thread what is beyond.
   */
  private static final int WINDOW_BYTES =
      System.getProperty("os.name", "").startsWith("Linux") ? 32 << 10 : 4 << 10;

  /** Guarded by itself. Large answers are made as they are written: their copy does not wait. */
  private final Queue<Supplier<WorkerFrame>> outgoing = new ArrayDeque<>();

  // Guarded by outgoing.
  private @Nullable OutputStream direct;
  private int unread;

  private volatile @Nullable String killed;

  /** Guarded by this. */
  private @Nullable Process process;

  /**
   * @param plugins names of the plug-ins its engine may use
   */
  WorkerProcess(
      int number,
      WorkerLauncher launcher,
      SandboxConfig config,
      List<String> plugins,
      Owner owner) {
    this.launcher = launcher;
    this.config = config;
    this.plugins = plugins;
    this.owner = owner;
    this.reader = thread("gatemini-sandbox-worker-" + number, this::live);
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(() -> Guarded.run(LOG, name + " ended early", work), name);
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    reader.start();
  }

  /** Ends the process; the owner hears when it is gone. */
  synchronized void kill(String reason) {
    if (killed == null) {
      killed = reason;
    }
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
    }
  }

  /** Waits until nothing is left of it. */
  void awaitEnd(Duration time) {
    if (Thread.currentThread() == reader) {
      return;
    }
    try {
      reader.join(Math.max(1, time.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The process id; absent before the process runs. */
  synchronized Optional<Long> pid() {
    return Optional.ofNullable(process).map(Process::pid);
  }

  // ---- the process ----

  private void live() {
    Path scratch = null;
    WorkerEnd end;
    try {
      scratch = ScratchDirectory.create();
      end = converse(started(scratch));
    } catch (IOException | RuntimeException e) {
      end = new WorkerEnd(false, String.valueOf(e.getMessage()));
    } catch (Error e) { // who reads it no more cannot be left with it
      LOG.log(Level.ERROR, "a worker could not be read and is given up", e);
      kill(e.toString());
      end = new WorkerEnd(false, e.toString());
    }
    Path left = scratch;
    if (left != null) {
      Guarded.run(LOG, "a worker's files are left behind", () -> ScratchDirectory.delete(left));
    }
    owner.gone(this, end);
  }

  private synchronized Process started(Path scratch) throws IOException {
    if (killed != null) {
      throw new IOException("it is not needed any more");
    }
    Process started = launcher.launch(scratch);
    process = started;
    return started;
  }

  private WorkerEnd converse(Process running) {
    StderrTail errors = new StderrTail();
    errors.follow(running.getErrorStream(), reader.getName() + "-errors");
    Thread writer =
        thread(
            reader.getName() + "-writer",
            () -> Guarded.orFail(() -> write(running.getOutputStream()), this::deaf));
    send(configFrame());
    writer.start();
    String fault = null;
    try (InputStream in = new BufferedInputStream(running.getInputStream(), 64 << 10)) {
      for (WorkerFrame frame = WorkerFrame.readFrom(in);
          frame != null;
          frame = WorkerFrame.readFrom(in)) {
        if (frame.type() == WorkerFrame.Type.READY) {
          String note = frame.body().length == 0 ? "" : new WireReader(frame.body()).text();
          if (!note.isEmpty() && NOTED.add(note)) {
            LOG.log(Level.WARNING, note);
          }
          owner.ready(this);
        } else if (frame.type() == WorkerFrame.Type.READ) {
          synchronized (outgoing) {
            unread -= frame.request();
          }
        } else {
          owner.frame(this, frame);
        }
      }
    } catch (WorkerProtocolException e) {
      fault = e.getMessage();
    } catch (IOException e) {
      // The pipe broke, which is how a process ends that is killed.
      LOG.log(Level.DEBUG, "a worker's pipe broke", e);
    }
    if (fault == null) {
      // Ending it closes the stream of its errors, and why it ended may still be in there.
      awaitEnd(errors);
    }
    running.destroyForcibly();
    int status = waitFor(running);
    writer.interrupt();
    join(writer);
    awaitEnd(errors);
    String reason = killed;
    if (reason == null) {
      reason = fault != null ? fault : "it ended with status " + status + lastWords(errors);
    }
    return new WorkerEnd(killed == null && status == OUT_OF_MEMORY, reason);
  }

  private static int waitFor(Process process) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void awaitEnd(StderrTail errors) {
    try {
      // Ends with the pipes; a grandchild that holds them open is not waited for.
      errors.awaitEnd(PIPE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(PIPE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private WorkerFrame configFrame() {
    WireWriter body = new WireWriter();
    WorkerCodec.write(body, config);
    body.list(plugins, WireWriter::text);
    return new WorkerFrame(WorkerFrame.Type.CONFIG, 0, 0, body.toByteArray());
  }

  private void write(OutputStream pipe) {
    try (OutputStream out = new BufferedOutputStream(pipe, 64 << 10)) {
      while (true) {
        write(out, next(out).get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a worker's pipe broke", e);
    }
  }

  /** Waits for a frame that its sender left to the writing thread. */
  private Supplier<WorkerFrame> next(OutputStream out) throws InterruptedException {
    synchronized (outgoing) {
      while (outgoing.isEmpty()) {
        direct = out;
        outgoing.wait();
      }
      direct = null;
      return outgoing.remove();
    }
  }

  private void write(OutputStream out, WorkerFrame frame) throws IOException {
    synchronized (outgoing) {
      unread += frame.bytes();
    }
    frame.writeTo(out);
    out.flush();
  }

  /** A worker that hears nothing is no use. */
  private void deaf(Throwable problem) {
    LOG.log(Level.WARNING, "a message to a worker failed, and the worker is given up", problem);
    kill("a message to it failed");
  }

  // ---- messages to it ----

  private void send(WorkerFrame frame) {
    synchronized (outgoing) {
      OutputStream out = direct;
      if (out == null || !outgoing.isEmpty() || unread + frame.bytes() > WINDOW_BYTES) {
        later(() -> frame);
        return;
      }
      try {
        write(out, frame);
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "a worker's pipe broke", e);
      }
    }
  }

  private void later(Supplier<WorkerFrame> frame) {
    synchronized (outgoing) {
      outgoing.add(frame);
      outgoing.notifyAll();
    }
  }

  /**
   * @param mentioned backends by words of the program, each with those of its tools that are words
   */
  void run(WorkerRun run, Map<String, ScriptBackend> mentioned) {
    WireWriter body = new WireWriter();
    WorkerCodec.write(body, run.program);
    WorkerCodec.write(body, run.limits, run.left());
    body.text(run.client());
    body.list(
        List.copyOf(mentioned.entrySet()),
        (to, entry) -> {
          ScriptBackend backend = entry.getValue();
          WorkerCodec.write(to.text(entry.getKey()), backend);
          to.list(backend.tools(), WorkerCodec::write);
        });
    send(new WorkerFrame(WorkerFrame.Type.RUN, run.number, 0, body.toByteArray()));
  }

  void stop(int run) {
    send(WorkerFrame.of(WorkerFrame.Type.STOP, run, 0));
  }

  void answer(int run, int request, ToolResult answer) {
    answer(run, request, answer.json(), answer.isString());
  }

  void answer(int run, int request, RawJson answer) {
    answer(run, request, answer, false);
  }

  private void answer(int run, int request, RawJson answer, boolean isString) {
    long most = config.workerHeapBytes() / HEAP_PER_ANSWER;
    if (answer.length() > most) {
      fail(
          run,
          request,
          new CallRefusedException(
              "an answer of "
                  + answer.length()
                  + " bytes is too large for a worker, which takes "
                  + most
                  + "; ask for less, or raise sandbox.worker_heap_bytes"));
      return;
    }
    Supplier<WorkerFrame> frame =
        () -> answerFrame(run, request, new WireWriter().flag(true).json(answer).flag(isString));
    if (answer.length() > WINDOW_BYTES) {
      later(frame);
    } else {
      send(frame.get());
    }
  }

  void fail(int run, int request, Throwable failure) {
    WireWriter body = new WireWriter().flag(false);
    WorkerCodec.writeFailure(body, failure);
    answer(run, request, body);
  }

  /**
   * @param body begins with whether it is an answer or a failure
   */
  void answer(int run, int request, WireWriter body) {
    send(answerFrame(run, request, body));
  }

  private static WorkerFrame answerFrame(int run, int request, WireWriter body) {
    return new WorkerFrame(WorkerFrame.Type.ANSWER, run, request, body.toByteArray());
  }

  /** The last line that it wrote to stderr, as the end of a sentence. */
  private static String lastWords(StderrTail errors) {
    String last =
        errors.lines().stream()
            .filter(line -> !line.isBlank())
            .reduce("", (first, second) -> second)
            .strip();
    // An agent may read this; the paths of the host are none of its business.
    return last.isEmpty()
        ? ""
        : " (" + last.replaceAll("(?<!\\S)[^\\s/\\\\]*+[/\\\\]\\S*+", "...") + ")";
  }
}
