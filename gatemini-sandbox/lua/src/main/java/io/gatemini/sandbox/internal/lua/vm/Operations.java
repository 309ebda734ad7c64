package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The instructions' uncommon cases: other types, metamethods, and errors. Where a metamethod is a
 * function of Lua, its frame is on top afterwards, and the result will go where it belongs.
 */
final class Operations {
  private static final int MAX_CHAIN = 2000;

  private final Interpreter interpreter;
  private final Calls calls;

  Operations(Interpreter interpreter, Calls calls) {
    this.interpreter = interpreter;
    this.calls = calls;
  }

  static boolean isTrue(@Nullable Object value) {
    return value != null && value != Boolean.FALSE;
  }

  /** Gets an element into a register. */
  void index(@Nullable Object indexed, @Nullable Object key, int target) {
    Object value = indexed;
    for (int chain = 0; chain < MAX_CHAIN; chain++) {
      Object handler;
      if (value instanceof LuaTable table) {
        Object element = table.get(key);
        LuaTable metatable = table.metatable();
        handler =
            element != null || metatable == null ? null : metatable.metamethod(Metamethod.INDEX);
        if (handler == null) {
          calls.current.top.registers[target] = element;
          return;
        }
      } else {
        handler = interpreter.metafield(value, Metamethod.INDEX);
        if (handler == null) {
          throw typeError(
              LuaError.Kind.INDEX,
              "index",
              value,
              chain == 0 ? operandName(calls.current.top, 0) : null);
        }
      }
      if (isCallable(handler)) {
        calls.invoke(handler, new @Nullable Object[] {value, key}, Frame.Return.RESULTS, target, 1);
        return;
      }
      value = handler;
    }
    throw LuaError.runtime("'__index' chain too long; possible loop");
  }

  void setIndex(@Nullable Object indexed, @Nullable Object key, @Nullable Object element) {
    Object value = indexed;
    for (int chain = 0; chain < MAX_CHAIN; chain++) {
      Object handler;
      if (value instanceof LuaTable table) {
        LuaTable metatable = table.metatable();
        handler = metatable == null ? null : metatable.metamethod(Metamethod.NEWINDEX);
        if (handler == null || table.get(key) != null) {
          table.set(key, element);
          return;
        }
      } else {
        handler = interpreter.metafield(value, Metamethod.NEWINDEX);
        if (handler == null) {
          throw typeError(
              LuaError.Kind.INDEX,
              "index",
              value,
              chain == 0 ? operandName(calls.current.top, 0) : null);
        }
      }
      if (isCallable(handler)) {
        calls.invoke(
            handler, new @Nullable Object[] {value, key, element}, Frame.Return.RESULTS, 0, 0);
        return;
      }
      value = handler;
    }
    throw LuaError.runtime("'__newindex' chain too long; possible loop");
  }

  private static boolean isCallable(@Nullable Object handler) {
    return handler instanceof LuaFunction;
  }

  /** Arithmetic and bit operations into a register. */
  void arithmetic(int operation, @Nullable Object left, @Nullable Object right, int target) {
    Object result = compute(operation, left, right);
    if (result != null) {
      calls.current.top.registers[target] = result;
    } else {
      Metamethod event = Metamethod.arithmetic(operation - Code.ADD);
      Object handler = binaryHandler(event, left, right);
      if (handler == null) {
        throw noArithmetic(event, left, right);
      }
      calls.invoke(handler, new @Nullable Object[] {left, right}, Frame.Return.RESULTS, target, 1);
    }
  }

  @Nullable Object binaryHandler(Metamethod event, @Nullable Object left, @Nullable Object right) {
    Object handler = interpreter.metafield(left, event);
    return handler != null ? handler : interpreter.metafield(right, event);
  }

  /** The result of an operation on numbers, or null where the operands need a metamethod. */
  static @Nullable Object compute(int operation, @Nullable Object left, @Nullable Object right) {
    if ((operation >= Code.BAND && operation <= Code.SHR) || operation == Code.BNOT) {
      // Texts of numbers are not converted here, unlike in arithmetic, where their metatable is.
      Long x = left instanceof Number number ? Numbers.toInteger(number) : null;
      Long y = right instanceof Number number ? Numbers.toInteger(number) : null;
      return x == null || y == null ? null : (Object) bits(operation, x, y);
    }
    if (left instanceof Long x
        && right instanceof Long y
        && operation != Code.DIV
        && operation != Code.POW) {
      return (Object) integer(operation, x, y);
    }
    if (left instanceof Number x && right instanceof Number y) {
      return (Object) floating(operation, x.doubleValue(), y.doubleValue());
    }
    return null;
  }

  private static long bits(int operation, long x, long y) {
    return switch (operation) {
      case Code.BAND -> x & y;
      case Code.BOR -> x | y;
      case Code.BXOR -> x ^ y;
      case Code.SHL -> Numbers.shiftLeft(x, y);
      case Code.SHR -> Numbers.shiftRight(x, y);
      default -> ~x;
    };
  }

