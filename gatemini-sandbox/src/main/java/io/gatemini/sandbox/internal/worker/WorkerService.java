package io.gatemini.sandbox.internal.worker;

import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.run.LocalEngine.LocalRun;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of the conversation: runs the programs that come and answers how they ended.
 * {@link #take} belongs to one thread.
 */
final class WorkerService {
  /** The gateway hears of what was read in portions of that. */
  private static final int READ_BYTES = 2 << 10;

  private final LocalEngine engine;
  private final OutputStream out;
  private final WorkerWatch watch;
  private final Map<Integer, Running> running = new ConcurrentHashMap<>();
  private volatile boolean used;
  private int unsaid;

  private record Running(WorkerHost host, LocalRun program) {}

  WorkerService(LocalEngine engine, ScheduledExecutorService scheduler, OutputStream out) {
    this.engine = engine;
    this.out = out;
    this.watch = new WorkerWatch(scheduler, this::send);
  }

  void ready() {
    byte[] note = new WireWriter().text(engine.note()).toByteArray();
    send(new WorkerFrame(WorkerFrame.Type.READY, 0, 0, note));
  }

  /** Whether a program has come since this was asked before, or is there. */
  boolean wasUsed() {
    boolean known = used;
    used = false;
    return known || !running.isEmpty();
  }

  void take(WorkerFrame frame) {
    unsaid += frame.bytes();
    if (unsaid >= READ_BYTES) {
      send(WorkerFrame.of(WorkerFrame.Type.READ, 0, unsaid));
      unsaid = 0;
    }
    switch (frame.type()) {
      case RUN -> start(frame.run(), new WireReader(frame.body()));
      case ANSWER -> {
        Running program = running.get(frame.run());
        if (program != null) {
          program.host.answered(frame.request(), new WireReader(frame.body()));
        }
      }
      case STOP -> stop(frame.run());
      default -> throw new WorkerProtocolException("a gateway does not send " + frame.type());
    }
  }

  private void start(int run, WireReader in) {
    used = true;
    Program program = WorkerCodec.program(in);
    Limits limits = WorkerCodec.limits(in);
    WorkerHost host = new WorkerHost(run, this::send, in);
    LocalRun started = engine.begin(program, limits, host);
    running.put(run, new Running(host, started));
    watch.started(run, host);
    started
        .outcome()
        .whenComplete(
            (result, failure) ->
                // In its future a failure would be lost, and with it the answer.
                Guarded.orFail(() -> ended(run, host, started, result), WorkerMain::end));
  }

  private void ended(int run, WorkerHost host, LocalRun program, @Nullable Outcome result) {
    running.remove(run);
    host.close();
    watch.ended(run);
    Outcome outcome =
        result != null
            ? result
            : Outcome.failed(ScriptEngine.Status.CANCELLED, "stopped", List.of());
    WireWriter body = new WireWriter();
    WorkerCodec.write(body, outcome);
    boolean goesOn = program.isInside();
    send(new WorkerFrame(WorkerFrame.Type.OUTCOME, run, goesOn ? 1 : 0, body.toByteArray()));
    if (goesOn) {
      program.settled().thenRun(() -> settled(run));
    }
  }

  private void settled(int run) {
    send(WorkerFrame.of(WorkerFrame.Type.SETTLED, run, 0));
  }

  private void stop(int run) {
    Running program = running.get(run);
    if (program != null) {
      program.host.close();
      program.program.outcome().cancel(true);
    }
  }

  private synchronized void send(WorkerFrame frame) {
    try {
      frame.writeTo(out);
      out.flush();
    } catch (IOException e) {
      // The gateway is gone, or has given this process up; there is no work left.
      Runtime.getRuntime().halt(1);
    }
  }
}
