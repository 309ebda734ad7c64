package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The machine that runs one program: its globals, its coroutines, and the loop over instructions.
 * It belongs to one thread; only its meter may be stopped from another.
 */
public final class Interpreter implements Machine {
  /** {@code next}, which generic loops over tables do without a call. */
  public static final Builtin NEXT =
      new Builtin(
          "next",
          (lua, arguments) -> {
            LuaTable table = arguments.table(1);
            int position = table.next(arguments.get(2));
            return position < 0
                ? null
                : new @Nullable Object[] {table.keyAt(position), table.elementAt(position)};
          });

  final Calls calls;
  final Loop loop;
  private final Operations operations;
  private final Meter meter;
  private final LuaTable globals;
  private final Consumer<LuaString> output;
  private @Nullable LuaTable stringMetatable;

  /**
   * @param output gets the lines that {@code print} writes
   */
  public Interpreter(Meter meter, Consumer<LuaString> output) {
    this.meter = meter;
    this.output = output;
    calls = new Calls(this, meter);
    operations = new Operations(this, calls);
    loop = new Loop(this, calls, operations);
    globals = new LuaTable(meter);
    meter.marker(() -> new Reachable().bytes(this));
  }

  public LuaTable globals() {
    return globals;
  }

  public void print(LuaString line) {
    output.accept(line);
  }

  /** The value of an error with the position of the builtin's call. */
  public @Nullable Object placed(LuaError error) {
    return calls.place(error, null).value();
  }

  /** A function of a compiled chunk, whose environment is the one given. */
  public LuaFunction closure(Prototype prototype, @Nullable Object environment) {
    Cell[] upvalues = new Cell[prototype.upvalues().length];
    Arrays.setAll(upvalues, i -> new Cell(i == 0 ? environment : null));
    return new LuaClosure(prototype, upvalues);
  }

  @Override
  public Meter meter() {
    return meter;
  }

  @Override
  public @Nullable LuaTable metatable(@Nullable Object value) {
    return value instanceof LuaTable table
        ? table.metatable()
        : value instanceof LuaString ? stringMetatable : null;
  }

  @Nullable LuaTable stringMetatable() {
    return stringMetatable;
  }

  @Override
  public void stringMetatable(@Nullable LuaTable metatable) {
    stringMetatable = metatable;
  }

  @Override
  public @Nullable Object metafield(@Nullable Object value, Metamethod event) {
    LuaTable metatable = metatable(value);
    return metatable == null ? null : metatable.metamethod(event);
  }

  @Override
  public @Nullable Object[] call(@Nullable Object function, @Nullable Object... arguments) {
    return calls.run(function, arguments);
  }

  @Override
  public @Nullable Object index(@Nullable Object value, @Nullable Object key) {
    Object handled = value;
    for (int chain = 0; chain < 2000; chain++) {
      Object element = handled instanceof LuaTable table ? table.get(key) : null;
      if (element != null) {
        return element;
      }
      Object handler = metafield(handled, Metamethod.INDEX);
      if (handler == null && handled instanceof LuaTable) {
        return null;
      } else if (handler == null) {
        throw Operations.typeError(LuaError.Kind.INDEX, "index", handled, null);
      } else if (handler instanceof LuaFunction) {
        return callOne(handler, handled, key);
      }
      handled = handler;
    }
    throw LuaError.runtime("'__index' chain too long; possible loop");
  }

  @Override
  public void setIndex(@Nullable Object value, @Nullable Object key, @Nullable Object element) {
    Object handled = value;
    for (int chain = 0; chain < 2000; chain++) {
      Object handler = metafield(handled, Metamethod.NEWINDEX);
      if (handled instanceof LuaTable table && (handler == null || table.get(key) != null)) {
        table.set(key, element);
        return;
      } else if (handler == null) {
        throw Operations.typeError(LuaError.Kind.INDEX, "index", handled, null);
      } else if (handler instanceof LuaFunction) {
        call(handler, handled, key, element);
        return;
      }
      handled = handler;
    }
    throw LuaError.runtime("'__newindex' chain too long; possible loop");
  }

  @Override
  public boolean lessThan(@Nullable Object left, @Nullable Object right) {
    Boolean known = Operations.compareRaw(true, left, right, meter);
    if (known != null) {
      return known;
    }
    Object handler = operations.binaryHandler(Metamethod.LT, left, right);
    if (handler == null) {
      throw Operations.notComparable(left, right);
    }
    return Operations.isTrue(callOne(handler, left, right));
  }

  @Override
  public boolean equal(@Nullable Object left, @Nullable Object right) {
    if (rawEqual(left, right)) {
      return true;
    }
    Object handler = operations.equalityHandler(left, right);
    return handler != null && Operations.isTrue(callOne(handler, left, right));
  }

  /** Equality without metamethods. */
  public boolean rawEqual(@Nullable Object left, @Nullable Object right) {
    return Operations.rawEqual(left, right, meter);
  }

  @Override
  public long length(@Nullable Object value) {
    Object handler = metafield(value, Metamethod.LEN);
    if (handler != null) {
      Long length = Numbers.toInteger(callOne(handler, value), meter);
      if (length == null) {
        throw new LuaError("object length is not an integer");
      }
      return length;
    }
    if (value instanceof LuaTable table) {
      return table.length();
    }
    if (value instanceof LuaString text) {
      return text.length();
    }
    throw Operations.typeError(LuaError.Kind.OTHER, "get length of", value, null);
  }

  @Override
  public @Nullable Object arithmetic(
      Metamethod event, @Nullable Object left, @Nullable Object right) {
    int operation = Code.ADD + event.arithmetic();
    Object result = Operations.compute(operation, left, right);
    if (result != null) {
      return result;
    }
    Object handler = operations.binaryHandler(event, left, right);
    if (handler == null) {
      throw Operations.typeError(
          LuaError.Kind.OTHER,
          "perform arithmetic on",
          left instanceof Number ? right : left,
          null);
    }
    return callOne(handler, left, right);
  }

  @Override
  public LuaString text(@Nullable Object value) {
    Object handler = metafield(value, Metamethod.TOSTRING);
    if (handler != null) {
      Object made = callOne(handler, value);
      if (made instanceof LuaString text) {
        return text;
      } else if (made instanceof Number) {
        return Numbers.toText(made);
      }
      throw new LuaError("'__tostring' must return a string");
    }
    if (value instanceof LuaString text) {
      return text;
    }
    if (value instanceof Number) {
      return Numbers.toText(value);
    }
    String name = LuaTypes.nameInErrors(value);
    return LuaString.of(
        value == null || value instanceof Boolean
            ? String.valueOf(value == null ? "nil" : value)
            : name + ": 0x" + String.format("%014x", System.identityHashCode(value)));
  }
}
