package io.gatemini.sandbox.internal.typescript;

import io.gatemini.internal.async.Causes;
import io.gatemini.sandbox.internal.npm.NpmPackage;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * TypeScript through Sucrase ({@code org.mvnpm:sucrase}), which is JavaScript: it runs on an engine
 * of its own, so that nothing of it is near the programs. Works on every platform, keeps the lines
 * of the source, and knows no namespaces. The first text takes one to two seconds of processor
 * time, later ones some milliseconds. Thread-safe; one text at a time.
 */
public final class SucraseTranspiler implements TypeScriptTranspiler {
  /** About 2 s of processor time when warm. */
  private static final int MAX_LENGTH = 100_000;

  /** Nested arrow functions are read again at each level, so a short text can take forever. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Loading has nothing foreign in it; this is for a machine that stands still. */
  private static final Duration LOADING_LIMIT = Duration.ofMinutes(2);

  private static final long STACK_BYTES = 64L * 1024 * 1024;

  private final Duration limit;
  private final ReentrantLock lock = new ReentrantLock(true);
  private @Nullable Loaded loaded;

  private record Loaded(Context context, Value transform) {}

  public SucraseTranspiler() {
    this(LIMIT);
  }

  public SucraseTranspiler(Duration limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "sucrase";
  }

  @Override
  public int weight() {
    return DEFAULT_WEIGHT - 10;
  }

  @Override
  public boolean isAvailable() {
    return NpmPackage.SUCRASE.isThere();
  }

  @Override
  public boolean accepts(String source) {
    return source.length() <= MAX_LENGTH;
  }

  @Override
  public Transpiled transpile(String source, Form form) {
    if (!accepts(source)) {
      throw new ScriptException("the program is too long for TypeScript; write it in JavaScript");
    }
    // Sucrase takes return and await at the top as it takes export, so the form makes no
    // difference.
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    }
    try {
      return new Transpiled(transformed(source), List.of());
    } finally {
      lock.unlock();
    }
  }

  private String transformed(String source) {
    Loaded known = loaded;
    if (known == null) {
      Context context = newContext();
      known =
          new Loaded(
              context,
              onDeepStack(
                  () -> load(context), STACK_BYTES, LOADING_LIMIT, thread -> drop(context)));
      loaded = known;
    }
    Context context = known.context();
    Value transform = known.transform();
    return onDeepStack(
        () -> code(transform.execute(source)), STACK_BYTES, limit, thread -> drop(context));
  }

  private static String code(Value outcome) {
    if (outcome.hasMember("code")) {
      return outcome.getMember("code").asString();
    }
    String message = outcome.getMember("error").asString();
    int line = outcome.getMember("line").asInt();
    throw new ScriptException(line > 0 ? message + " (line " + line + ")" : message);
  }

  /** An abandoned text goes with its context; the next text gets a new one. */
  private void drop(Context context) {
    loaded = null;
    Thread closer = new Thread(() -> close(context), "gatemini-transpile-close");
    closer.setDaemon(true);
    closer.start();
  }

  private static void close(Context context) {
    try {
      context.close(true);
      context.getEngine().close(true);
    } catch (RuntimeException e) {
      System.getLogger(SucraseTranspiler.class.getName())
          .log(System.Logger.Level.DEBUG, "the context of the transpiler did not close", e);
    }
  }

  private static Context newContext() {
    Engine engine =
        Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .in(InputStream.nullInputStream())
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            .logHandler(OutputStream.nullOutputStream())
            .build();
    return Context.newBuilder("js")
        .engine(engine)
        .allowHostAccess(HostAccess.NONE)
        .allowPolyglotAccess(PolyglotAccess.NONE)
        .allowIO(IOAccess.NONE)
        .build();
  }

  private static Value load(Context context) {
    return context.eval(
        Source.newBuilder("js", SucraseFiles.asFunction(), "sucrase.js").buildLiteral());
  }

  /**
   * Does the work on a new thread with a large stack, for a parser that recurses, and waits for it.
   *
   * @param abandon given the thread when the wait ends before the work does
   * @throws ScriptException that of the work; or the time is up, or the caller was interrupted
   */
  private static <T> T onDeepStack(
      Callable<T> work, long stackBytes, Duration limit, Consumer<Thread> abandon) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "gatemini-transpile", stackBytes);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      abandon.accept(thread);
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    } catch (TimeoutException e) {
      abandon.accept(thread);
      throw new ScriptException(
          "the program cannot be read as TypeScript in "
              + limit.toSeconds()
              + " s; write it in JavaScript");
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    }
  }
}
