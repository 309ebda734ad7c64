package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.choice;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;
import static io.gatemini.spi.option.OptionType.longInteger;
import static java.time.Duration.ofMinutes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;

/**
 * The limits of programs of {@code call_tool_chain}, and where they run. Immutable: every setter
 * returns a changed copy, and throws {@link ConfigException} where the value is out of its bounds.
 *
 * <p>In a configuration file, the section {@code sandbox} with the same names in snake case. The
 * wall clock of a program is {@link GatewaySettings#chainTimeout()}.
 */
public final class SandboxConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("sandbox");
  private static final OptionKey<Isolation> ISOLATION =
      OPTIONS.add(
          "isolation",
          choice(Isolation.class),
          Isolation.AUTO,
          "The place of programs. auto: JavaScript in worker processes, Lua in the "
              + "gateway's. process: all in worker processes. in_process: all in the gateway's.");
  private static final OptionKey<Engine> ENGINE =
      OPTIONS.add(
          "engine",
          choice(Engine.class),
          Engine.AUTO,
          "The engine of JavaScript and TypeScript: V8, GraalJS, or the first available " + "one.");
  private static final OptionKey<Boolean> JIT =
      OPTIONS.add(
          "jit",
          bool(),
          false,
          "Whether V8 compiles programs to machine code: faster at computing, safer without.");
  private static final OptionKey<Integer> WORKERS =
      OPTIONS.add(
          "workers",
          integer(1, Integer.MAX_VALUE),
          1,
          "The number of worker processes of a client.");
  private static final OptionKey<Long> WORKER_HEAP_BYTES =
      OPTIONS.add(
          "worker_heap_bytes", longInteger(32L << 20), 256L << 20, "The heap of each worker.");
  private static final OptionKey<Duration> WORKER_IDLE_TIMEOUT =
      OPTIONS.add(
          "worker_idle_timeout",
          duration(),
          ofMinutes(2),
          "The idle time after which workers end.");
  private static final OptionKey<Prewarm> PREWARM =
      OPTIONS.add(
          "prewarm",
          Prewarm.TYPE,
          Prewarm.TRUE,
          "Work in the background when an agent searches or looks at a tool. lazy: the "
              + "engine loads. true: the bundled server then also runs a program's whole path "
              + "while it has nothing to do. false: nothing.");
  private static final OptionKey<Integer> MAX_CONCURRENT_PROGRAMS =
      OPTIONS.add(
          "max_concurrent_programs",
          integer(1, Integer.MAX_VALUE),
          8,
          "Concurrent programs, half as many more with several clients; further ones wait within "
              + "their timeout.");
  private static final OptionKey<Integer> MAX_ZOMBIES =
      OPTIONS.add(
          "max_zombies",
          integer(0, Integer.MAX_VALUE),
          2,
          "The number of unstoppable programs above which programs are refused.");
  private static final OptionKey<Long> MAX_ALLOCATED_BYTES =
      OPTIONS.add(
          "max_allocated_bytes",
          longInteger(1L << 20),
          1L << 30,
          "The memory that a program may allocate, garbage included.");
  private static final OptionKey<Long> MAX_STATEMENTS =
      OPTIONS.add(
          "max_statements",
          longInteger(0),
          0L,
          "The statements that a program may execute; 0 for no bound.");
  private static final OptionKey<Integer> MAX_TOOL_CALLS =
      OPTIONS.add(
          "max_tool_calls", integer(0, Integer.MAX_VALUE), 200, "The tool calls of a program.");
  private static final OptionKey<Integer> MAX_CONCURRENT_TOOL_CALLS =
      OPTIONS.add(
          "max_concurrent_tool_calls",
          integer(1, Integer.MAX_VALUE),
          16,
          "Its concurrent tool calls; further ones wait.");
  private static final OptionKey<Integer> MAX_LOG_BYTES =
      OPTIONS.add(
          "max_log_bytes",
          integer(0, Integer.MAX_VALUE),
          64 << 10,
          "The console output that is kept.");
  private static final OptionKey<Integer> MAX_RESULT_BYTES =
      OPTIONS.add(
          "max_result_bytes",
          integer(1, Integer.MAX_VALUE),
          32 << 20,
          "The size of the returned value.");
  private static final OptionKey<Integer> MAX_STRING_LENGTH =
      OPTIONS.add(
          "max_string_length",
          integer(1 << 10, Integer.MAX_VALUE),
          32 << 20,
          "The length of a string, in characters.");
  private static final OptionKey<Integer> MAX_TYPED_ARRAY_LENGTH =
      OPTIONS.add(
          "max_typed_array_length",
          integer(1 << 10, Integer.MAX_VALUE),
          64 << 20,
          "The length of a typed array, in elements.");
  // JavaScript frames are deep: on the usual 1 MB a recursion of a thousand levels overflows.
  private static final OptionKey<Integer> STACK_BYTES =
      OPTIONS.add(
          "stack_bytes",
          integer(1 << 18, Integer.MAX_VALUE),
          16 << 20,
          "The stack of a program's thread.");

  /** Where programs run. */
  public enum Isolation {
    /**
     * JavaScript in processes of their own, which can be killed; Lua in the process of the gateway,
     * as its engine counts every step and byte of a program. Where no process can be started, a
     * gateway warns of that when it is built, and all programs run as {@link #IN_PROCESS}.
     */
    AUTO,
    /** In processes of their own. */
    PROCESS,
    /** In the process of the gateway: bounded by what a thread can be held to. */
    IN_PROCESS,
    /**
     * Read as {@link #AUTO}.
     *
     * @deprecated write {@link #AUTO}
     */
    @Deprecated
    MIXED,
    /**
     * Read as {@link #AUTO}.
     *
     * @deprecated write {@link #AUTO}
     */
    @Deprecated
    AS_NEEDED
  }

  /** How far programs are prepared in the background before the first one. */
  public enum Prewarm {
    /** Nothing. */
    FALSE,
    /** The engine. */
    LAZY,
    /** The engine, and in the bundled server all that a program runs through. */
    TRUE;

    private static final ArrayNode WORDS =
        JsonNodeFactory.instance.arrayNode().add(true).add(false).add("lazy");
    static final OptionType<Prewarm> TYPE =
        choice(Prewarm.class)
            .writer(value -> value == LAZY ? WORDS.get(2) : BooleanNode.valueOf(value == TRUE))
            .describedBy(JsonNodeFactory.instance.objectNode().set("enum", WORDS));
  }

  /** The engine of JavaScript and TypeScript. */
  public enum Engine {
    /** V8 where it is there and programs may have processes of their own, else GraalJS. */
    AUTO,
    /** V8, through Javet. */
    V8,
    /** GraalJS. */
    GRAALJS
  }

  SandboxConfig(OptionValues values) {
    super(values);
  }

  private <T> SandboxConfig with(OptionKey<T> key, T value) {
    return new SandboxConfig(values.with(key, value));
  }

  /** The configuration where nothing else is said. */
  public static SandboxConfig defaults() {
    return new SandboxConfig(OPTIONS.defaults());
  }

  /** The configuration that {@link #json} says. */
  public static SandboxConfig of(JsonNode json) {
    return new SandboxConfig(OPTIONS.read(Options.of("sandbox", json)));
  }

  /** Where programs run. */
  public Isolation isolation() {
    return get(ISOLATION);
  }

  public SandboxConfig isolation(Isolation isolation) {
    return with(ISOLATION, isolation);
  }

  /** The engine of JavaScript and TypeScript. */
  public Engine engine() {
    return get(ENGINE);
  }

  public SandboxConfig engine(Engine engine) {
    return with(ENGINE, engine);
  }

  /** Whether V8 compiles programs to machine code. */
  public boolean jit() {
    return get(JIT);
  }

  public SandboxConfig jit(boolean jit) {
    return with(JIT, jit);
  }

  /** How many processes for programs are kept ready, where some are. */
  public int workers() {
    return get(WORKERS);
  }

  public SandboxConfig workers(int workers) {
    return with(WORKERS, workers);
  }

  /** Heap of each of them. */
  public long workerHeapBytes() {
    return get(WORKER_HEAP_BYTES);
  }

  public SandboxConfig workerHeapBytes(long workerHeapBytes) {
    return with(WORKER_HEAP_BYTES, workerHeapBytes);
  }

  /** They end when there was no program for so long; the next one starts them again. */
  public Duration workerIdleTimeout() {
    return get(WORKER_IDLE_TIMEOUT);
  }

  public SandboxConfig workerIdleTimeout(Duration workerIdleTimeout) {
    return with(WORKER_IDLE_TIMEOUT, workerIdleTimeout);
  }

  /** Whether the engine gets ready in the background when an agent searches or looks at a tool. */
  public boolean prewarm() {
    return get(PREWARM) != Prewarm.FALSE;
  }

  public SandboxConfig prewarm(boolean prewarm) {
    return prewarm(prewarm ? Prewarm.TRUE : Prewarm.FALSE);
  }

  /** The same, and how far it goes. */
  public Prewarm prewarming() {
    return get(PREWARM);
  }

  public SandboxConfig prewarm(Prewarm prewarm) {
    return with(PREWARM, prewarm);
  }

  /** How many programs run at a time; further ones wait, within their own time. */
  public int maxConcurrentPrograms() {
    return get(MAX_CONCURRENT_PROGRAMS);
  }

  public SandboxConfig maxConcurrentPrograms(int maxConcurrentPrograms) {
    return with(MAX_CONCURRENT_PROGRAMS, maxConcurrentPrograms);
  }

  /** How many programs that cannot be stopped are put up with. */
  public int maxZombies() {
    return get(MAX_ZOMBIES);
  }

  public SandboxConfig maxZombies(int maxZombies) {
    return with(MAX_ZOMBIES, maxZombies);
  }

  /** The bytes that a program may allocate in its life, garbage included. */
  public long maxAllocatedBytes() {
    return get(MAX_ALLOCATED_BYTES);
  }

  public SandboxConfig maxAllocatedBytes(long maxAllocatedBytes) {
    return with(MAX_ALLOCATED_BYTES, maxAllocatedBytes);
  }

  /** How many statements a program may execute; 0 for no bound. */
  public long maxStatements() {
    return get(MAX_STATEMENTS);
  }

  public SandboxConfig maxStatements(long maxStatements) {
    return with(MAX_STATEMENTS, maxStatements);
  }

  /** How many tool calls a program may make. */
  public int maxToolCalls() {
    return get(MAX_TOOL_CALLS);
  }

  public SandboxConfig maxToolCalls(int maxToolCalls) {
    return with(MAX_TOOL_CALLS, maxToolCalls);
  }

  /** How many of them at a time; further ones wait. */
  public int maxConcurrentToolCalls() {
    return get(MAX_CONCURRENT_TOOL_CALLS);
  }

  public SandboxConfig maxConcurrentToolCalls(int maxConcurrentToolCalls) {
    return with(MAX_CONCURRENT_TOOL_CALLS, maxConcurrentToolCalls);
  }

  /** How much console output of a program is kept. */
  public int maxLogBytes() {
    return get(MAX_LOG_BYTES);
  }

  public SandboxConfig maxLogBytes(int maxLogBytes) {
    return with(MAX_LOG_BYTES, maxLogBytes);
  }

  /** How large the value is that a program may return. */
  public int maxResultBytes() {
    return get(MAX_RESULT_BYTES);
  }

  public SandboxConfig maxResultBytes(int maxResultBytes) {
    return with(MAX_RESULT_BYTES, maxResultBytes);
  }

  /** How long a string of a program may get, in characters. */
  public int maxStringLength() {
    return get(MAX_STRING_LENGTH);
  }

  public SandboxConfig maxStringLength(int maxStringLength) {
    return with(MAX_STRING_LENGTH, maxStringLength);
  }

  /** How long a typed array may get, in elements. */
  public int maxTypedArrayLength() {
    return get(MAX_TYPED_ARRAY_LENGTH);
  }

  public SandboxConfig maxTypedArrayLength(int maxTypedArrayLength) {
    return with(MAX_TYPED_ARRAY_LENGTH, maxTypedArrayLength);
  }

  /** Stack of the thread a program runs on. */
  public int stackBytes() {
    return get(STACK_BYTES);
  }

  public SandboxConfig stackBytes(int stackBytes) {
    return with(STACK_BYTES, stackBytes);
  }

  /** The values that differ from the defaults, as a configuration file would write them. */
  public JsonNode json() {
    return values.json();
  }
}