  private static long integer(int operation, long x, long y) {
    return switch (operation) {
      case Code.ADD -> x + y;
      case Code.SUB -> x - y;
      case Code.MUL -> x * y;
      case Code.MOD -> Numbers.floorMod(x, y);
      case Code.IDIV -> Numbers.floorDivide(x, y);
      default -> -x;
    };
  }

  private static double floating(int operation, double x, double y) {
    return switch (operation) {
      case Code.ADD -> x + y;
      case Code.SUB -> x - y;
      case Code.MUL -> x * y;
      case Code.MOD -> Numbers.floorMod(x, y);
      case Code.POW -> Numbers.power(x, y);
      case Code.DIV -> x / y;
      case Code.IDIV -> Numbers.floorDivide(x, y);
      default -> Numbers.negate(x);
    };
  }

  private LuaError noArithmetic(Metamethod event, @Nullable Object left, @Nullable Object right) {
    Frame top = calls.current.top;
    boolean second = left instanceof Number;
    Object culprit = second ? right : left;
    boolean bits =
        switch (event) {
          case BAND, BOR, BXOR, SHL, SHR, BNOT -> true;
          default -> false;
        };
    if (bits && left instanceof Number number && right instanceof Number) {
      int which = Numbers.toInteger(number) == null ? 0 : 1;
      VariableName name = operandName(top, which);
      return LuaError.runtime("number" + shown(name) + " has no integer representation");
    }
    String what = bits ? "perform bitwise operation on" : "perform arithmetic on";
    return typeError(LuaError.Kind.OTHER, what, culprit, operandName(top, second ? 1 : 0));
  }

  /** Joins operands from the right, as far as it gets before a metamethod runs. */
  void concatenate(Frame frame, int first, int count, int target) {
    @Nullable Object[] registers = frame.registers;
    int left = frame.operandsLeft > 0 ? frame.operandsLeft : count;
    frame.operandsLeft = 0;
    while (left > 1) {
      int joined = 0;
      long length = 0;
      Object last = registers[first + left - 1];
      while (joined < left) {
        LuaString text = textOf(registers[first + left - 1 - joined]);
        if (text == null) {
          break;
        }
        length += text.length();
        registers[first + left - 1 - joined] = text;
        joined++;
      }
      if (joined > 1) {
        registers[first + left - joined] = join(registers, first + left - joined, joined, length);
        left -= joined - 1;
        continue;
      }
      registers[first + left - 1] = last; // a metamethod sees a number as a number
      Object x = registers[first + left - 2];
      Object y = registers[first + left - 1];
      Object handler = binaryHandler(Metamethod.CONCAT, x, y);
      if (handler == null) {
        int which = textOf(x) != null ? left - 1 : left - 2;
        throw typeError(
            LuaError.Kind.OTHER,
            "concatenate",
            registers[first + which],
            operandName(frame, which));
      }
      frame.operandsLeft = left - 1;
      calls.invoke(
          handler, new @Nullable Object[] {x, y}, Frame.Return.RESULTS, first + left - 2, 1);
      frame.pc--;
      return;
    }
    registers[target] = registers[first];
  }

  private LuaString join(@Nullable Object[] registers, int first, int count, long length) {
    calls.meter.allocateString(length);
    byte[] all = new byte[(int) length];
    int at = 0;
    for (int i = first; i < first + count; i++) {
      if (registers[i] instanceof LuaString text) {
        text.writeTo(all, at);
        at += text.length();
      }
    }
    return LuaString.wrap(all);
  }

  static LuaString join(LuaString left, LuaString right, Meter meter) {
    if (left.length() == 0) {
      return right;
    }
    meter.allocateString((long) left.length() + right.length());
    byte[] all = new byte[left.length() + right.length()];
    left.writeTo(all, 0);
    right.writeTo(all, left.length());
    return LuaString.wrap(all);
  }

  private static @Nullable LuaString textOf(@Nullable Object value) {
    return value instanceof LuaString text
        ? text
        : value instanceof Number ? Numbers.toText(value) : null;
  }

  void length(@Nullable Object value, int target) {
    if (value instanceof LuaString text) {
      calls.current.top.registers[target] = (long) text.length();
      return;
    }
    Object handler = interpreter.metafield(value, Metamethod.LEN);
    if (handler != null) {
      calls.invoke(handler, new @Nullable Object[] {value, value}, Frame.Return.RESULTS, target, 1);
    } else if (value instanceof LuaTable table) {
      calls.current.top.registers[target] = table.length();
    } else {
      throw typeError(
          LuaError.Kind.OTHER, "get length of", value, operandName(calls.current.top, 0));
    }
  }

