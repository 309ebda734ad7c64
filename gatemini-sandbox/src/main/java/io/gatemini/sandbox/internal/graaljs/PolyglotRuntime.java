package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.JsContexts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that programs run in: closed to the host, to files, to other languages, and to
 * standard streams. A few are made ahead, since that is half of what a short program costs; each is
 * used once. The engine behind them is made at the first, and replaced in between when it is spent;
 * programs do not wait for that. Thread-safe.
 */
final class PolyglotRuntime implements JsContexts {
  /** An idle context takes about 100 KB. */
  private static final int MADE_AHEAD = 2;

  /** Access of a program beyond the standard: none. */
  private static final Map<String, String> CLOSED =
      Map.ofEntries(
          Map.entry("js.console", "false"),
          Map.entry("js.print", "false"),
          Map.entry("js.load", "false"),
          Map.entry("js.graal-builtin", "false"),
          Map.entry("js.polyglot-builtin", "false"),
          Map.entry("js.java-package-globals", "false"),
          Map.entry("js.atomics", "false"),
          Map.entry("js.shared-array-buffer", "false"),
          Map.entry("js.max-apply-argument-length", "1000000"));

  private final Map<String, String> options;
  private final long maxStatements;
  private final Queue<ProgramContext> ready = new ArrayDeque<>();
  private final AtomicBoolean renewing = new AtomicBoolean();

  // Guarded by this.
  private @Nullable EngineGeneration current;
  private boolean closed;

  PolyglotRuntime(SandboxConfig sandbox) {
    // Bounds on what a single operation can allocate at once, before anyone could stop it.
    options = new HashMap<>(CLOSED);
    options.put("js.string-length-limit", Integer.toString(sandbox.maxStringLength()));
    options.put("js.max-typed-array-length", Integer.toString(sandbox.maxTypedArrayLength()));
    maxStatements = sandbox.maxStatements();
  }

  /**
   * A context that was made ahead, if there is one; no program has seen it, and it belongs to the
   * calling thread from now on.
   */
  @Override
  public synchronized @Nullable ProgramContext poll(long statements, String client) {
    return statements == maxStatements ? ready.poll() : null;
  }

  /** Makes a context, and the engine where there is none yet. */
  @Override
  public ProgramContext make(long statements) {
    ProgramContext made;
    do {
      made = make(current(), statements);
    } while (made == null); // another engine took its place meanwhile
    return made;
  }

  private @Nullable ProgramContext make(EngineGeneration generation, long statements) {
    return generation.make(engine -> ProgramContext.make(newContext(engine, statements)));
  }

  private synchronized EngineGeneration current() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    EngineGeneration known = current;
    if (known == null) {
      known = new EngineGeneration();
      current = known;
    }
    return known;
  }

  @Override
  public void fill() {
    fill(MADE_AHEAD);
  }

  @Override
  public void getReady() {
    fill(1);
  }

  private void fill(int enough) {
    while (wantsMore(enough)) {
      EngineGeneration generation = current();
      ProgramContext made = make(generation, maxStatements);
      if (made == null) {
        continue;
      }
      synchronized (this) {
        if (!closed && generation == current && ready.size() < MADE_AHEAD) {
          ready.add(made);
          continue;
        }
      }
      made.close();
    }
  }

  private synchronized boolean wantsMore(int enough) {
    return !closed && ready.size() < enough;
  }

  /** Whether {@link #renew} has something to do. */
  synchronized boolean isSpent() {
    return !closed && current != null && current.isSpent();
  }

  /**
   * Puts a new engine in place of a spent one, with contexts made ahead; until then programs get
   * contexts of the old one. Does nothing while another thread does so.
   */
  @Override
  public void renew() {
    if (!isSpent() || !renewing.compareAndSet(false, true)) {
      return;
    }
    try {
      EngineGeneration next = new EngineGeneration();
      List<ProgramContext> made = new ArrayList<>();
      boolean renewed = false;
      try {
        for (int i = 0; i < MADE_AHEAD; i++) {
          made.add(Objects.requireNonNull(make(next, maxStatements)));
        }
        renewed = true;
      } finally {
        if (!renewed || !replace(next, made)) {
          made.forEach(ProgramContext::close);
          next.retire();
        }
      }
    } finally {
      renewing.set(false);
    }
  }

  private boolean replace(EngineGeneration next, List<ProgramContext> made) {
    EngineGeneration spent;
    List<ProgramContext> unused;
    synchronized (this) {
      if (closed) {
        return false;
      }
      spent = current;
      current = next;
      unused = List.copyOf(ready);
      ready.clear();
      ready.addAll(made);
    }
    unused.forEach(ProgramContext::close);
    if (spent != null) {
      spent.retire();
    }
    return true;
  }

  private Context newContext(Engine engine, long statements) {
    // One HostAccess for all contexts of an engine: a second one breaks the engine's cache.
    Context.Builder builder =
        Context.newBuilder("js")
            .engine(engine)
            .allowHostAccess(HostAccess.NONE)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowEnvironmentAccess(EnvironmentAccess.NONE)
            .allowIO(IOAccess.NONE)
            .allowCreateThread(false)
            .allowCreateProcess(false)
            .allowNativeAccess(false)
            .allowExperimentalOptions(true)
            .options(options);
    if (statements > 0) {
      builder.resourceLimits(ResourceLimits.newBuilder().statementLimit(statements, null).build());
    }
    return builder.build();
  }

  /** Makes no more contexts. The engine goes with the last context that a program has. */
  @Override
  public void close() {
    List<ProgramContext> unused;
    EngineGeneration last;
    synchronized (this) {
      closed = true;
      unused = List.copyOf(ready);
      ready.clear();
      last = current;
      current = null;
    }
    unused.forEach(ProgramContext::close);
    if (last != null) {
      last.retire();
    }
  }
}
