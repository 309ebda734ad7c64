package io.gatemini.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;

/**
 * The limits of programs of {@code call_tool_chain}, and where they run. Immutable.
 *
 * <p>In a configuration file, the section {@code sandbox} with the same names in snake case. The
 * wall clock of a program is {@link GatewaySettings#chainTimeout()}.
 */
public final class SandboxConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("sandbox");
  private static final OptionKey<Isolation> ISOLATION =
      OPTIONS.add(
          "isolation",
          OptionType.choice(Isolation.class),
          Isolation.MIXED,
          "Where programs run: in the process of the gateway, in processes of their own (the bundled server), or there while the gateway's own has a program that could not be stopped.");
  private static final OptionKey<Integer> WORKERS =
      OPTIONS.add(
          "workers",
          OptionType.integer(1, Integer.MAX_VALUE),
          1,
          "How many processes for programs are kept ready, where some are.");
  private static final OptionKey<Long> WORKER_HEAP_BYTES =
      OPTIONS.add(
          "worker_heap_bytes",
          OptionType.longInteger(32L << 20),
          256L << 20,
          "Heap of each of them.");
  private static final OptionKey<Duration> WORKER_IDLE_TIMEOUT =
      OPTIONS.add(
          "worker_idle_timeout",
          OptionType.duration(),
          Duration.ofMinutes(2),
          "They end when there was no program for so long; the next one starts them again.");
  private static final OptionKey<Boolean> PREWARM =
      OPTIONS.add(
          "prewarm",
          OptionType.bool(),
          false,
          "Whether the engine gets ready in the background when an agent looks at a tool a second time; the bundled server does.");
  private static final OptionKey<Integer> MAX_CONCURRENT_PROGRAMS =
      OPTIONS.add(
          "max_concurrent_programs",
          OptionType.integer(1, Integer.MAX_VALUE),
          8,
          "How many programs run at a time; further ones wait, within their own time.");
  private static final OptionKey<Integer> MAX_ZOMBIES =
      OPTIONS.add(
          "max_zombies",
          OptionType.integer(0, Integer.MAX_VALUE),
          2,
          "How many programs that cannot be stopped are put up with.");
  private static final OptionKey<Long> MAX_ALLOCATED_BYTES =
      OPTIONS.add(
          "max_allocated_bytes",
          OptionType.longInteger(1L << 20),
          1L << 30,
          "What a program may allocate in its life, garbage included.");
  private static final OptionKey<Long> MAX_STATEMENTS =
      OPTIONS.add(
          "max_statements",
          OptionType.longInteger(0),
          0L,
          "How many statements a program may execute; 0 for no bound.");
  private static final OptionKey<Integer> MAX_TOOL_CALLS =
      OPTIONS.add(
          "max_tool_calls",
          OptionType.integer(0, Integer.MAX_VALUE),
          200,
          "How many tool calls a program may make.");
  private static final OptionKey<Integer> MAX_CONCURRENT_TOOL_CALLS =
      OPTIONS.add(
          "max_concurrent_tool_calls",
          OptionType.integer(1, Integer.MAX_VALUE),
          16,
          "How many of them at a time; further ones wait.");
  private static final OptionKey<Integer> MAX_LOG_BYTES =
      OPTIONS.add(
          "max_log_bytes",
          OptionType.integer(0, Integer.MAX_VALUE),
          64 << 10,
          "How much console output of a program is kept.");
  private static final OptionKey<Integer> MAX_RESULT_BYTES =
      OPTIONS.add(
          "max_result_bytes",
          OptionType.integer(1, Integer.MAX_VALUE),
          32 << 20,
          "How large the value is that a program may return.");
  private static final OptionKey<Integer> MAX_STRING_LENGTH =
      OPTIONS.add(
          "max_string_length",
          OptionType.integer(1 << 10, Integer.MAX_VALUE),
          32 << 20,
          "How long a string of a program may get, in characters.");
  private static final OptionKey<Integer> MAX_TYPED_ARRAY_LENGTH =
      OPTIONS.add(
          "max_typed_array_length",
          OptionType.integer(1 << 10, Integer.MAX_VALUE),
          64 << 20,
          "How long a typed array may get, in elements.");
  // JavaScript frames are deep: on the usual 1 MB a recursion of a thousand levels overflows.
  private static final OptionKey<Integer> STACK_BYTES =
      OPTIONS.add(
          "stack_bytes",
          OptionType.integer(1 << 18, Integer.MAX_VALUE),
          16 << 20,
          "Stack of the thread a program runs on.");

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

  SandboxConfig(OptionValues values) {
    super(values);
  }

  /** The configuration where nothing else is said. */
  public static SandboxConfig defaults() {
    return builder().build();
  }

  /** The configuration that {@link #json} says. */
  public static SandboxConfig of(JsonNode json) {
    return new SandboxConfig(OPTIONS.read(Options.of("sandbox", json)));
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder(OPTIONS.defaults());
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /**
   * Where programs run: in the process of the gateway, in processes of their own (the bundled
   * server), or there while the gateway's own has a program that could not be stopped.
   */
  public Isolation isolation() {
    return get(ISOLATION);
  }

  /** How many processes for programs are kept ready, where some are. */
  public int workers() {
    return get(WORKERS);
  }

  /** Heap of each of them. */
  public long workerHeapBytes() {
    return get(WORKER_HEAP_BYTES);
  }

  /** They end when there was no program for so long; the next one starts them again. */
  public Duration workerIdleTimeout() {
    return get(WORKER_IDLE_TIMEOUT);
  }

  /**
   * Whether the engine gets ready in the background when an agent looks at a tool a second time;
   * the bundled server does.
   */
  public boolean prewarm() {
    return get(PREWARM);
  }

  /** How many programs run at a time; further ones wait, within their own time. */
  public int maxConcurrentPrograms() {
    return get(MAX_CONCURRENT_PROGRAMS);
  }

  /** How many programs that cannot be stopped are put up with. */
  public int maxZombies() {
    return get(MAX_ZOMBIES);
  }

  /** The bytes that a program may allocate in its life, garbage included. */
  public long maxAllocatedBytes() {
    return get(MAX_ALLOCATED_BYTES);
  }

  /** How many statements a program may execute; 0 for no bound. */
  public long maxStatements() {
    return get(MAX_STATEMENTS);
  }

  /** How many tool calls a program may make. */
  public int maxToolCalls() {
    return get(MAX_TOOL_CALLS);
  }

  /** How many of them at a time; further ones wait. */
  public int maxConcurrentToolCalls() {
    return get(MAX_CONCURRENT_TOOL_CALLS);
  }

  /** How much console output of a program is kept. */
  public int maxLogBytes() {
    return get(MAX_LOG_BYTES);
  }

  /** How large the value is that a program may return. */
  public int maxResultBytes() {
    return get(MAX_RESULT_BYTES);
  }

  /** How long a string of a program may get, in characters. */
  public int maxStringLength() {
    return get(MAX_STRING_LENGTH);
  }

  /** How long a typed array may get, in elements. */
  public int maxTypedArrayLength() {
    return get(MAX_TYPED_ARRAY_LENGTH);
  }

  /** Stack of the thread a program runs on. */
  public int stackBytes() {
    return get(STACK_BYTES);
  }

  /** The values that differ from the defaults, as a configuration file would write them. */
  public JsonNode json() {
    return values.json();
  }

  /**
   * Collects a configuration; not thread-safe. Each setter sets the value of its name, and throws
   * {@link ConfigException} when that is out of its bounds.
   */
  public static final class Builder {
    private OptionValues values;

    private Builder(OptionValues values) {
      this.values = values;
    }

    public Builder isolation(Isolation isolation) {
      values = values.with(ISOLATION, isolation);
      return this;
    }

    public Builder workers(int workers) {
      values = values.with(WORKERS, workers);
      return this;
    }

    public Builder workerHeapBytes(long workerHeapBytes) {
      values = values.with(WORKER_HEAP_BYTES, workerHeapBytes);
      return this;
    }

    public Builder workerIdleTimeout(Duration workerIdleTimeout) {
      values = values.with(WORKER_IDLE_TIMEOUT, workerIdleTimeout);
      return this;
    }

    public Builder prewarm(boolean prewarm) {
      values = values.with(PREWARM, prewarm);
      return this;
    }

    public Builder maxConcurrentPrograms(int maxConcurrentPrograms) {
      values = values.with(MAX_CONCURRENT_PROGRAMS, maxConcurrentPrograms);
      return this;
    }

    public Builder maxZombies(int maxZombies) {
      values = values.with(MAX_ZOMBIES, maxZombies);
      return this;
    }

    public Builder maxAllocatedBytes(long maxAllocatedBytes) {
      values = values.with(MAX_ALLOCATED_BYTES, maxAllocatedBytes);
      return this;
    }

    public Builder maxStatements(long maxStatements) {
      values = values.with(MAX_STATEMENTS, maxStatements);
      return this;
    }

    public Builder maxToolCalls(int maxToolCalls) {
      values = values.with(MAX_TOOL_CALLS, maxToolCalls);
      return this;
    }

    public Builder maxConcurrentToolCalls(int maxConcurrentToolCalls) {
      values = values.with(MAX_CONCURRENT_TOOL_CALLS, maxConcurrentToolCalls);
      return this;
    }

    public Builder maxLogBytes(int maxLogBytes) {
      values = values.with(MAX_LOG_BYTES, maxLogBytes);
      return this;
    }

    public Builder maxResultBytes(int maxResultBytes) {
      values = values.with(MAX_RESULT_BYTES, maxResultBytes);
      return this;
    }

    public Builder maxStringLength(int maxStringLength) {
      values = values.with(MAX_STRING_LENGTH, maxStringLength);
      return this;
    }

    public Builder maxTypedArrayLength(int maxTypedArrayLength) {
      values = values.with(MAX_TYPED_ARRAY_LENGTH, maxTypedArrayLength);
      return this;
    }

    public Builder stackBytes(int stackBytes) {
      values = values.with(STACK_BYTES, stackBytes);
      return this;
    }

    /** The configuration. */
    public SandboxConfig build() {
      return new SandboxConfig(values);
    }
  }
}
