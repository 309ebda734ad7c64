package io.gatemini.sandbox;

import io.gatemini.SandboxConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * The one polyglot engine behind all programs, made at the first, and the contexts it makes: closed
 * to the host, to files, to other languages, and to standard streams. A few are made ahead, since
 * that is half of what a short program costs; each is used once. Thread-safe.
 */
final class PolyglotRuntime implements AutoCloseable {
  /** An idle context takes about 100 KB. */
  private static final int MADE_AHEAD = 2;

  /** What a program gets beside the standard: nothing. */
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

  private final Source prelude = source("prelude.js");
  private final Map<String, String> options;
  private final long maxStatements;
  private final Queue<ProgramContext> ready = new ArrayDeque<>();
  private @Nullable Engine engine;
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
  synchronized @Nullable ProgramContext poll(long statements) {
    return statements == maxStatements ? ready.poll() : null;
  }

  /** Makes a context, and the engine where there is none yet. */
  ProgramContext make(long statements) {
    return ProgramContext.make(newContext(statements), prelude);
  }

  /** Makes contexts ahead until there are enough. */
  void fill() {
    while (wantsMore()) {
      ProgramContext made = make(maxStatements);
      synchronized (this) {
        if (!closed && ready.size() < MADE_AHEAD) {
          ready.add(made);
          continue;
        }
      }
      made.close();
    }
  }

  private synchronized boolean wantsMore() {
    return !closed && ready.size() < MADE_AHEAD;
  }

  private Context newContext(long statements) {
    // One HostAccess for all contexts of an engine: a second one breaks the engine's cache.
    Context.Builder builder =
        Context.newBuilder("js")
            .engine(engine())
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

  private synchronized Engine engine() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    Engine known = engine;
    if (known == null) {
      known =
          Engine.newBuilder("js")
              .option("engine.WarnInterpreterOnly", "false")
              .in(InputStream.nullInputStream())
              .out(OutputStream.nullOutputStream())
              .err(OutputStream.nullOutputStream())
              .logHandler(new NoLog())
              .build();
      engine = known;
    }
    return known;
  }

  /** A script of this module. */
  static Source source(String resource) {
    try (InputStream in = PolyglotRuntime.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder("js", text, "gatemini/" + resource).buildLiteral();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  /** Makes no more contexts, and closes those that were not used. */
  void stop() {
    List<ProgramContext> unused;
    synchronized (this) {
      closed = true;
      unused = List.copyOf(ready);
      ready.clear();
    }
    unused.forEach(ProgramContext::close);
  }

  /**
   * Frees the engine. To be called when no program runs, not even one that cannot be stopped: the
   * engine would wait for it under a lock that all other engines of the process need, and the end
   * of the process too.
   */
  @Override
  public void close() {
    stop();
    Engine known;
    synchronized (this) {
      known = engine;
      engine = null;
    }
    if (known != null) {
      known.close();
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
