package io.gatemini.sandbox.internal.js;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * A context with the prelude in it, made for one program and bound to it when that comes. One
 * thread at a time.
 */
final class ProgramContext implements AutoCloseable {
  private final Context context;
  private final HostSide host;
  private final Value prelude;
  private @Nullable EngineGeneration generation;

  private ProgramContext(Context context, HostSide host, Value prelude) {
    this.context = context;
    this.host = host;
    this.prelude = prelude;
  }

  static ProgramContext make(Context context, Source prelude) {
    HostSide host = new HostSide();
    return new ProgramContext(context, host, context.eval(prelude).execute(host.asGuest()));
  }

  /** Makes closing this give it back to its engine. */
  void belongTo(EngineGeneration owner) {
    generation = owner;
  }

  /** Counts what the program took, for the engine's sake. */
  void used(long textLength, long allocatedBytes) {
    if (generation != null) {
      generation.used(textLength, allocatedBytes);
    }
  }

  Context context() {
    return context;
  }

  /**
   * The functions that the program's side calls; to be bound to the program before anything of it
   * runs.
   */
  HostSide host() {
    return host;
  }

  /** A function of the prelude. */
  Value function(String name) {
    return prelude.getMember(name);
  }

  @Override
  public void close() {
    try {
      context.close();
    } finally {
      if (generation != null) {
        generation.release();
      }
    }
  }
}
