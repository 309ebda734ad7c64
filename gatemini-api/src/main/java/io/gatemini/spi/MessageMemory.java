package io.gatemini.spi;

import io.gatemini.GatewayStats.InFlight;
import io.gatemini.internal.config.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
 * not come in time is refused; so is one at once where everybody who holds bytes waits for more, as
 * none of them would ever give any back: the youngest of the peer that holds most. A refused
 * message is skipped and fails alone.
 *
 * <p>A peer that never ends its message does not take the room of the others: it has fifteen
 * sixteenths of all at most ({@link #forPeer}), and what it is sending is ended where it has held
 * bytes for two seconds and somebody has waited half a second for them ({@link Share#onEnded}).
 * Where nobody waits, a message may take as long as it likes.
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

  /** Longer than it takes to end those who hold the room. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Enough to read a large message at a usual pace. */
  private static final Duration HOLD_UP = Duration.ofSeconds(2);

  /** So often is looked for somebody to end in that time. */
  private static final int LOOKS = 4;

  /** One part in so many is left to the others by one peer. */
  private static final int PEER_PARTS = 16;

  private static final MessageMemory UNBOUNDED =
      new MessageMemory(null, Long.MAX_VALUE / 2, PATIENCE, HOLD_UP);

  /** The memory of all; this one itself where it is of no peer. Its lock guards every part. */
  private final MessageMemory all;

  private final long maxBytes;
  private final Duration patience;
  private final Duration holdUp;

  // Of all.
  private final TreeSet<Share> waiting = new TreeSet<>(Comparator.comparingLong(Share::number));
  private final Set<Share> endable = new HashSet<>();
  private long opened;
  private long refused;

  /** How many shares hold bytes and do not wait: from them room may come. */
  private int moving;

  // Of this part.
  private long usedBytes;
  private long busyNanos = System.nanoTime();

  private MessageMemory(
      @Nullable MessageMemory all, long maxBytes, Duration patience, Duration holdUp) {
    this.all = all == null ? this : all;
    this.maxBytes = maxBytes;
    this.patience = patience;
    this.holdUp = holdUp;
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
    return of(maxBytes, patience, HOLD_UP);
  }

  /** The same with how long others may be held up. */
  static MessageMemory of(long maxBytes, Duration patience, Duration holdUp) {
    if (maxBytes < FREE_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be at least " + FREE_BYTES + ", not " + maxBytes);
    }
    return new MessageMemory(null, maxBytes, patience, holdUp);
  }

  /**
   * The part of one peer, a backend for example: all its shares together are bounded so that others
   * find room beside them.
   */
  public MessageMemory forPeer() {
    return new MessageMemory(all, all.maxBytes - all.maxBytes / PEER_PARTS, patience, holdUp);
  }

  /**
   * Whether a large message of this peer has come or has waited for room since a moment of {@link
   * System#nanoTime}: the peer lives, and what it says behind that message is not read yet.
   */
  public boolean wasBusySince(long nanos) {
    synchronized (all) {
      return busyNanos - nanos > 0 || all.waiting.stream().anyMatch(share -> share.memory == this);
    }
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
    synchronized (all) {
      return new Share(this, ++all.opened);
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

  /** The figures of all now. */
  public InFlight usage() {
    synchronized (all) {
      return new InFlight(all.usedBytes, all.maxBytes, all.waiting.size(), all.refused);
    }
  }

  /** Whether nobody holds anything or waits. */
  boolean isIdle() {
    synchronized (all) {
      return usedBytes == 0 && moving == 0 && all.waiting.isEmpty() && all.endable.isEmpty();
    }
  }

  /** What has no room for so many bytes more: all, or this part; null where there is room. */
  private @Nullable MessageMemory fullFor(long more) {
    if (all.usedBytes + more > all.maxBytes) {
      return all;
    }
    return usedBytes + more > maxBytes ? this : null;
  }

  /** Serves who waits, the eldest first, and ends what can only wait for itself. */
  private List<Runnable> serve() {
    List<Runnable> told = new ArrayList<>();
    for (Share next : List.copyOf(all.waiting)) {
      long wanted = next.wanted;
      MessageMemory full = next.memory.fullFor(wanted);
      if (full == null) {
        told.add(next.served(true));
        next.add(wanted);
      } else if (all.moving == 0) {
        // Its bytes are given back when its reader, who is told now, closes or empties it.
        full.largest(all.waiting).ifPresent(victim -> told.add(victim.refused(crowded())));
        break;
      } else if (full == all) {
        break;
      }
    }
    return told;
  }

  /** The one of the peer that holds most, the youngest of several. */
  private Optional<Share> largest(Collection<Share> shares) {
    return shares.stream()
        .filter(share -> share.bytes > 0 && (this == all || share.memory == this))
        .max(Comparator.comparing(Share::ofItsPeer).thenComparing(Share::number));
  }

  /** Ends one that has held up others for long, if that makes room for the one that waits. */
  private Optional<Runnable> endHolder(Share waiting) {
    MessageMemory full = waiting.waiter == null ? null : fullFor(waiting.wanted);
    if (full == null || all.endable.stream().anyMatch(share -> share.ended)) {
      return Optional.empty();
    }
    long missing = full.usedBytes + waiting.wanted - full.maxBytes;
    return full.largest(
            all.endable.stream()
                .filter(share -> share.isHeldLong() && share.bytes >= missing)
                .toList())
        .map(Share::end);
  }

  private String crowded() {
    return "for which there was no memory beside the other messages on their way (at most "
        + all.maxBytes
        + " bytes together); ask again in a moment, ask for less at once, or raise"
        + " max_in_flight_bytes and the heap of the gateway (-Xmx)";
  }

  private String tooLarge() {
    return "which is more than "
        + (this == all ? "all messages on their way may have together" : "one backend may have")
        + " ("
        + maxBytes
        + " bytes); ask for less at once, or raise max_in_flight_bytes and the heap of the gateway"
        + " (-Xmx)";
  }

  private String heldUp() {
    return "which took long and held up others for more than "
        + Durations.text(holdUp)
        + "; ask for less at once, or raise max_in_flight_bytes and the heap of the gateway"
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
    private long holdsSince;
    private @Nullable Runnable onEnded;
    private boolean ended;

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

    private boolean isHeldLong() {
      return waiter == null && System.nanoTime() - holdsSince >= memory.all.holdUp.toNanos();
    }

    /** What its peer holds; shares of no peer have nothing in common. */
    private long ofItsPeer() {
      return memory == memory.all ? bytes : memory.usedBytes;
    }

    /**
     * Lets the share be ended while it does not wait but holds up others for long; without this it
     * never is.
     *
     * @param told runs once, on any thread, and has the share closed soon, whatever its reader
     *     waits for; {@link #refusal} says why
     */
    public void onEnded(Runnable told) {
      synchronized (memory.all) {
        if (!closed) {
          onEnded = told;
          memory.all.endable.add(this);
        }
      }
    }

    private Runnable refused(String why) {
      refusal = why;
      return served(false);
    }

    private Runnable end() {
      ended = true;
      refusal = memory.heldUp();
      memory.all.refused++;
      return Objects.requireNonNull(onEnded);
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
      synchronized (memory.all) {
        if (closed || ended) {
          refusal = ended ? refusal : "for which nobody waits any more";
          return CompletableFuture.completedFuture(false);
        }
        if (bytes + more > memory.maxBytes) {
          refusal = memory.tooLarge();
          memory.all.refused++;
          return CompletableFuture.completedFuture(false);
        }
        if (memory.all.waiting.isEmpty() && memory.fullFor(more) == null) {
          add(more);
          return SERVED;
        }
        answer = new CompletableFuture<>();
        waiter = answer;
        wanted = more;
        waitsSince = System.nanoTime();
        patience = patienceNanos;
        memory.all.waiting.add(this);
        memory.busyNanos = waitsSince;
        if (bytes > 0) {
          memory.all.moving--;
        }
        told = memory.serve();
      }
      told.forEach(Runnable::run);
      if (!answer.isDone()) {
        waitOn(answer, patience);
      }
      return answer;
    }

    private void waitOn(CompletableFuture<Boolean> answer, long patience) {
      long step = Math.min(patience, memory.holdUp.toNanos() / LOOKS);
      CompletableFuture.delayedExecutor(step, TimeUnit.NANOSECONDS, Runnable::run)
          .execute(() -> waited(answer, patience - step));
    }

    private void waited(CompletableFuture<Boolean> answer, long patience) {
      if (patience <= 0) {
        giveUp(answer);
      } else if (!answer.isDone()) {
        Optional<Runnable> told;
        synchronized (memory.all) {
          told = memory.endHolder(this);
        }
        told.ifPresent(Runnable::run);
        waitOn(answer, patience);
      }
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
      synchronized (memory.all) {
        if (!closed) {
          add(more);
        }
      }
    }

    /** Gives back what is above a size. */
    public void shrinkTo(long size) {
      List<Runnable> told;
      synchronized (memory.all) {
        if (bytes <= size) {
          return;
        }
        add(size - bytes);
        told = memory.serve();
      }
      told.forEach(Runnable::run);
    }

    boolean isWaiting() {
      synchronized (memory.all) {
        return waiter != null;
      }
    }

    /** How many bytes it holds. */
    public long bytes() {
      synchronized (memory.all) {
        return bytes;
      }
    }

    /** Why the share was refused, as the end of a sentence about the message. */
    public String refusal() {
      synchronized (memory.all) {
        return refusal;
      }
    }

    /** Gives everything back; what waits is refused. */
    @Override
    public void close() {
      List<Runnable> told = new ArrayList<>();
      synchronized (memory.all) {
        if (closed) {
          return;
        }
        closed = true;
        memory.all.endable.remove(this);
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
      synchronized (memory.all) {
        if (waiter != answer) {
          return;
        }
        told = new ArrayList<>(List.of(refused(memory.crowded())));
        told.addAll(memory.serve());
      }
      told.forEach(Runnable::run);
    }

    /** It waits no more; whoever waits for it is told by what is returned, without the lock. */
    private Runnable served(boolean room) {
      CompletableFuture<Boolean> told = waiter;
      memory.all.waiting.remove(this);
      waiter = null;
      wanted = 0;
      memory.busyNanos = System.nanoTime();
      long waited = memory.busyNanos - waitsSince;
      patienceNanos = Math.max(0, patienceNanos - waited);
      holdsSince += waited; // that took this side long, and not the peer
      if (bytes > 0) {
        memory.all.moving++;
      }
      if (!room && !closed) {
        memory.all.refused++;
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
        memory.all.moving--;
      }
      if (more > 0) {
        memory.busyNanos = System.nanoTime();
        holdsSince = bytes == 0 ? memory.busyNanos : holdsSince;
      }
      bytes += more;
      memory.usedBytes += more;
      if (memory != memory.all) {
        memory.all.usedBytes += more;
      }
      if (moves && bytes > 0) {
        memory.all.moving++;
      }
    }
  }
}
