package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls, returns, errors and switches of coroutines. None of them runs Lua code: they leave the
 * running coroutine's top frame as the one to go on with, and the loop of the interpreter goes on.
 */
final class Calls {
  private static final int MAX_JAVA_CALLS = 195;
  // Lua's own limit of a stack.
  private static final int MAX_ARGUMENTS = 1_000_000;

  private static final int FEW_ARGUMENTS = 64;
  private static final int MAX_CALL_CHAIN = 100;
  private static final int MAX_HANDLER_DEPTH = 10;
  private static final LuaString ERROR_IN_HANDLER = LuaString.of("error in error handling");

  final Interpreter interpreter;
  final Meter meter;
  final Coroutine main = new Coroutine();
  Coroutine current = main;

  /** The results of the innermost call back into Lua, once it has them. */
  @Nullable Object @Nullable [] exited;

  private int javaCalls;

  Calls(Interpreter interpreter, Meter meter) {
    this.interpreter = interpreter;
    this.meter = meter;
    main.status = Coroutine.Status.RUNNING;
  }

  /** Calls a function from Java, and runs until it returns. */
  @Nullable Object[] run(@Nullable Object function, @Nullable Object[] arguments) {
    if (javaCalls >= MAX_JAVA_CALLS) {
      throw new LuaError("C stack overflow");
    }
    current.push(meter, Frame.Kind.JAVA, Frame.Return.EXIT, 0, 0);
    Coroutine coroutine = current;
    javaCalls++;
    coroutine.javaCalls++;
    Runnable next = () -> invoke(function, arguments, Frame.Return.EXIT, 0, 0);
    try {
      while (true) {
        try {
          Runnable step = next;
          next = interpreter.loop::run;
          step.run();
          @Nullable Object @Nullable [] results = exited;
          if (results != null) {
            exited = null;
            return results;
          }
        } catch (LuaError error) {
          unwind(place(error, null));
        }
      }
    } finally {
      javaCalls--;
      coroutine.javaCalls--;
    }
  }

  /** Calls any value from the top frame. */
  void invoke(
      @Nullable Object function,
      @Nullable Object[] arguments,
      Frame.Return mode,
      int target,
      int wanted) {
    Object callee = function;
    @Nullable Object[] all = arguments;
    for (int chain = 0; ; chain++) {
      if (callee instanceof LuaClosure closure) {
        enter(closure, all, 0, all.length, mode, target, wanted);
        return;
      }
      if (callee instanceof Builtin builtin) {
        deliver(call(builtin, all), mode, target, wanted);
        return;
      }
      if (callee instanceof Control control) {
        step(all.length);
        // A control that calls another one copies its arguments once more, and keeps them.
        long copied = all.length > FEW_ARGUMENTS ? 8L * all.length : 0;
        meter.hold(copied);
        try {
          meter.grow(copied);
          control.body.enter(this, all, mode, target, wanted);
        } catch (LuaError error) {
          throw place(error, control.name());
        } finally {
          meter.release(copied);
        }
        return;
      }
      Object handler = interpreter.metafield(callee, Metamethod.CALL);
      if (handler == null || chain > MAX_CALL_CHAIN) {
        throw notCallable(callee);
      }
      @Nullable Object[] withCallee = new @Nullable Object[all.length + 1];
      withCallee[0] = callee;
      System.arraycopy(all, 0, withCallee, 1, all.length);
      all = withCallee;
      callee = handler;
    }
  }

  private LuaError notCallable(@Nullable Object callee) {
    Frame top = current.top;
    int operation = (int) top.instruction() & 0xFF;
    VariableName name =
        switch (operation) {
          case Code.CALL, Code.TAILCALL -> Operations.operandName(top, 0);
          case Code.TFORCALL -> new VariableName("for iterator", "for iterator");
          default -> {
            String event = Operations.event(operation);
            if (event.equals("?")) {
              yield null;
            }
            yield new VariableName("metamethod", event);
          }
        };
    return Operations.typeError(LuaError.Kind.CALL, "call", callee, name);
  }

