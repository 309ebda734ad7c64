package io.gatemini.sandbox.internal.lua.value;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of one program: its steps, the bytes it holds and the bytes it ever asked for.
 * Everything is charged before it is made. A program that was stopped once stays stopped. {@link
 * #stop}, {@link #hold} and {@link #release} may be called by any thread, all else by the program's
 * own.
 */
public final class Meter implements AutoCloseable {
  private static final int CHECK_EVERY_STEPS = 1000;
  private static final int LOOP_MASK = 0xFFF;

  /** The bytes of each program that the common budget does not count. */
  private static final long OWN_BYTES = 4 << 20;

  /** The least that is allocated between two marks, where the common budget is used up. */
  private static final long LEAST_BYTES = 1 << 20;

  /** Measures what a program can still reach. */
  @FunctionalInterface
  public interface Marker {
    long reachableBytes();
  }

  private final long maxLiveBytes;
  private final long maxTotalBytes;
  private final long maxStringBytes;
  private final MemoryBudget budget;
  private long reservedBytes;
  private volatile @Nullable Stop stop;
  private Marker marker = () -> 0;

  private int stepsToCheck;
  private long stepsLeft;
  private long liveBytes;
  private final AtomicLong heldBytes = new AtomicLong();
  private long bytesSinceMark;
  private long markAfterBytes;
  private long totalBytes;

  /** A meter of a program that shares no budget with others. */
  public Meter(long maxSteps, long maxLiveBytes, long maxTotalBytes, long maxStringBytes) {
    this(maxSteps, maxLiveBytes, maxTotalBytes, maxStringBytes, new MemoryBudget(Long.MAX_VALUE));
  }

  /**
   * @param budget has room for what the program holds; {@link #close} gives it back
   */
  public Meter(
      long maxSteps,
      long maxLiveBytes,
      long maxTotalBytes,
      long maxStringBytes,
      MemoryBudget budget) {
    this.budget = budget;
    this.stepsLeft = maxSteps;
    this.maxLiveBytes = maxLiveBytes;
    this.maxTotalBytes = maxTotalBytes;
    this.maxStringBytes = Math.min(maxStringBytes, Integer.MAX_VALUE - 16);
    this.markAfterBytes = maxLiveBytes / 16;
  }

  /** Without a marker all that was allocated counts as reachable only until the next mark. */
  public void marker(Marker newMarker) {
    marker = newMarker;
  }

  /** Stops the program at its next step or allocation; the first reason stays. */
  public void stop(Stop reason) {
    if (stop == null) {
      stop = reason;
    }
  }

  /** Counts steps of work. */
  public void step(int count) {
    stepsToCheck -= count;
    if (stepsToCheck < 0) {
      check();
    }
  }

  /** Counts the steps of work on so many bytes: one for each sixteen. */
  public void stepBytes(long bytes) {
    step((int) Math.min(bytes >> 4, Integer.MAX_VALUE / 2));
  }

  /**
   * Counts the passes of a loop over bytes or values by its index, as {@link #stepBytes} does: so
   * that it can be stopped inside, and a short one costs nothing.
   */
  public void loop(long index) {
    if ((index & LOOP_MASK) == LOOP_MASK) {
      stepBytes(LOOP_MASK + 1);
    }
  }

  private void check() {
    stepsLeft += stepsToCheck;
    stepsToCheck = 0;
    throwIfStopped();
    if (stepsLeft < 0) {
      throw halt(Stop.Kind.INSTRUCTIONS, "too many instructions");
    }
    stepsToCheck = (int) Math.min(CHECK_EVERY_STEPS, stepsLeft);
    stepsLeft -= stepsToCheck;
  }

  /** Charges bytes before something of that size is made. */
  public void allocate(long bytes) {
    throwIfStopped();
    totalBytes += bytes;
    bytesSinceMark += bytes;
    if (bytesSinceMark > markAfterBytes || totalBytes > maxTotalBytes) {
      mark(bytes);
    }
  }

  /** Charges bytes of what a program makes so often that only those it holds are counted. */
  public void grow(long bytes) {
    bytesSinceMark += bytes;
    if (bytesSinceMark > markAfterBytes) {
      mark(bytes);
    }
  }

  /** Charges a string before it is made; one that is too long is an error of Lua. */
  public void allocateString(long length) {
    if (length > maxStringBytes) {
      throw new LuaError("resulting string too large");
    }
    allocate(length + LuaString.STRING_BYTES);
  }

  /** Counts bytes as reachable that no marker can see, such as a string while it is built. */
  public void hold(long bytes) {
    heldBytes.addAndGet(bytes);
  }

  public void release(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  /** The bytes in use, counting as such all that was allocated since the last mark. */
  public long bytesInUse() {
    return liveBytes + bytesSinceMark;
  }

  public long totalBytes() {
    return totalBytes;
  }

  private void mark(long bytes) {
    if (totalBytes > maxTotalBytes) {
      throw halt(Stop.Kind.TOTAL, "too much memory allocated in all");
    }
    liveBytes = bytes > maxLiveBytes ? bytes : marker.reachableBytes() + heldBytes.get() + bytes;
    bytesSinceMark = 0;
    long room = maxLiveBytes - liveBytes;
    if (room < 0) {
      throw halt(Stop.Kind.MEMORY, "not enough memory");
    }
    // A mark costs as much as there is to reach: close to the limit it must not come each time.
    markAfterBytes = Math.max(Math.min(liveBytes, room), maxLiveBytes / 16);
    if (!reserve(liveBytes + markAfterBytes)) {
      markAfterBytes = Math.min(markAfterBytes, LEAST_BYTES);
      if (!reserve(liveBytes + markAfterBytes)) {
        throw halt(Stop.Kind.SHARED, "not enough memory for all programs");
      }
    }
  }

  /** Reserves all that the program can come to hold before the next mark. */
  private boolean reserve(long bytes) {
    long more = Math.max(bytes - OWN_BYTES, 0) - reservedBytes;
    if (!budget.reserve(more)) {
      return false;
    }
    reservedBytes += more;
    return true;
  }

  /** Gives back what the program has of the common budget: it runs no more. */
  @Override
  public void close() {
    budget.reserve(-reservedBytes);
    reservedBytes = 0;
    marker = () -> 0; // the values can be collected, however long the run is known
  }

  private void throwIfStopped() {
    Stop reason = stop;
    if (reason != null) {
      throw reason;
    }
  }

  private Stop halt(Stop.Kind kind, String message) {
    Stop reason = new Stop(kind, message);
    stop = reason;
    return reason;
  }

  /** The bytes that several programs may hold together. Thread-safe. */
  public static final class MemoryBudget {
    private final long maxBytes;
    private final AtomicLong reserved = new AtomicLong();

    public MemoryBudget(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    public long maxBytes() {
      return maxBytes;
    }

    public long reservedBytes() {
      return reserved.get();
    }

    /** Reserves so many more bytes, or gives back a negative number of them; false without room. */
    boolean reserve(long bytes) {
      if (reserved.addAndGet(bytes) <= maxBytes || bytes <= 0) {
        return true;
      }
      reserved.addAndGet(-bytes);
      return false;
    }
  }

  /** The end of a program that reached a limit or was cancelled; no Lua code can catch it. */
  public static final class Stop extends Error {
    private static final long serialVersionUID = 1;

    /** Why the program ends. */
    public enum Kind {
      TIME,
      INSTRUCTIONS,
      MEMORY,
      /** The memory of all programs together. */
      SHARED,
      TOTAL,
      CANCELLED
    }

    private final Kind kind;

    public Stop(Kind kind, String message) {
      super(message, null, false, false);
      this.kind = kind;
    }

    public Kind kind() {
      return kind;
    }
  }
}