  /** Equality without metamethods. */
  static boolean rawEqual(@Nullable Object left, @Nullable Object right, Meter meter) {
    if (left == right) {
      return !(left instanceof Double number) || !number.isNaN();
    }
    if (left instanceof LuaString text) {
      return right instanceof LuaString other && text.equals(other, meter);
    }
    return left instanceof Number x && right instanceof Number y && Numbers.equal(x, y);
  }

  /** The handler that decides whether two values are equal that are not so by themselves. */
  @Nullable Object equalityHandler(@Nullable Object left, @Nullable Object right) {
    return left instanceof LuaTable && right instanceof LuaTable
        ? binaryHandler(Metamethod.EQ, left, right)
        : null;
  }

  /** Executes a comparing jump whose operands are not both small integers. */
  void compare(Frame frame, int operation, @Nullable Object left, @Nullable Object right) {
    Object handler;
    if (operation <= Code.JNE) {
      boolean equal = rawEqual(left, right, calls.meter);
      handler = equal ? null : equalityHandler(left, right);
      if (handler == null) {
        decide(frame, equal);
        return;
      }
    } else {
      boolean strict = operation <= Code.JNLT;
      Boolean known = compareRaw(strict, left, right, calls.meter);
      if (known != null) {
        decide(frame, known);
        return;
      }
      handler = binaryHandler(strict ? Metamethod.LT : Metamethod.LE, left, right);
      if (handler == null) {
        // As builds of Lua 5.4 do that are compatible with 5.3: a <= b where not b < a.
        handler = strict ? null : binaryHandler(Metamethod.LT, right, left);
        if (handler == null) {
          throw notComparable(left, right);
        }
        calls.invoke(handler, new @Nullable Object[] {right, left}, Frame.Return.OPPOSITE, 0, 1);
        return;
      }
    }
    calls.invoke(handler, new @Nullable Object[] {left, right}, Frame.Return.CONDITION, 0, 1);
  }

  /** The order of two numbers or two strings; null for all else. */
  static @Nullable Boolean compareRaw(
      boolean strict, @Nullable Object left, @Nullable Object right, Meter meter) {
    if (left instanceof Number x && right instanceof Number y) {
      return strict ? Numbers.lessThan(x, y) : Numbers.lessOrEqual(x, y);
    }
    if (left instanceof LuaString x && right instanceof LuaString y) {
      meter.stepBytes(Math.min(x.length(), y.length()));
      int order = x.compareTo(y);
      return strict ? order < 0 : order <= 0;
    }
    return null;
  }

  static LuaError notComparable(@Nullable Object left, @Nullable Object right) {
    String x = LuaTypes.nameInErrors(left);
    String y = LuaTypes.nameInErrors(right);
    return LuaError.runtime(
        x.equals(y)
            ? "attempt to compare two " + x + " values"
            : "attempt to compare " + x + " with " + y);
  }

  /** Executes the jump of a comparison whose outcome is known. */
  static void decide(Frame frame, boolean outcome) {
    long instruction = frame.instruction();
    int operation = (int) instruction & 0xFF;
    boolean negated = operation == Code.JNE || operation == Code.JNLT || operation == Code.JNLE;
    if (outcome != negated) {
      frame.pc += Code.c(instruction);
    }
  }

  /** The error of an operation on a value of the wrong type. */
  static LuaError typeError(
      LuaError.Kind kind, String what, @Nullable Object value, @Nullable VariableName name) {
    String type = LuaTypes.nameInErrors(value);
    return LuaError.operation(
        kind, "attempt to " + what + " a " + type + " value" + shown(name), name, value == null);
  }

  private static String shown(@Nullable VariableName name) {
    // A constant is a text of C in messages, which ends at NUL.
    return name == null ? "" : " (" + name.kind() + " '" + name.name().split("\0", 2)[0] + "')";
  }

  /** The name of an operand of a frame's instruction in execution. */
  static @Nullable VariableName operandName(Frame frame, int which) {
    LuaClosure closure = frame.closure;
    if (closure == null || frame.pc == 0) {
      return null;
    }
    @Nullable VariableName[] names = closure.prototype.names()[frame.pc - 1];
    return names == null || which >= names.length ? null : names[which];
  }

  /** The event that made an instruction call a function. */
  static String event(int operation) {
    if (operation >= Code.ADD && operation <= Code.BNOT) {
      return Metamethod.arithmetic(operation - Code.ADD).event();
    }
    return switch (operation) {
      case Code.GETTABUP, Code.GETFIELD, Code.GETINDEX, Code.SELF -> "index";
      case Code.SETTABUP, Code.SETFIELD, Code.SETINDEX -> "newindex";
      case Code.CONCAT -> "concat";
      case Code.LEN -> "len";
      case Code.JEQ, Code.JNE -> "eq";
      case Code.JLT, Code.JNLT -> "lt";
      case Code.JLE, Code.JNLE -> "le";
      case Code.TFORCALL -> "for iterator";
      case Code.CLOSE, Code.RETURN, Code.RETURN0, Code.RETURN1 -> "close";
      default -> "?";
    };
  }
}
