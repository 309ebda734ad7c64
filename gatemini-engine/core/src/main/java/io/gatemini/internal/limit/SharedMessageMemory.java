package io.gatemini.internal.limit;

import io.gatemini.GatewayStats.InFlight;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.MessageMemory;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The memory for messages that all peers of a gateway share, or the part of one peer. One lock
 * guards every part; notifications are sent without it.
 */
public final class SharedMessageMemory implements MessageMemory {
  /** Longer than it takes to end those who hold the room. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Enough to read a large message at a usual pace. */
  private static final Duration HOLD_UP = Duration.ofSeconds(2);

  /** So often is looked for somebody to end in that time. */
  private static final int LOOKS = 4;

  /** One part in so many is left to the others by one peer. */
  private static final int PEER_PARTS = 16;

  private static final String ADVICE =
      "; ask for less at once, or raise max_in_flight_bytes and the heap of the gateway (-Xmx)";

  /** The memory of all; this one itself where it is of no peer. Its lock guards every part. */
  private final SharedMessageMemory all;

  private final long maxBytes;
  private final Duration patience;
  private final Duration holdUp;

  // For the whole memory.
  private final TreeSet<BoundedShare> waiting =
      new TreeSet<>(Comparator.comparingLong(share -> share.number));
  private final Set<BoundedShare> endable = new HashSet<>();
  private final Queue<Runnable> notifications = new ConcurrentLinkedQueue<>();
  private long opened;
  private long refused;

  /** How many shares hold bytes and do not wait: from them room may come. */
  private int moving;

  // For this part.
  private long usedBytes;
  private long busyNanos = System.nanoTime();

  private SharedMessageMemory(
      @Nullable SharedMessageMemory all, long maxBytes, Duration patience, Duration holdUp) {
    this.all = all == null ? this : all;
    this.maxBytes = maxBytes;
    this.patience = patience;
    this.holdUp = holdUp;
  }

  /** A memory of so many bytes. */
  public static SharedMessageMemory of(long maxBytes) {
    return of(maxBytes, PATIENCE);
  }

  /**
   * A memory of so many bytes.
   *
   * @param patience how long a share waits for room, all its waits together
   */
  public static SharedMessageMemory of(long maxBytes, Duration patience) {
    return of(maxBytes, patience, HOLD_UP);
  }

  /** The same with how long others may be held up. */
  static SharedMessageMemory of(long maxBytes, Duration patience, Duration holdUp) {
    if (maxBytes < FREE_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be at least " + FREE_BYTES + ", not " + maxBytes);
    }
    return new SharedMessageMemory(null, maxBytes, patience, holdUp);
  }

  @Override
  public SharedMessageMemory forPeer() {
    return forPeer(all.maxBytes - all.maxBytes / PEER_PARTS);
  }

  @Override
  public SharedMessageMemory forPeer(long maxBytes) {
    return new SharedMessageMemory(all, Math.max(maxBytes, FREE_BYTES), patience, holdUp);
  }

  @Override
  public boolean wasBusySince(long nanos) {
    synchronized (all) {
      return busyNanos - nanos > 0 || all.waiting.stream().anyMatch(share -> share.memory == this);
    }
  }

  @Override
  public Share open() {
    synchronized (all) {
      return new BoundedShare(this, ++all.opened);
    }
  }

  @Override
  public long maxBytes() {
    return maxBytes;
  }

  @Override
  public InFlight usage() {
    synchronized (all) {
      return new InFlight(all.usedBytes, all.maxBytes, all.waiting.size(), all.refused);
    }
  }

  /** Whether no share holds bytes or waits. */
  boolean isIdle() {
    synchronized (all) {
      return usedBytes == 0 && moving == 0 && all.waiting.isEmpty() && all.endable.isEmpty();
    }
  }

  /**
   * The memory without room for so many more bytes: the whole, or this part; null if there is room.
   */
  private @Nullable SharedMessageMemory fullFor(long more) {
    if (all.usedBytes + more > all.maxBytes) {
      return all;
    }
    return usedBytes + more > maxBytes ? this : null;
  }

  /** Makes a change, serves waiting shares, and notifies without the lock. */
  private void change(Runnable change) {
    synchronized (all) {
      change.run();
      serve();
    }
    Runnable next = all.notifications.poll();
    while (next != null) {
      next.run();
      next = all.notifications.poll();
    }
  }

  /** Serves who waits, the eldest first, and ends what can only wait for itself. */
  private void serve() {
    for (BoundedShare next : List.copyOf(all.waiting)) {
      long wanted = next.wanted;
      SharedMessageMemory full = next.memory.fullFor(wanted);
      if (full == null) {
        next.served(true);
        next.add(wanted);
      } else if (all.moving == 0) {
        // Its bytes return when its reader, notified now, closes or empties it.
        full.largest(all.waiting).ifPresent(victim -> victim.refused(crowded()));
        break;
      } else if (full == all) {
        break;
      }
    }
  }

  /** The one of the peer that holds most, the youngest of several. */
  private Optional<BoundedShare> largest(Collection<BoundedShare> shares) {
    return shares.stream()
        .filter(share -> share.bytes > 0 && (this == all || share.memory == this))
        .max(Comparator.comparing(BoundedShare::ofItsPeer).thenComparing(share -> share.number));
  }

