package io.gatemini.internal.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Permits under the interleavings that Lincheck finds: whatever two threads do at once has the
 * results that some order of their steps gives a queue without threads. Each thread takes or waits
 * for one permit at a time, and gives back what it has. All are of one session.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public class PermitsModelTest {
  private final Permits permits = new Permits(1);
  private final boolean[] holds = new boolean[THREADS];
  private final @Nullable Call[] calls = new Call[THREADS];

  private static final int THREADS = 4;

  /** The second thread has the permit, and the first one waits for it. */
  public PermitsModelTest() {
    tryAcquire(2);
    acquire(1);
  }

  @Operation
  public boolean tryAcquire(@Param(name = "thread") int thread) {
    return isFree(thread) && (holds[thread] = permits.tryAcquire());
  }

  @Operation
  public boolean acquire(@Param(name = "thread") int thread) {
    if (!isFree(thread)) {
      return false;
    }
    Call call = new Call();
    holds[thread] = permits.acquire(call);
    calls[thread] = holds[thread] ? null : call;
    return holds[thread];
  }

  /** A permit that is granted later is given back at once, on the thread that grants it. */
  @Operation
  public boolean acquireForAnInstant(@Param(name = "thread") int thread) {
    return isFree(thread)
        && (holds[thread] =
            permits.acquire(
                () -> {
                  permits.release();
                  return true;
                }));
  }

  /** Gives up waiting; false where the permit was granted already, which the thread has then. */
  @Operation
  public boolean leave(@Param(name = "thread") int thread) {
    Call call = calls[thread];
    if (call == null) {
      return false;
    }
    calls[thread] = null;
    holds[thread] = !call.state.compareAndSet(State.WAITING, State.LEFT);
    if (!holds[thread]) {
      permits.leave(call);
    }
    return !holds[thread];
  }

  @Operation
  public boolean release(@Param(name = "thread") int thread) {
    Call call = calls[thread];
    if (call != null && call.state.get() == State.GRANTED) {
      calls[thread] = null;
      holds[thread] = true;
    }
    if (!holds[thread]) {
      return false;
    }
    holds[thread] = false;
    permits.release();
    return true;
  }

  private boolean isFree(int thread) {
    return !holds[thread] && calls[thread] == null;
  }

  @Test
  @Tag("long")
  void servesAsAQueueWould() {
    new ModelCheckingOptions()
        .iterations(60)
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(1)
        .invocationsPerIteration(200)
        .addGuarantee(
            // Guarded by a lock.
            ManagedStrategyGuaranteeKt.forClasses(
                    HashMap.class.getName(),
                    LinkedHashSet.class.getName(),
                    ArrayDeque.class.getName())
                .allMethods()
                .treatAsAtomic())
        .sequentialSpecification(Queue.class)
        .check(PermitsModelTest.class);
  }

  private enum State {
    WAITING,
    GRANTED,
    LEFT
  }

  private static final class Call implements Permits.Waiter {
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    @Override
    public boolean granted() {
      return state.compareAndSet(State.WAITING, State.GRANTED);
    }
  }

  /** The promises of permits, for one thread. */
  public static final class Queue {
    private static final int NOBODY = -1;
    private static final int AN_INSTANT = -2;

    private final Deque<Integer> waiting = new ArrayDeque<>();
    private int holder = NOBODY;

    public Queue() {
      tryAcquire(2);
      acquire(1);
    }

    public boolean tryAcquire(int thread) {
      if (holder == NOBODY && !waiting.contains(thread)) {
        holder = thread;
        return true;
      }
      return false;
    }

    public boolean acquire(int thread) {
      return tryAcquire(thread) || (isFree(thread) && !waiting.add(thread));
    }

    public boolean acquireForAnInstant(int thread) {
      return tryAcquire(thread) || (isFree(thread) && !waiting.add(AN_INSTANT));
    }

    private boolean isFree(int thread) {
      return holder != thread && !waiting.contains(thread);
    }

    public boolean leave(int thread) {
      return waiting.remove(thread);
    }

    public boolean release(int thread) {
      if (holder != thread) {
        return false;
      }
      do {
        holder = waiting.isEmpty() ? NOBODY : waiting.poll();
      } while (holder == AN_INSTANT);
      return true;
    }
  }
}