  /** Counts a call; so many arguments are copied on their way. */
  void step(int arguments) {
    meter.step(1 + (arguments >> 4));
  }

  /** Calls a builtin; what it throws gets its position here. */
  @Nullable Object call(Builtin builtin, @Nullable Object[] arguments) {
    step(arguments.length);
    try {
      return builtin.call(interpreter, arguments);
    } catch (LuaError error) {
      throw place(error, builtin.name());
    }
  }

  /** Makes the frame of a Lua function, with arguments from somewhere in an array. */
  Frame enter(
      LuaClosure closure,
      @Nullable Object[] source,
      int from,
      int count,
      Frame.Return mode,
      int target,
      int wanted) {
    step(count);
    Frame frame = current.push(meter, Frame.Kind.LUA, mode, target, wanted);
    fill(frame, closure, source, from, count);
    return frame;
  }

  /** Makes a frame start with a function. */
  void fill(Frame frame, LuaClosure closure, @Nullable Object[] source, int from, int count) {
    Prototype prototype = closure.prototype;
    int size = prototype.registers();
    if (size > frame.mostRegisters) {
      meter.grow((long) Frame.REGISTER_BYTES * (size - frame.mostRegisters));
      frame.mostRegisters = size;
    }
    @Nullable Object[] registers = new @Nullable Object[size];
    int parameters = prototype.parameters();
    int copied = Math.min(count, parameters);
    for (int i = 0; i < copied; i++) {
      registers[i] = source[from + i];
    }
    if (prototype.varargs() && count > parameters) {
      if (count > MAX_ARGUMENTS) {
        throw LuaError.runtime("stack overflow");
      }
      meter.allocate(Frame.FRAME_BYTES + 8L * count);
      frame.varargs = Arrays.copyOfRange(source, from + parameters, from + count);
    } else {
      frame.varargs = Frame.NO_VALUES;
    }
    frame.closure = closure;
    frame.registers = registers;
    frame.pc = 0;
  }

  /** Gives results, one value or an array of them, to the caller of the top frame. */
  void deliver(@Nullable Object results, Frame.Return mode, int target, int wanted) {
    if (mode == Frame.Return.RESULTS && wanted == 1 && !(results instanceof Object[])) {
      current.top.registers[target] = results;
    } else {
      deliverAll(all(results), mode, target, wanted);
    }
  }

  /** The results of a builtin, which are one value or an array. */
  @SuppressWarnings("PatternMatchingInstanceof") // NullAway does not know patterns of arrays
  static @Nullable Object[] all(@Nullable Object results) {
    return results instanceof Object[]
        ? (@Nullable Object[]) results
        : new @Nullable Object[] {results};
  }

  private void deliverAll(@Nullable Object[] results, Frame.Return mode, int target, int wanted) {
    @Nullable Object[] values = results;
    meter.step(values.length >> 4);
    Frame top = current.top;
    switch (mode) {
      case RESULTS -> {
        if (wanted < 0) {
          top.open = values;
        } else {
          for (int i = 0; i < wanted; i++) {
            top.registers[target + i] = i < values.length ? values[i] : null;
          }
        }
      }
      case TAIL -> leave(values);
      case CONDITION, OPPOSITE -> {
        boolean outcome = values.length > 0 && Operations.isTrue(values[0]);
        Operations.decide(top, outcome == (mode == Frame.Return.CONDITION));
      }
      case EXIT -> {
        current.pop();
        exited = values;
      }
      case PROTECTED -> {
        Frame.Return outer = top.mode;
        int outerTarget = top.target;
        int outerWanted = top.wanted;
        current.pop();
        deliverAll(prepend(true, values), outer, outerTarget, outerWanted);
      }
      case UNWIND -> unwind(passing(top));
      case HANDLER -> {
        LuaError error = passing(top);
        error.handled(values.length > 0 ? values[0] : null);
        unwind(error);
      }
      case BASE -> {
        Coroutine finished = current;
        finished.status = Coroutine.Status.DEAD;
        backToResumer(finished);
        deliverAll(
            finished.wrapped ? values : prepend(true, values),
            finished.mode,
            finished.target,
            finished.wanted);
      }
    }
  }

