package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.exceptions.BaseJavetScriptingException;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.exceptions.JavetOutOfMemoryException;
import com.caoccao.javet.exceptions.JavetScriptingError;
import com.caoccao.javet.exceptions.JavetTerminatedException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.callback.IJavetDirectCallable;
import com.caoccao.javet.interop.callback.JavetCallbackContext;
import com.caoccao.javet.interop.callback.JavetCallbackType;
import com.caoccao.javet.interop.monitoring.V8HeapStatistics;
import com.caoccao.javet.utils.JavetDefaultLogger;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.primitive.V8ValueNumber;
import com.caoccao.javet.values.primitive.V8ValuePrimitive;
import com.caoccao.javet.values.primitive.V8ValueString;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueObject;
import io.gatemini.sandbox.internal.js.Globals;
import io.gatemini.sandbox.internal.js.HostSide;
import io.gatemini.sandbox.internal.js.JsContext;
import io.gatemini.sandbox.internal.js.JsFailure;
import io.gatemini.sandbox.internal.js.JsFailure.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** An isolate with the prelude in it. */
final class V8Context implements JsContext {
  /** Lines that the constructor of functions puts before a body. */
  private static final int HEADER_LINES = 2;

  /** The growth allowed to a heap while its program is being stopped. */
  private static final long HEADROOM_BYTES = 64L << 20;

  /** A program that goes on after so many times of that costs the process. */
  private static final int MAX_HEADROOMS = 8;

  /** A program is asked for so long what it holds. */
  private static final long STATISTICS_MILLIS = 10;

  /** The bytes of a program in one long operation, or on a busy machine; many have a sum, too. */
  static final long NO_ANSWER = 1L << 50;

  /** The status by which a virtual machine ends that has no memory. */
  private static final int OUT_OF_MEMORY = 3;

  /** It complains of rejected promises, and of functions that go with their isolate. */
  private static final JavetDefaultLogger SILENT =
      new JavetDefaultLogger(V8Context.class.getName()) {
        @Override
        public void warn(String message) {}
      };

  private final V8Runtime runtime;
  private final V8ValueObject prelude;
  private final V8Contexts others;
  private final int programs;
  private @Nullable String client;
  private @Nullable V8ValueFunction gateway;
  private volatile boolean outOfMemory;
  private volatile boolean inHost;
  private int headrooms;

  // Guarded by this.
  private boolean closed;
  private boolean stopped;

  @FunctionalInterface
  private interface Task {
    void run() throws JavetException;
  }

  private V8Context(V8Runtime runtime, V8ValueObject prelude, V8Contexts others, int programs) {
    this.runtime = runtime;
    this.prelude = prelude;
    this.others = others;
    this.programs = programs;
    runtime.setNearHeapLimitCallback((current, initial) -> heapIsFull(current));
  }

  /**
   * One whose isolate has had so many programs.
   *
   * @param others get the isolate when its program has ended well
   */
  static V8Context make(V8Runtime runtime, V8Contexts others, int programs) throws JavetException {
    runtime.setLogger(SILENT);
    V8ValueObject prelude = runtime.getExecutor(V8Snapshot.TAKE_PRELUDE).execute();
    return new V8Context(runtime, prelude, others, programs);
  }

  /** In the middle of a collection: nothing but this may be done here. */
  private long heapIsFull(long current) {
    outOfMemory = true;
    if (++headrooms > MAX_HEADROOMS && !others.isInGateway()) {
      Runtime.getRuntime().halt(OUT_OF_MEMORY);
    }
    stop();
    // A table that grows takes as much again at once.
    return headrooms == 1 ? 2 * current : current + HEADROOM_BYTES;
  }

  @Override
  public void bind(HostSide host) {
    run(
        () -> {
          IJavetDirectCallable.NoThisAndResult<JavetException> ask =
              values -> {
                inHost = true;
                String answer;
                try {
                  answer = host.ask(values[0].asString(), new GuestArguments(values));
                } finally {
                  inHost = false;
                }
                return answer == null
                    ? runtime.createV8ValueNull()
                    : runtime.createV8ValueString(answer);
              };
          JavetCallbackContext function =
              new JavetCallbackContext("gateway", JavetCallbackType.DirectCallNoThisAndResult, ask);
          V8ValueFunction made = runtime.createV8ValueFunction(function);
          gateway = made;
          prelude.invokeVoid("bind", made);
        });
  }

