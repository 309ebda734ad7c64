package io.gatemini.spi;

import io.gatemini.GatewayStats.InFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of messages that are on their way through a gateway, and their one bound: what is being
 * read from backends and clients, what is being made to fit, and what waits to be written. A
 * transport takes a {@link Share} for each message it reads and closes it when it has passed the
 * message on. Thread-safe.
 *
 * <p>Who reads asks for room before the bytes are read, and waits for it; that holds up its own
 * peer and nobody else. The share that was opened first is served first. A share whose room does
 * not come in time is refused; so is the youngest one at once where everybody who holds bytes waits
 * for more, as none of them would ever give any back. A refused message is skipped and fails alone.
 *
 * <p>Messages of up to {@value #FREE_BYTES} bytes are not counted: they cost nothing here.
 *
 * <pre>{@code
 * try (MessageMemory.Share share = context.messageMemory().open()) {
 *   if (share.await(chunk.length)) {
 *     … // read on
 *   } else {
 *     … // skip the message, tell share.refusal()
 *   }
 * }
 * }</pre>
 */
public final class MessageMemory {
  /** Up to this size a message is read and passed on without being counted. */
  public static final int FREE_BYTES = 64 * 1024;

  /**
   * Of the heap, one part in so many is for the bytes of messages as they arrive. A message takes
   * several times its size while it is read, decoded and made to fit: the line, a copy of its
   * result, its text as characters and as a string.
   */
  private static final int HEAP_PARTS = 12;

  /** Shorter than it takes to count a backend as hung whose reader waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final MessageMemory UNBOUNDED = new MessageMemory(Long.MAX_VALUE / 2, PATIENCE);

  private final long maxBytes;
  private final Duration patience;

  // Guarded by this.
  private final TreeSet<Share> waiting = new TreeSet<>(Comparator.comparingLong(Share::number));
  private long opened;
  private long usedBytes;
  private long refused;

  /** How many shares hold bytes and do not wait: from them room may come. */
  private int moving;

  private MessageMemory(long maxBytes, Duration patience) {
    this.maxBytes = maxBytes;
    this.patience = patience;
  }

  /** A memory of so many bytes. */
  public static MessageMemory of(long maxBytes) {
    return of(maxBytes, PATIENCE);
  }

  /**
   * A memory of so many bytes.
   *
   * @param patience how long a share waits for room, all its waits together
   */
  public static MessageMemory of(long maxBytes, Duration patience) {
    if (maxBytes < FREE_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be at least " + FREE_BYTES + ", not " + maxBytes);
    }
    return new MessageMemory(maxBytes, patience);
  }

  /** The default for the heap of this process: a twelfth of it. */
  public static long defaultMaxBytes() {
    return Math.max(FREE_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
  }

  /** A memory without a bound, for whoever has no gateway. */
  public static MessageMemory unbounded() {
    return UNBOUNDED;
  }

  /** A share that holds nothing yet. */
  public Share open() {
    synchronized (this) {
      return new Share(this, ++opened);
    }
  }

  /** A share for bytes that are there already; they count, but never wait. */
  public Share claim(long bytes) {
    Share share = open();
    share.claim(bytes);
    return share;
  }

  /**
   * Counts an answer from the moment it is there until what is made of it is done, whichever way.
   *
   * @param came fails, or completes with the answer
   * @param size of an answer in bytes
   * @param left what it is waited for
   */
  public <T> void count(
      CompletableFuture<T> came, ToLongFunction<T> size, CompletableFuture<?> left) {
    came.whenComplete(
        (answer, failure) -> {
          long bytes = answer == null || left.isDone() ? 0 : size.applyAsLong(answer);
          if (bytes > FREE_BYTES) {
            Share share = claim(bytes);
            left.whenComplete((done, problem) -> share.close());
          }
        });
  }

  /** The bound. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Its figures now. */
  public synchronized InFlight usage() {
    return new InFlight(usedBytes, maxBytes, waiting.size(), refused);
  }

  /** Whether nobody holds anything or waits. */
  synchronized boolean isIdle() {
    return usedBytes == 0 && moving == 0 && waiting.isEmpty();
  }

  /** Serves who waits, the eldest first, and ends what can only wait for itself. */
  private List<Runnable> serve() {
    List<Runnable> told = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Share eldest = waiting.first();
      if (usedBytes + eldest.wanted <= maxBytes) {
        long wanted = eldest.wanted;
        told.add(eldest.served(true));
        eldest.add(wanted);
      } else if (moving == 0 && usedBytes > 0) {
        Share victim = youngestHolding();
        if (victim == null) {
          break;
        }
        victim.refusal = crowded();
        told.add(victim.served(false));
        // Its bytes are given back when its reader, who is told now, closes or empties it.
        break;
      } else {
        break;
      }
    }
    return told;
  }

  private @Nullable Share youngestHolding() {
    for (Share share : waiting.descendingSet()) {
      if (share.bytes > 0) {
        return share;
      }
    }
    return null;
  }

  private String crowded() {
    return "for which there was no memory beside the other messages on their way (at most "
        + maxBytes
        + " bytes together); ask again in a moment, ask for less at once, or raise"
        + " max_in_flight_bytes and the heap of the gateway (-Xmx)";
  }

  private String tooLarge() {
    return "which is more than all messages on their way may have together ("
        + maxBytes
        + " bytes); ask for less at once, or raise max_in_flight_bytes and the heap of the gateway"
        + " (-Xmx)";
  }

  /**
   * The share of one message, until it is closed. Grown by one thread at a time, closed by any,
   * once or more often.
   */
  public static final class Share implements AutoCloseable {
    private static final CompletableFuture<Boolean> SERVED =
        CompletableFuture.completedFuture(true);

    private final MessageMemory memory;
    private final long number;

    // Guarded by the memory.
    private long bytes;
    private long wanted;
    private @Nullable CompletableFuture<Boolean> waiter;
    private String refusal = "";
    private boolean closed;

    /** How long it may still wait, all times together. */
    private long patienceNanos;

    private long waitsSince;

    private Share(MessageMemory memory, long number) {
      this.memory = memory;
      this.number = number;
      this.patienceNanos = memory.patience.toNanos();
    }

    private long number() {
      return number;
    }

    /**
     * Asks for room. The future is done at once where there is room, or can never be; it never
     * fails.
     *
     * @return whether there is room; where not, {@link #refusal} says why, and what the share has
     *     is to be given back
     */
    public CompletableFuture<Boolean> grow(long more) {
      CompletableFuture<Boolean> answer;
      List<Runnable> told;
      long patience;
      synchronized (memory) {
        if (closed) {
          refusal = "for which nobody waits any more";
          return CompletableFuture.completedFuture(false);
        }
        if (bytes + more > memory.maxBytes) {
          refusal = memory.tooLarge();
          memory.refused++;
          return CompletableFuture.completedFuture(false);
        }
        if (memory.waiting.isEmpty() && memory.usedBytes + more <= memory.maxBytes) {
          add(more);
          return SERVED;
        }
        answer = new CompletableFuture<>();
        waiter = answer;
        wanted = more;
        waitsSince = System.nanoTime();
        patience = patienceNanos;
        memory.waiting.add(this);
        if (bytes > 0) {
          memory.moving--;
        }
        told = memory.serve();
      }
      told.forEach(Runnable::run);
      if (!answer.isDone()) {
        CompletableFuture.delayedExecutor(patience, TimeUnit.NANOSECONDS, Runnable::run)
            .execute(() -> giveUp(answer));
      }
      return answer;
    }

    /**
     * The same for a thread that may wait. One that is interrupted is refused, and stays
     * interrupted.
     */
    public boolean await(long more) {
      CompletableFuture<Boolean> answer = grow(more);
      try {
        return answer.get();
      } catch (InterruptedException e) {
        giveUp(answer);
        Thread.currentThread().interrupt();
        return answer.getNow(false);
      } catch (ExecutionException e) {
        throw new IllegalStateException("a share that failed", e);
      }
    }

    /** Counts bytes that are there already; a closed share holds none. */
    public void claim(long more) {
      synchronized (memory) {
        if (!closed) {
          add(more);
        }
      }
    }

    /** Gives back what is above a size. */
    public void shrinkTo(long size) {
      List<Runnable> told;
      synchronized (memory) {
        if (bytes <= size) {
          return;
        }
        add(size - bytes);
        told = memory.serve();
      }
      told.forEach(Runnable::run);
    }

    boolean isWaiting() {
      synchronized (memory) {
        return waiter != null;
      }
    }

    /** How many bytes it holds. */
    public long bytes() {
      synchronized (memory) {
        return bytes;
      }
    }

    /** Why the share was refused, as the end of a sentence about the message. */
    public String refusal() {
      synchronized (memory) {
        return refusal;
      }
    }

    /** Gives everything back; what waits is refused. */
    @Override
    public void close() {
      List<Runnable> told = new ArrayList<>();
      synchronized (memory) {
        if (closed) {
          return;
        }
        closed = true;
        if (waiter != null) {
          told.add(served(false));
        }
        add(-bytes);
        told.addAll(memory.serve());
      }
      told.forEach(Runnable::run);
    }

    private void giveUp(CompletableFuture<Boolean> answer) {
      List<Runnable> told;
      synchronized (memory) {
        if (waiter != answer) {
          return;
        }
        refusal = memory.crowded();
        told = new ArrayList<>(List.of(served(false)));
        told.addAll(memory.serve());
      }
      told.forEach(Runnable::run);
    }

    /** It waits no more; whoever waits for it is told by what is returned, without the lock. */
    private Runnable served(boolean room) {
      CompletableFuture<Boolean> told = waiter;
      memory.waiting.remove(this);
      waiter = null;
      wanted = 0;
      patienceNanos = Math.max(0, patienceNanos - (System.nanoTime() - waitsSince));
      if (bytes > 0) {
        memory.moving++;
      }
      if (!room && !closed) {
        memory.refused++;
      }
      return () -> {
        if (told != null) {
          told.complete(room);
        }
      };
    }

    private void add(long more) {
      boolean moves = waiter == null;
      if (moves && bytes > 0) {
        memory.moving--;
      }
      bytes += more;
      memory.usedBytes += more;
      if (moves && bytes > 0) {
        memory.moving++;
      }
    }
  }
}