  /** Ends one that has held up others for long, if that makes room for the one that waits. */
  private void endHolder(long wanted) {
    SharedMessageMemory full = fullFor(wanted);
    if (full != null && all.endable.stream().noneMatch(share -> share.ended)) {
      long missing = full.usedBytes + wanted - full.maxBytes;
      full.largest(
              all.endable.stream()
                  .filter(share -> share.isHeldLong() && share.bytes >= missing)
                  .toList())
          .ifPresent(BoundedShare::end);
    }
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
        + " bytes)"
        + ADVICE;
  }

  /** The share of one message. */
  static final class BoundedShare implements Share {
    private final SharedMessageMemory memory;
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

    private BoundedShare(SharedMessageMemory memory, long number) {
      this.memory = memory;
      this.number = number;
      this.patienceNanos = memory.patience.toNanos();
    }

    private boolean isHeldLong() {
      return waiter == null && System.nanoTime() - holdsSince >= memory.holdUp.toNanos();
    }

    /** The bytes of its peer; shares without a peer count alone. */
    private long ofItsPeer() {
      return memory == memory.all ? bytes : memory.usedBytes;
    }

    @Override
    public void onEnded(Runnable listener) {
      synchronized (memory.all) {
        if (!closed) {
          onEnded = listener;
          memory.all.endable.add(this);
        }
      }
    }

    private void refused(String why) {
      refusal = why;
      served(false);
    }

    private void end() {
      ended = true;
      refusal =
          "which took long and held up others for more than "
              + Durations.text(memory.holdUp)
              + ADVICE;
      memory.all.refused++;
      memory.all.notifications.add(Objects.requireNonNull(onEnded));
    }

    @Override
    public CompletableFuture<Boolean> grow(long more) {
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      memory.change(() -> ask(more, answer));
      waitOn(answer);
      return answer;
    }

    private void ask(long more, CompletableFuture<Boolean> answer) {
      if (closed || ended) {
        refusal = ended ? refusal : "for which no caller waits any more";
        answer.complete(false);
      } else if (bytes + more > memory.maxBytes) {
        refusal = memory.tooLarge();
        memory.all.refused++;
        answer.complete(false);
      } else if (memory.all.waiting.isEmpty() && memory.fullFor(more) == null) {
        add(more);
        answer.complete(true);
      } else {
        moves(-1);
        waiter = answer;
        wanted = more;
        waitsSince = System.nanoTime();
        memory.all.waiting.add(this);
        memory.busyNanos = waitsSince;
      }
    }

    private void waitOn(CompletableFuture<Boolean> answer) {
      if (!answer.isDone()) {
        long step = Math.min(memory.patience.toNanos(), memory.holdUp.toNanos() / LOOKS);
        Timeouts.later(
            Duration.ofNanos(step),
            () -> {
              look(answer, false);
              waitOn(answer);
            });
      }
    }

    /** Waits no longer than its patience lasts; until then somebody else may have to end. */
    private void look(CompletableFuture<Boolean> answer, boolean last) {
      memory.change(
          () -> {
            if (waiter == answer && (last || System.nanoTime() - waitsSince >= patienceNanos)) {
              refused(memory.crowded());
            } else if (waiter == answer) {
              memory.endHolder(wanted);
            }
          });
    }

    @Override
    public boolean await(long more) {
      CompletableFuture<Boolean> answer = grow(more);
      try {
        return answer.get();
      } catch (InterruptedException e) {
        look(answer, true);
        Thread.currentThread().interrupt();
        return answer.getNow(false);
      } catch (ExecutionException e) {
        throw new IllegalStateException("a share that failed", e);
      }
    }

    @Override
    public void claim(long more) {
      synchronized (memory.all) {
        if (!closed) {
          add(more);
        }
      }
    }

    @Override
    public void shrinkTo(long size) {
      memory.change(() -> add(Math.min(0, size - bytes)));
    }

    boolean isWaiting() {
      synchronized (memory.all) {
        return waiter != null;
      }
    }

    @Override
    public long bytes() {
      synchronized (memory.all) {
        return bytes;
      }
    }

    @Override
    public String refusal() {
      synchronized (memory.all) {
        return refusal;
      }
    }

    @Override
    public void close() {
      memory.change(
          () -> {
            if (!closed) {
              closed = true;
              memory.all.endable.remove(this);
              if (waiter != null) {
                served(false);
              }
              add(-bytes);
            }
          });
    }

    /** Ends its wait and notifies the waiter. */
    private void served(boolean room) {
      CompletableFuture<Boolean> asked = Objects.requireNonNull(waiter);
      memory.all.waiting.remove(this);
      waiter = null;
      wanted = 0;
      memory.busyNanos = System.nanoTime();
      long waited = memory.busyNanos - waitsSince;
      patienceNanos = Math.max(0, patienceNanos - waited);
      holdsSince += waited; // that took this side long, and not the peer
      moves(1);
      if (!room && !closed) {
        memory.all.refused++;
      }
      memory.all.notifications.add(() -> asked.complete(room));
    }

    private void add(long more) {
      moves(-1);
      if (more > 0) {
        memory.busyNanos = System.nanoTime();
        holdsSince = bytes == 0 ? memory.busyNanos : holdsSince;
      }
      bytes += more;
      memory.usedBytes += more;
      if (memory != memory.all) {
        memory.all.usedBytes += more;
      }
      moves(1);
    }

    /** Counts it among those that move, or no more, before and after that changes. */
    private void moves(int by) {
      if (waiter == null && bytes > 0) {
        memory.all.moving += by;
      }
    }
  }
}