  private static final class GuestArguments implements HostSide.Arguments {
    private final V8Value[] values;

    GuestArguments(V8Value[] values) {
      this.values = values;
    }

    @Override
    public String text(int index) {
      return ((V8ValueString) values[index]).getValue();
    }

    @Override
    public double number(int index) {
      return ((Number) ((V8ValueNumber<?>) values[index]).getValue()).doubleValue();
    }
  }

  @Override
  public void install(String globals) {
    run(
        () -> {
          try (V8ValueFunction function =
              runtime
                  .getExecutor(Globals.source(globals))
                  .setResourceName("gatemini/globals/" + globals)
                  .execute()) {
            prelude.invokeVoid("install", function);
          }
        });
  }

  @Override
  public int compile(String body) {
    try {
      return prelude.invokeInteger("compile", body);
    } catch (BaseJavetScriptingException e) {
      JavetScriptingError error = e.getScriptingError();
      String message = String.valueOf(error.getMessage());
      if (!String.valueOf(e.getMessage()).startsWith("SyntaxError")) {
        throw failure(e);
      }
      int line = error.getLineNumber() - HEADER_LINES;
      int lines = 1 + (int) body.chars().filter(c -> c == '\n').count();
      // Behind the body stands the end of the function that it is put into.
      throw line > lines
          ? new JsFailure(Kind.SYNTAX, "Unexpected end of input", lines, 0, e)
          : new JsFailure(Kind.SYNTAX, message, Math.max(line, 0), error.getStartColumn(), e);
    } catch (JavetException e) {
      throw failure(e);
    }
  }

  @Override
  public @Nullable String call(String function, Object... arguments) {
    try {
      V8Value value = prelude.invoke(function, arguments);
      if (value instanceof V8ValueString text) {
        return text.getValue();
      }
      if (!(value instanceof V8ValuePrimitive)) {
        value.close();
      }
      return null;
    } catch (JavetException e) {
      throw failure(e);
    }
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (JavetException e) {
      throw failure(e);
    }
  }

  private JsFailure failure(JavetException e) {
    if (e instanceof JavetTerminatedException || runtime.isExecutionTerminating()) {
      return new JsFailure(outOfMemory ? Kind.MEMORY : Kind.STOPPED, e);
    }
    return new JsFailure(
        e instanceof JavetOutOfMemoryException
            ? Kind.MEMORY
            : e instanceof BaseJavetScriptingException ? Kind.THROWN : Kind.ENGINE,
        e);
  }

  /**
   * The bytes that it holds, in its heap and outside; {@link #NO_ANSWER} where it reaches no safe
   * point soon, 0 where that is the call of a gateway around it. Any thread.
   *
   * @param late takes them at that safe point, on its thread, before the program goes on
   */
  long heldBytes(LongConsumer late) {
    CompletableFuture<V8HeapStatistics> asked;
    synchronized (this) {
      if (closed) {
        return 0;
      }
      asked = runtime.getV8HeapStatistics();
    }
    try {
      return bytes(asked.get(STATISTICS_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } catch (ExecutionException | TimeoutException e) {
      asked.thenAccept(known -> late.accept(bytes(known)));
      return inHost && others.isInGateway() ? 0 : NO_ANSWER;
    }
  }

  private static long bytes(V8HeapStatistics known) {
    return known.getUsedHeapSize() + known.getExternalMemory();
  }

  @Override
  public void endedWell(String client) {
    this.client = client;
  }

  /** A thread that enters the isolate begins without what was asked of it before. */
  @Override
  public synchronized boolean stop() {
    if (!closed) {
      stopped = true;
      runtime.terminateExecution();
    }
    return !closed;
  }

  @Override
  public void close() {
    @Nullable String next;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      // An isolate that was stopped may not have noticed yet, and would end the next program.
      next = stopped ? null : client;
    }
    try {
      if (runtime.isExecutionTerminating()) {
        runtime.cancelTerminateExecution();
      }
      if (gateway != null) {
        gateway.close();
      }
      prelude.close();
      if (next == null || !others.again(runtime, programs + 1, next)) {
        runtime.close();
      }
    } catch (JavetException e) {
      throw new JsFailure(Kind.ENGINE, e);
    }
  }
}
