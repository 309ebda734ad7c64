package io.gatemini.sandbox.internal.worker;

import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Load;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Worker processes that are there from the first time they are needed. Thread-safe. */
public final class LazyWorkers implements AutoCloseable {
  private final Supplier<ScriptEngine> maker;

  // Guarded by this.
  private @Nullable ScriptEngine workers;
  private boolean closed;

  public LazyWorkers(Supplier<ScriptEngine> maker) {
    this.maker = maker;
  }

  /** The engine over them; absent after {@link #close}. */
  public synchronized Optional<ScriptEngine> get() {
    if (workers == null && !closed) {
      workers = maker.get();
    }
    return closed ? Optional.empty() : Optional.ofNullable(workers);
  }

  /** Their load; none as long as there are no workers. */
  public Load load() {
    ScriptEngine known;
    synchronized (this) {
      known = workers;
    }
    return known == null ? new Load(0, 0, 0) : known.load();
  }

  @Override
  public void close() {
    ScriptEngine known;
    synchronized (this) {
      closed = true;
      known = workers;
    }
    if (known != null) {
      known.close();
    }
  }
}
