package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.exceptions.JavetTerminatedException;
import com.caoccao.javet.interop.V8Guard;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueGlobalObject;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sucrase in an isolate of its own, which stays: it is warm after the first texts, and nothing of
 * it is near the programs. Thread-safe; one text at a time.
 */
final class V8Transpiler implements TypeScriptTranspiler, AutoCloseable {
  private static final int MAX_LENGTH = 100_000;

  /** The longest text takes a tenth of it; nested arrow functions are read again at each level. */
  private static final long LIMIT_MILLIS = 3_000;

  /** Makes the isolate. */
  @FunctionalInterface
  interface Maker {
    V8Runtime make() throws JavetException;
  }

  private final Maker maker;
  private final ReentrantLock lock = new ReentrantLock(true);

  /** Guarded by the lock. */
  private @Nullable V8Runtime runtime;

  V8Transpiler(Maker maker) {
    this.maker = maker;
  }

  @Override
  public String name() {
    return "sucrase";
  }

  @Override
  public boolean accepts(String source) {
    return source.length() <= MAX_LENGTH;
  }

  @Override
  public Transpiled transpile(String source, Form form) {
    String answer = answer(source);
    if (!answer.startsWith("\0")) {
      return new Transpiled(answer, List.of());
    }
    int end = answer.indexOf('\0', 1);
    String error = answer.substring(end + 1);
    String line = answer.substring(1, end);
    throw new ScriptException(line.equals("0") ? error : error + " (line " + line + ")");
  }

  private String answer(String source) {
    boolean mine = false;
    try {
      mine = lock.tryLock(2 * LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      if (!mine) {
        throw new ScriptException("other programs are read as TypeScript; try again");
      }
      return transpiled(source);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    } catch (JavetTerminatedException e) {
      close();
      throw new ScriptException(
          "the program cannot be read as TypeScript in "
              + LIMIT_MILLIS / 1_000
              + " s; write it in JavaScript");
    } catch (JavetException e) {
      close();
      throw new ScriptException("the program cannot be read as TypeScript");
    } finally {
      if (mine) {
        lock.unlock();
      }
    }
  }

  @SuppressWarnings("try") // the guard is there to be closed
  private String transpiled(String source) throws JavetException {
    V8Runtime known = runtime;
    if (known == null) {
      known = maker.make();
      runtime = known;
    }
    try (V8Guard guard = known.getGuard(LIMIT_MILLIS);
        V8ValueGlobalObject global = known.getGlobalObject()) {
      return String.valueOf(global.invokeString("transpile", source));
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      V8Runtime known = runtime;
      runtime = null;
      if (known != null) {
        known.close(true);
      }
    } catch (JavetException e) {
      throw new IllegalStateException(e);
    } finally {
      lock.unlock();
    }
  }
}
