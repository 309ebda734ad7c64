package io.gatemini;

import java.util.Objects;

/**
 * What programs of {@code call_tool_chain} may use, and where they run. Immutable.
 *
 * <p>In a configuration file, the section {@code sandbox} with the same names in snake case. The
 * wall clock of a program is {@link GatewayBuilder#chainTimeout}.
 *
 * @param isolation where programs run
 * @param workers how many processes for programs are kept ready, where some are
 * @param workerHeapBytes heap of each of them
 * @param prewarm whether the engine gets ready, in the background, when an agent first searches or
 *     looks, instead of when the first program comes
 * @param maxConcurrentPrograms how many programs run at a time; further ones wait, within their own
 *     time
 * @param maxZombies how many programs that cannot be stopped are put up with in the gateway's
 *     process; while there are more, programs are refused that have no other process to run in
 * @param maxAllocatedBytes what a program may allocate in its life, garbage included
 * @param maxStatements how many statements a program may execute; 0 for no bound
 * @param maxToolCalls how many tool calls a program may make
 * @param maxConcurrentToolCalls how many of them at a time; further ones wait
 * @param maxLogBytes how much console output of a program is kept, in UTF-8 bytes
 * @param maxResultBytes how large the value is that a program may return, in UTF-8 bytes
 * @param maxStringLength how long a string of a program may get, in characters
 * @param maxTypedArrayLength how long a typed array may get, in elements
 * @param stackBytes stack of the thread a program runs on
 */
public record SandboxConfig(
    Isolation isolation,
    int workers,
    long workerHeapBytes,
    boolean prewarm,
    int maxConcurrentPrograms,
    int maxZombies,
    long maxAllocatedBytes,
    long maxStatements,
    int maxToolCalls,
    int maxConcurrentToolCalls,
    int maxLogBytes,
    int maxResultBytes,
    int maxStringLength,
    int maxTypedArrayLength,
    int stackBytes) {

  /** Where programs run. */
  public enum Isolation {
    /** In the process of the gateway: the fastest, and bounded by what a thread can be held to. */
    IN_PROCESS,
    /** In processes of their own, which can be killed. */
    PROCESS,
    /**
     * In the process of the gateway, and in processes of their own while it has a program that
     * could not be stopped; what holds where nothing else is said. Where no process can be started,
     * a gateway warns of that when it is built, and programs run as {@link #IN_PROCESS}.
     */
    MIXED
  }

  public SandboxConfig {
    Objects.requireNonNull(isolation, "isolation");
    atLeast(1, "workers", workers);
    atLeast(32L << 20, "worker_heap_bytes", workerHeapBytes);
    atLeast(1, "max_concurrent_programs", maxConcurrentPrograms);
    atLeast(0, "max_zombies", maxZombies);
    atLeast(1L << 20, "max_allocated_bytes", maxAllocatedBytes);
    atLeast(0, "max_statements", maxStatements);
    atLeast(0, "max_tool_calls", maxToolCalls);
    atLeast(1, "max_concurrent_tool_calls", maxConcurrentToolCalls);
    atLeast(0, "max_log_bytes", maxLogBytes);
    atLeast(1, "max_result_bytes", maxResultBytes);
    atLeast(1 << 10, "max_string_length", maxStringLength);
    atLeast(1 << 10, "max_typed_array_length", maxTypedArrayLength);
    atLeast(1 << 18, "stack_bytes", stackBytes);
  }

  private static void atLeast(long least, String name, long value) {
    if (value < least) {
      throw new ConfigException(name + " must be at least " + least + ", not " + value);
    }
  }

  /** What holds where nothing else is said. */
  public static SandboxConfig defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder()
        .isolation(isolation)
        .workers(workers)
        .workerHeapBytes(workerHeapBytes)
        .prewarm(prewarm)
        .maxConcurrentPrograms(maxConcurrentPrograms)
        .maxZombies(maxZombies)
        .maxAllocatedBytes(maxAllocatedBytes)
        .maxStatements(maxStatements)
        .maxToolCalls(maxToolCalls)
        .maxConcurrentToolCalls(maxConcurrentToolCalls)
        .maxLogBytes(maxLogBytes)
        .maxResultBytes(maxResultBytes)
        .maxStringLength(maxStringLength)
        .maxTypedArrayLength(maxTypedArrayLength)
        .stackBytes(stackBytes);
  }

  /** Collects a configuration; not thread-safe. Each setter is the component of its name. */
  public static final class Builder {
    private Isolation isolation = Isolation.MIXED;
    private int workers = 1;
    private long workerHeapBytes = 256L << 20;
    private boolean prewarm;
    private int maxConcurrentPrograms = 8;
    private int maxZombies = 2;
    private long maxAllocatedBytes = 1L << 30;
    private long maxStatements;
    private int maxToolCalls = 200;
    private int maxConcurrentToolCalls = 16;
    private int maxLogBytes = 64 << 10;
    private int maxResultBytes = 32 << 20;
    private int maxStringLength = 32 << 20;
    private int maxTypedArrayLength = 64 << 20;
    // JavaScript frames are deep: on the usual 1 MB a recursion of a thousand levels overflows.
    private int stackBytes = 16 << 20;

    private Builder() {}

    public Builder isolation(Isolation isolation) {
      this.isolation = isolation;
      return this;
    }

    public Builder workers(int workers) {
      this.workers = workers;
      return this;
    }

    public Builder workerHeapBytes(long workerHeapBytes) {
      this.workerHeapBytes = workerHeapBytes;
      return this;
    }

    public Builder prewarm(boolean prewarm) {
      this.prewarm = prewarm;
      return this;
    }

    public Builder maxConcurrentPrograms(int maxConcurrentPrograms) {
      this.maxConcurrentPrograms = maxConcurrentPrograms;
      return this;
    }

    public Builder maxZombies(int maxZombies) {
      this.maxZombies = maxZombies;
      return this;
    }

    public Builder maxAllocatedBytes(long maxAllocatedBytes) {
      this.maxAllocatedBytes = maxAllocatedBytes;
      return this;
    }

    public Builder maxStatements(long maxStatements) {
      this.maxStatements = maxStatements;
      return this;
    }

    public Builder maxToolCalls(int maxToolCalls) {
      this.maxToolCalls = maxToolCalls;
      return this;
    }

    public Builder maxConcurrentToolCalls(int maxConcurrentToolCalls) {
      this.maxConcurrentToolCalls = maxConcurrentToolCalls;
      return this;
    }

    public Builder maxLogBytes(int maxLogBytes) {
      this.maxLogBytes = maxLogBytes;
      return this;
    }

    public Builder maxResultBytes(int maxResultBytes) {
      this.maxResultBytes = maxResultBytes;
      return this;
    }

    public Builder maxStringLength(int maxStringLength) {
      this.maxStringLength = maxStringLength;
      return this;
    }

    public Builder maxTypedArrayLength(int maxTypedArrayLength) {
      this.maxTypedArrayLength = maxTypedArrayLength;
      return this;
    }

    public Builder stackBytes(int stackBytes) {
      this.stackBytes = stackBytes;
      return this;
    }

    /**
     * The configuration.
     *
     * @throws ConfigException when a number is out of its bounds
     */
    public SandboxConfig build() {
      return new SandboxConfig(
          isolation,
          workers,
          workerHeapBytes,
          prewarm,
          maxConcurrentPrograms,
          maxZombies,
          maxAllocatedBytes,
          maxStatements,
          maxToolCalls,
          maxConcurrentToolCalls,
          maxLogBytes,
          maxResultBytes,
          maxStringLength,
          maxTypedArrayLength,
          stackBytes);
    }
  }
}