  /** Returns results from the top frame. */
  void leave(@Nullable Object[] results) {
    Frame frame = current.top;
    Frame.Return mode = frame.mode;
    int target = frame.target;
    int wanted = frame.wanted;
    current.pop();
    deliverAll(results, mode, target, wanted);
  }

  private static LuaError passing(Frame frame) {
    LuaError error = Objects.requireNonNull(frame.passing);
    frame.passing = null;
    return error;
  }

  static @Nullable Object[] prepend(@Nullable Object first, @Nullable Object[] rest) {
    @Nullable Object[] all = new @Nullable Object[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  /**
   * Lets an error pass down the frames: to the message handler of the next xpcall, to the variables
   * to close, and to the pcall, the coroutine's resumer or the builtin that gets it.
   */
  void unwind(LuaError thrown) {
    LuaError error = thrown;
    while (true) {
      Coroutine coroutine = current;
      if (!error.handled() && !coroutine.closing) {
        int handlers = 0;
        Frame frame = coroutine.top;
        while (frame.kind == Frame.Kind.LUA && frame.previous != null) {
          handlers += frame.mode == Frame.Return.HANDLER ? 1 : 0;
          frame = frame.previous;
        }
        if (frame.kind == Frame.Kind.PROTECTED && frame.handler != null) {
          if (handlers >= MAX_HANDLER_DEPTH) {
            error.handled(ERROR_IN_HANDLER);
          } else {
            coroutine.top.passing = error;
            try {
              invoke(
                  frame.handler,
                  new @Nullable Object[] {error.value()},
                  Frame.Return.HANDLER,
                  0,
                  1);
              return;
            } catch (LuaError fromHandler) {
              error = fromHandler;
              error.handled(ERROR_IN_HANDLER);
            }
          }
        } else {
          error.handled(error.value());
        }
      }
      Frame top = coroutine.top;
      Frame.ToClose toClose = top.toClose;
      if (toClose != null) {
        top.toClose = toClose.below();
        top.passing = error;
        try {
          close(toClose.value(), error.isToken() ? null : error.value(), Frame.Return.UNWIND);
          return;
        } catch (LuaError fromClosing) {
          error = place(fromClosing, null);
          continue;
        }
      }
      switch (top.kind) {
        case LUA -> coroutine.pop();
        case JAVA -> {
          coroutine.pop();
          throw error.passOn();
        }
        case PROTECTED -> {
          if (coroutine.closing) {
            coroutine.pop();
          } else {
            leave(new @Nullable Object[] {false, error.value()});
            return;
          }
        }
        case BASE -> {
          coroutine.status = Coroutine.Status.DEAD;
          backToResumer(coroutine);
          if (coroutine.wrapped && !coroutine.closing) {
            // The resumer's position goes before the text, as in the reference implementation.
            error =
                error.value() instanceof LuaString text
                    ? place(new LuaError(text), null)
                    : LuaError.of(error.value());
            continue;
          }
          coroutine.failure = coroutine.closing ? null : error;
          @Nullable Object[] results =
              error.isToken()
                  ? new @Nullable Object[] {true}
                  : new @Nullable Object[] {false, error.value()};
          deliverAll(results, coroutine.mode, coroutine.target, coroutine.wanted);
          return;
        }
      }
    }
  }

  /** Calls the closing metamethod of a value. */
  void close(@Nullable Object value, @Nullable Object error, Frame.Return mode) {
    Object handler = interpreter.metafield(value, Metamethod.CLOSE);
    invoke(handler, new @Nullable Object[] {value, error}, mode, 0, 0);
  }

  /** Continues a coroutine, whose next values go where the caller of this wants them. */
  void resume(
      Coroutine coroutine,
      @Nullable Object[] arguments,
      Frame.Return mode,
      int target,
      int wanted) {
    Frame.Return to = coroutine.mode;
    int toTarget = coroutine.target;
    int toWanted = coroutine.wanted;
    switchTo(coroutine, mode, target, wanted);
    Object body = coroutine.body;
    if (body != null) {
      coroutine.body = null;
      try {
        invoke(body, arguments, Frame.Return.BASE, 0, 0);
      } catch (LuaError error) {
        unwind(place(error, null));
      }
    } else {
      deliver(arguments, to, toTarget, toWanted);
    }
  }

  /** Suspends the running coroutine; later resumptions give their values to this call. */
  void suspend(@Nullable Object[] values, Frame.Return mode, int target, int wanted) {
    Coroutine coroutine = current;
    if (coroutine == main) {
      throw LuaError.of(LuaString.of("attempt to yield from outside a coroutine"));
    }
    if (coroutine.javaCalls > 0) {
      throw LuaError.of(LuaString.of("attempt to yield across a C-call boundary"));
    }
    Frame.Return to = coroutine.mode;
    int toTarget = coroutine.target;
    int toWanted = coroutine.wanted;
    coroutine.mode = mode;
    coroutine.target = target;
    coroutine.wanted = wanted;
    coroutine.status = Coroutine.Status.SUSPENDED;
    backToResumer(coroutine);
    deliverAll(coroutine.wrapped ? values : prepend(true, values), to, toTarget, toWanted);
  }

  /** Ends a suspended coroutine, with its variables to close. */
  void kill(Coroutine coroutine, Frame.Return mode, int target, int wanted) {
    coroutine.closing = true;
    switchTo(coroutine, mode, target, wanted);
    unwind(LuaError.token());
  }

  private void switchTo(Coroutine coroutine, Frame.Return mode, int target, int wanted) {
    current.status = Coroutine.Status.NORMAL;
    coroutine.resumer = current;
    coroutine.status = Coroutine.Status.RUNNING;
    coroutine.mode = mode;
    coroutine.target = target;
    coroutine.wanted = wanted;
    current = coroutine;
  }

  private void backToResumer(Coroutine coroutine) {
    Coroutine resumer = Objects.requireNonNull(coroutine.resumer);
    coroutine.resumer = null;
    resumer.status = Coroutine.Status.RUNNING;
    current = resumer;
  }

  /** Completes the text of an error that a builtin or an operation made where the top frame is. */
  LuaError place(LuaError error, @Nullable String builtin) {
    if (!error.placed()) {
      LuaString value = error.value() instanceof LuaString text ? text : LuaString.EMPTY;
      if (error.argument() > 0) {
        value = LuaString.of(badArgument(error.argument(), value.toString(), builtin));
      }
      boolean inBuiltin = builtin != null && error.isRuntime();
      String position = inBuiltin ? "" : position(current.top);
      error.place(Operations.join(LuaString.of(position), value, meter));
    }
    return error;
  }

  private String badArgument(int argument, String text, @Nullable String builtin) {
    Frame top = current.top;
    String name = builtin == null ? "?" : builtin;
    int number = argument;
    if (top.kind == Frame.Kind.LUA) {
      int operation = (int) top.instruction() & 0xFF;
      if (operation == Code.CALL || operation == Code.TAILCALL) {
        VariableName called = Operations.operandName(top, 0);
        if (called != null) {
          name = called.name();
          if (called.kind().equals("method") && --number == 0) {
            return "calling '" + name + "' on bad self (" + text + ")";
          }
        }
      } else {
        name = Operations.event(operation);
      }
    }
    return "bad argument #" + number + " to '" + name + "' (" + text + ")";
  }

  /** The position of a frame as a prefix of messages; empty where it is not one of Lua code. */
  static String position(Frame frame) {
    LuaClosure closure = frame.closure;
    return frame.kind != Frame.Kind.LUA || closure == null || frame.pc == 0
        ? ""
        : closure.prototype.chunk() + ":" + frame.line() + ": ";
  }

  /** The position of the function at a level, 1 for the one that called the builtin. */
  String position(long level) {
    Frame frame = current.top;
    for (long i = 1; i < level && frame != null; i++) {
      frame = frame.previous;
    }
    return frame == null || level < 1 ? "" : position(frame);
  }
}
