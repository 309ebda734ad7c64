package io.gatemini.sandbox.internal.graaljs;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.graalvm.polyglot.Engine;
import org.jspecify.annotations.Nullable;

/**
 * A polyglot engine for a bounded number of programs. Traces of programs in their engine (names in
 * its shapes, parsed functions in its caches) stay as long as the engine does; so an engine is
 * retired once it is spent, and closed with its last context. Thread-safe.
 */
final class EngineGeneration {
  /**
   * A new engine costs as much as five to ten short programs, and those that follow run colder:
   * this keeps it near 1 % of their time.
   */
  private static final int MAX_PROGRAMS = 1_000;

  /** An engine keeps up to three times the text it has parsed. */
  private static final long MAX_CHARACTERS = 1L << 20;

  /** No program can leave more than it has allocated. */
  private static final long MAX_ALLOCATED_BYTES = 128L << 20;

  private final Engine engine =
      Engine.newBuilder("js")
          .option("engine.WarnInterpreterOnly", "false")
          .in(InputStream.nullInputStream())
          .out(OutputStream.nullOutputStream())
          .err(OutputStream.nullOutputStream())
          .logHandler(new NoLog())
          .build();
  private final AtomicLong programs = new AtomicLong();
  private final AtomicLong characters = new AtomicLong();
  private final AtomicLong allocatedBytes = new AtomicLong();

  // Guarded by this.
  private int contexts;
  private boolean retired;

  /**
   * A context of this engine, which {@link ProgramContext#close} gives back; null after {@link
   * #retire}.
   */
  @Nullable ProgramContext make(Function<Engine, ProgramContext> maker) {
    synchronized (this) {
      if (retired) {
        return null;
      }
      contexts++;
    }
    boolean made = false;
    try {
      ProgramContext context = maker.apply(engine);
      context.belongTo(this);
      made = true;
      return context;
    } finally {
      if (!made) {
        release();
      }
    }
  }

  /** Counts a program that has ended. */
  void used(long textLength, long allocated) {
    programs.incrementAndGet();
    characters.addAndGet(textLength);
    allocatedBytes.addAndGet(allocated);
  }

  /** Whether another engine is to take its place. */
  boolean isSpent() {
    return programs.get() >= MAX_PROGRAMS
        || characters.get() >= MAX_CHARACTERS
        || allocatedBytes.get() >= MAX_ALLOCATED_BYTES;
  }

  /**
   * Makes no more contexts. The engine is closed with its last context and not before: it would
   * wait for a program that cannot be stopped, under a lock that all other engines of the process
   * need, and so would the end of the process.
   */
  void retire() {
    boolean unused;
    synchronized (this) {
      unused = !retired && contexts == 0;
      retired = true;
    }
    if (unused) {
      engine.close();
    }
  }

  /** One of its contexts is closed. */
  void release() {
    boolean last;
    synchronized (this) {
      contexts--;
      last = retired && contexts == 0;
    }
    if (last) {
      engine.close();
    }
  }

  /** Nothing of the engine is logged; a stream's handler complains when the process ends. */
  private static final class NoLog extends Handler {
    @Override
    public void publish(LogRecord entry) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
