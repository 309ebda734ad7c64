package io.gatemini.sandbox.internal.v8;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.js.ScriptRun;
import io.gatemini.sandbox.internal.run.MemoryHolder;
import io.gatemini.spi.ScriptEngine.Status;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds the process to the memory of a worker, heaps of programs and what lies outside of them
 * together. The heaviest program of the client that holds most is ended first. Looks at the
 * resident memory of the process, where the system says it; looks only while programs run.
 * Thread-safe.
 *
 * <p>The process of a gateway has other things in it, and is not ended: programs are asked what
 * they hold each time that it has grown.
 */
final class V8MemoryWatch implements ScriptRun.Watch {
  private static final Logger LOG = System.getLogger(V8MemoryWatch.class.getName());

  /** Buffers are filled with a gigabyte or two a second. */
  private static final long LOOK_MILLIS = 5;

  /** The memory of a process without any program. */
  private static final long PROCESS_BYTES = 160L << 20;

  /** A client that holds less than this part of a heap is not to blame. */
  private static final int GUILTY_PART = 4;

  /** Memory of an ended program is given back within this, on a busy machine as well. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** A program that takes so much after it was stopped is not ending. */
  private static final long GROWTH_BYTES = 128L << 20;

  /** The bytes of a program in a gateway that did not answer, and had answered before. */
  private static final long FIRST_SILENCE = -1;

  private static final Path STATM = Path.of("/proc/self/statm");
  private static final long PAGE_BYTES = 4096;
  private static final int OUT_OF_MEMORY = 3;

  private final ScheduledExecutorService scheduler;
  private final long maxBytes;
  private final boolean inGateway;
  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private @Nullable Future<?> looking;
  private boolean stopped;
  private long stoppedNanos;
  private long stoppedBytes;
  private long knownBytes;

  V8MemoryWatch(SandboxConfig sandbox, ScheduledExecutorService scheduler, boolean inGateway) {
    this.scheduler = scheduler;
    this.inGateway = inGateway;
    maxBytes = sandbox.workerHeapBytes() + PROCESS_BYTES;
  }

  private final class Watched implements ScriptRun.Watched {
    private final ScriptRun run;
    private volatile boolean silent;

    Watched(ScriptRun run) {
      this.run = run;
    }

    @Override
    public long bytes() {
      return 0;
    }

    long heldBytes() {
      if (!(run.context() instanceof V8Context context)) {
        return 0;
      }
      boolean still = silent;
      silent = true;
      long bytes = context.heldBytes(this::answered);
      silent = bytes == V8Context.NO_ANSWER && silent;
      return silent && inGateway && !still ? FIRST_SILENCE : bytes;
    }

    /** At a safe point, on the thread of the program. */
    private void answered(long bytes) {
      silent = false;
      if (inGateway && bytes > maxBytes - PROCESS_BYTES) {
        stop(run);
      }
    }

    @Override
    public void end() {
      watched.remove(this);
    }
  }

  @Override
  public ScriptRun.Watched watch(ScriptRun run, long maxAllocatedBytes) {
    Watched one = new Watched(run);
    watched.add(one);
    synchronized (this) {
      if (looking == null && Files.isReadable(STATM)) {
        looking =
            scheduler.scheduleWithFixedDelay(
                () -> Guarded.run(LOG, "memory could not be looked at", this::look),
                LOOK_MILLIS,
                LOOK_MILLIS,
                TimeUnit.MILLISECONDS);
      }
    }
    return one;
  }

  private synchronized void look() {
    if (watched.isEmpty() && looking != null) {
      looking.cancel(false);
      looking = null;
      return;
    }
    long bytes = resident();
    if (inGateway) {
      lookAtPrograms(bytes);
    } else if (bytes <= maxBytes) {
      stopped = false;
    } else if (!stopped) {
      // One that is silent is the likeliest to have taken the memory, and there is no time to ask.
      stopped = stopHeaviest(holders());
      stoppedNanos = System.nanoTime();
      stoppedBytes = bytes;
    } else if (bytes - stoppedBytes > GROWTH_BYTES
        || System.nanoTime() - stoppedNanos > PATIENCE_NANOS) {
      // It was stopped and holds it all the same.
      Runtime.getRuntime().halt(OUT_OF_MEMORY);
    }
  }

  private void lookAtPrograms(long bytes) {
    if (knownBytes == 0 || bytes < knownBytes) {
      knownBytes = bytes;
    } else if (bytes - knownBytes > GROWTH_BYTES) {
      List<MemoryHolder<ScriptRun>> known = holders();
      // The gateway may have taken it: who is silent for the first time is innocent until the
      // process has grown by half as much again, or until it answers.
      boolean unknown = known.removeIf(holder -> holder.bytes() == FIRST_SILENCE);
      knownBytes = unknown ? bytes - GROWTH_BYTES / 2 : bytes;
      double held = known.stream().mapToDouble(MemoryHolder::bytes).sum();
      if (held > maxBytes - PROCESS_BYTES) {
        stopHeaviest(known);
      }
    }
  }

  private List<MemoryHolder<ScriptRun>> holders() {
    List<MemoryHolder<ScriptRun>> holders = new ArrayList<>();
    for (Watched one : watched) {
      holders.add(new MemoryHolder<>(one.run, one.run.client(), one.heldBytes()));
    }
    return holders;
  }

  private boolean stopHeaviest(List<MemoryHolder<ScriptRun>> holders) {
    Optional<ScriptRun> heaviest =
        MemoryHolder.heaviest(holders, (maxBytes - PROCESS_BYTES) / GUILTY_PART);
    heaviest.ifPresent(this::stop);
    return heaviest.isPresent();
  }

  private void stop(ScriptRun run) {
    run.stop(
        Status.MEMORY,
        "the program took more memory than its worker process has ("
            + ((maxBytes - PROCESS_BYTES) >> 20)
            + " MiB); keep less at a time, or raise sandbox.worker_heap_bytes");
  }

  private static long resident() {
    try {
      String[] pages = Files.readString(STATM, StandardCharsets.US_ASCII).split(" ", 3);
      return Long.parseLong(pages[1]) * PAGE_BYTES;
    } catch (IOException e) {
      return 0;
    }
  }
}
