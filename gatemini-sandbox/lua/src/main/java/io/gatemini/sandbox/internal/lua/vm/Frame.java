package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One call on a coroutine's stack: of a Lua function, or of what stands between them. Frames are
 * reused by later calls of the same depth.
 */
final class Frame implements Holder {
  static final @Nullable Object[] NO_VALUES = {};

  /** The charge for a frame, without its registers. */
  static final int FRAME_BYTES = 96;

  /** The charge of a register and half of a number in it. */
  static final int REGISTER_BYTES = 16;

  /** The role of a frame that is not a call of a Lua function. */
  enum Kind {
    LUA,
    /** The bottom of a coroutine. */
    BASE,
    /** A builtin that called back into Lua; nothing below it can be resumed. */
    JAVA,
    PROTECTED
  }

  /** The use of the results of a call. */
  enum Return {
    /** They go to registers of the frame below, or become its open values. */
    RESULTS,
    /** They are the results of the frame below, which makes a tail call. */
    TAIL,
    /** The first decides the jump that the frame below executes. */
    CONDITION,
    /** The same of the opposite. */
    OPPOSITE,
    /** They are the results of the builtin's call back into Lua. */
    EXIT,
    /** They are the results of pcall, or of xpcall. */
    PROTECTED,
    /** A closing value was closed while an error passes. */
    UNWIND,
    /** The first replaces the error that passes. */
    HANDLER,
    /** They are the results of a coroutine. */
    BASE
  }

  /** A variable that is closed when its scope ends. */
  record ToClose(int register, @Nullable Object value, @Nullable ToClose below) {}

  final @Nullable Frame previous;
  @Nullable Frame next;
  Kind kind = Kind.BASE;
  @Nullable LuaClosure closure;
  @Nullable Object[] registers = NO_VALUES;

  /** The most registers it has had: charged once, and counted as long as it is kept. */
  int mostRegisters;

  @Nullable Object[] varargs = NO_VALUES;
  int pc;

  /** Values of the last call or vararg expression that may have any number of them. */
  @Nullable Object[] open = NO_VALUES;

  /** How many operands of a concatenation are left, after a metamethod joined some of them. */
  int operandsLeft;

  Return mode = Return.RESULTS;
  int target;
  int wanted;
  @Nullable ToClose toClose;

  /** The error that passes, while a handler or a closing value of this frame is called. */
  @Nullable LuaError passing;

  /** The message handler of xpcall. */
  @Nullable Object handler;

  Frame(@Nullable Frame previous) {
    this.previous = previous;
  }

  void reset(Kind newKind, Return newMode, int newTarget, int newWanted) {
    kind = newKind;
    mode = newMode;
    target = newTarget;
    wanted = newWanted;
    closure = null;
    handler = null;
    passing = null;
    operandsLeft = 0;
    pc = 0;
  }

  /** Forgets what the frame held, so that it does not outlive the call. */
  void clear() {
    closure = null;
    registers = NO_VALUES;
    varargs = NO_VALUES;
    open = NO_VALUES;
    toClose = null;
    passing = null;
    handler = null;
  }

  /** So many values from a register on; with the open values where the number is a complement. */
  @Nullable Object[] takeValues(int first, int count, Meter meter) {
    if (count >= 0) {
      return count == 0 ? NO_VALUES : Arrays.copyOfRange(registers, first, first + count);
    }
    int fixed = ~count;
    @Nullable Object[] last = open;
    open = NO_VALUES;
    if (fixed == 0) {
      return last;
    }
    meter.step(last.length >> 4);
    @Nullable Object[] all = Arrays.copyOfRange(registers, first, first + fixed + last.length);
    for (int i = 0; i < last.length; i++) {
      all[fixed + i] = last[i];
    }
    return all;
  }

  /** Puts the first varargs into registers; all become open values where the number is negative. */
  void takeVarargs(int first, int count) {
    if (count < 0) {
      open = varargs;
      return;
    }
    for (int i = 0; i < count; i++) {
      registers[first + i] = i < varargs.length ? varargs[i] : null;
    }
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(closure);
    visitor.accept(handler);
    showAll(registers, visitor);
    showAll(varargs, visitor);
    showAll(open, visitor);
    for (ToClose noted = toClose; noted != null; noted = noted.below()) {
      visitor.accept(noted.value());
    }
    return FRAME_BYTES
        + (long) REGISTER_BYTES * mostRegisters
        + 8L * (varargs.length + open.length);
  }

  private static void showAll(@Nullable Object[] values, Visitor visitor) {
    for (Object value : values) {
      visitor.accept(value);
    }
  }

  /** The instruction in execution; a move where there is none. */
  long instruction() {
    return closure == null || pc == 0 ? 0 : closure.prototype.code()[pc - 1];
  }

  int line() {
    return closure == null ? 0 : closure.prototype.lines()[pc - 1];
  }
}
