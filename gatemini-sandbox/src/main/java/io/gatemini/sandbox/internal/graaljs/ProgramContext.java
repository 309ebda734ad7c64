package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.GatewayException;
import io.gatemini.sandbox.internal.js.Globals;
import io.gatemini.sandbox.internal.js.HostSide;
import io.gatemini.sandbox.internal.js.JsContext;
import io.gatemini.sandbox.internal.js.JsFailure;
import io.gatemini.sandbox.internal.js.JsFailure.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/** A context of GraalJS, made for one program and bound to it when that comes. */
final class ProgramContext implements JsContext {
  /** Each takes at least 64 bytes, so that 64 KB are there for whatever the gateway does. */
  private static final int STACK_LEVELS = 1_000;

  private static final Logger LOG = System.getLogger(ProgramContext.class.getName());

  private static final Source PRELUDE = source(Globals.PRELUDE, Globals.prelude());

  private static final Pattern PARSER_MESSAGE =
      Pattern.compile("SyntaxError: <function>:(\\d+):(\\d+) ([^\n]*).*", Pattern.DOTALL);

  private final Context context;
  private final Value prelude;
  private @Nullable EngineGeneration generation;

  private ProgramContext(Context context, Value prelude) {
    this.context = context;
    this.prelude = prelude;
  }

  static ProgramContext make(Context context) {
    return new ProgramContext(context, context.eval(PRELUDE).execute());
  }

  /** Makes closing this give it back to its engine. */
  void belongTo(EngineGeneration owner) {
    generation = owner;
  }

  @Override
  public void used(long textLength, long allocatedBytes) {
    if (generation != null) {
      generation.used(textLength, allocatedBytes);
    }
  }

  @Override
  public void bind(HostSide host) {
    ProxyExecutable ask =
        arguments -> {
          checkStack();
          return host.ask(arguments[0].asString(), new GuestArguments(arguments));
        };
    prelude.getMember("bind").executeVoid(ask);
  }

  private static final class GuestArguments implements HostSide.Arguments {
    private final Value[] values;

    GuestArguments(Value[] values) {
      this.values = values;
    }

    @Override
    public String text(int index) {
      return values[index].asString();
    }

    @Override
    public double number(int index) {
      return values[index].asDouble();
    }
  }

  @Override
  public void install(String globals) {
    run(
        () ->
            prelude
                .getMember("install")
                .execute(context.eval(source("globals/" + globals, Globals.source(globals)))));
  }

  @Override
  public int compile(String body) {
    return run(() -> prelude.getMember("compile").execute(body)).asInt();
  }

  @Override
  public @Nullable String call(String function, Object... arguments) {
    Value value = run(() -> prelude.getMember(function).execute(arguments));
    return value.isString() ? value.asString() : null;
  }

  private static Value run(Supplier<Value> work) {
    try {
      return work.get();
    } catch (PolyglotException e) {
      throw failure(e);
    }
  }

  private static JsFailure failure(PolyglotException e) {
    if (e.isSyntaxError()) {
      Matcher said = PARSER_MESSAGE.matcher(String.valueOf(e.getMessage()));
      return said.matches()
          ? new JsFailure(
              Kind.SYNTAX,
              said.group(3),
              Integer.parseInt(said.group(1)),
              Integer.parseInt(said.group(2)),
              e)
          : new JsFailure(
              Kind.SYNTAX, String.valueOf(e.getMessage()).lines().findFirst().orElse(""), 0, 0, e);
    }
    Kind kind =
        e.isResourceExhausted()
            ? String.valueOf(e.getMessage()).contains("Statement") ? Kind.STATEMENTS : Kind.MEMORY
            : e.isCancelled() ? Kind.STOPPED : e.isGuestException() ? Kind.THROWN : Kind.ENGINE;
    return new JsFailure(kind, e);
  }

  private static Source source(String name, String text) {
    return Source.newBuilder("js", text, "gatemini/" + name).buildLiteral();
  }

  /** Closing waits until the program reaches a point where it can be stopped. */
  @Override
  public boolean stop() {
    Thread closer = new Thread(this::cancel, "gatemini-program-stop");
    closer.setDaemon(true);
    closer.start();
    return false;
  }

  private void cancel() {
    try {
      context.close(true);
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "a stopped program's context did not close", e);
    }
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

  /**
   * Goes down the stack as far as the gateway may have to, which takes some microseconds. An
   * overflow in the gateway's code would strike in between any two of its steps, or in the middle
   * of a class's initialisation, which spoils that class for the whole process.
   *
   * @throws GatewayException when there is not so much of it
   */
  private static void checkStack() {
    try {
      long bottom = descend(STACK_LEVELS, 1, 2, 3, 4, 5, 6);
      if (bottom == Long.MIN_VALUE) {
        throw new AssertionError(bottom);
      }
    } catch (StackOverflowError e) {
      throw new GatewayException("the gateway cannot be called so deep in a recursion");
    }
  }

  /** The numbers are needed after the call below, and so lie on the stack meanwhile. */
  private static long descend(int levels, long a, long b, long c, long d, long e, long f) {
    if (levels == 0) {
      return a;
    }
    long below = descend(levels - 1, b + levels, c ^ a, d + b, e ^ c, f + d, a ^ e);
    return below ^ (a + 3 * b) ^ (c + 5 * d) ^ (e + 7 * f);
  }
}
