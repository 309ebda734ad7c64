package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;

import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The library {@code math}. */
final class MathLib {
  private static final LuaString INTEGER = LuaString.of("integer");
  private static final LuaString FLOAT = LuaString.of("float");

  private final Randomness randomness = new Randomness();

  private MathLib() {
    randomness.seed(System.nanoTime(), System.identityHashCode(randomness));
  }

  static void install(Machine lua, LuaTable globals) {
    MathLib math = new MathLib();
    Library library =
        Library.global("math", lua, globals)
            .set("pi", Math.PI)
            .set("huge", Double.POSITIVE_INFINITY)
            .set("maxinteger", Long.MAX_VALUE)
            .set("mininteger", Long.MIN_VALUE)
            .add("abs", MathLib::abs)
            .add("atan", MathLib::atan)
            .add("ceil", (machine, arguments) -> rounded(arguments, Math::ceil))
            .add("floor", (machine, arguments) -> rounded(arguments, Math::floor))
            .add("fmod", MathLib::fmod)
            .add("log", MathLib::log)
            .add("max", (machine, arguments) -> extreme(machine, arguments, true))
            .add("min", (machine, arguments) -> extreme(machine, arguments, false))
            .add("modf", MathLib::modf)
            .add("random", math::random)
            .add("randomseed", math::seed)
            .add(
                "tointeger",
                (machine, arguments) -> Numbers.toInteger(arguments.any(1), machine.meter()))
            .add("type", MathLib::type)
            .add("ult", MathLib::unsignedLess);
    add(library, "acos", Math::acos);
    add(library, "asin", Math::asin);
    add(library, "cos", Math::cos);
    add(library, "deg", radians -> radians * (180.0 / Math.PI));
    add(library, "exp", Math::exp);
    add(library, "rad", degrees -> degrees * (Math.PI / 180.0));
    add(library, "sin", Math::sin);
    add(library, "sqrt", Math::sqrt);
    add(library, "tan", Math::tan);
  }

  private static void add(Library library, String name, DoubleUnaryOperator function) {
    library.add(
        name, (lua, arguments) -> function.applyAsDouble(arguments.number(1).doubleValue()));
  }

  private static Object abs(Machine lua, LuaArguments arguments) {
    // A text is a float here, even that of an integer, as in fmod and modf.
    return arguments.get(1) instanceof Long integer
        ? (Object) Math.abs(integer)
        : (Object) Math.abs(arguments.number(1).doubleValue());
  }

  private static Object atan(Machine lua, LuaArguments arguments) {
    double opposite = arguments.number(1).doubleValue();
    return Math.atan2(opposite, arguments.none(2) ? 1 : arguments.number(2).doubleValue());
  }

  private static Object rounded(LuaArguments arguments, DoubleUnaryOperator rounding) {
    Number number = arguments.number(1);
    if (number instanceof Long) {
      return number;
    }
    double result = rounding.applyAsDouble(number.doubleValue());
    Long integer = Numbers.toInteger(result);
    return integer != null ? integer : (Object) result;
  }

  private static Object fmod(Machine lua, LuaArguments arguments) {
    if (arguments.get(1) instanceof Long left && arguments.get(2) instanceof Long right) {
      check(right != 0, 2, "zero");
      return left % right;
    }
    // The original looks at the second argument first.
    double divisor = arguments.number(2).doubleValue();
    return arguments.number(1).doubleValue() % divisor;
  }

  private static Object modf(Machine lua, LuaArguments arguments) {
    if (arguments.get(1) instanceof Long integer) {
      return new Object[] {integer, 0.0};
    }
    double value = arguments.number(1).doubleValue();
    double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
    Long exact = Numbers.toInteger(whole);
    return new Object[] {
      exact != null ? exact : (Object) whole, value == whole ? 0.0 : value - whole
    };
  }

  private static Object log(Machine lua, LuaArguments arguments) {
    double number = arguments.number(1).doubleValue();
    if (arguments.none(2)) {
      return Math.log(number);
    }
    double base = arguments.number(2).doubleValue();
    if (base == 2 && number >= Double.MIN_NORMAL && number <= Double.MAX_VALUE) {
      // Exact for powers of two, which the quotient of logarithms is not.
      int exponent = Math.getExponent(number * (2 - Math.sqrt(2)));
      return exponent + Math.log(Math.scalb(number, -exponent)) / Math.log(2);
    }
    return base == 10 ? Math.log10(number) : Math.log(number) / Math.log(base);
  }

  private static @Nullable Object extreme(Machine lua, LuaArguments arguments, boolean greatest) {
    Object best = arguments.any(1);
    for (int i = 2; i <= arguments.count(); i++) {
      lua.meter().loop(i);
      Object next = arguments.get(i);
      if (greatest ? lua.lessThan(best, next) : lua.lessThan(next, best)) {
        best = next;
      }
    }
    return best;
  }

  private Object random(Machine lua, LuaArguments arguments) {
    if (arguments.count() == 0) {
      return randomness.nextFloat();
    }
    if (arguments.count() > 2) {
      throw new LuaError("wrong number of arguments");
    }
    long lower = arguments.count() == 1 ? 1 : arguments.integer(1);
    long upper = arguments.integer(arguments.count());
    if (arguments.count() == 1 && upper == 0) {
      return randomness.next();
    }
    check(lower <= upper, 1, "interval is empty");
    return randomness.between(lower, upper);
  }

  private Object seed(Machine lua, LuaArguments arguments) {
    long first = arguments.count() == 0 ? System.nanoTime() : arguments.integer(1);
    long second =
        arguments.count() == 0 ? System.identityHashCode(arguments) : arguments.integer(2, 0);
    randomness.seed(first, second);
    return new Object[] {first, second};
  }

  private static @Nullable Object type(Machine lua, LuaArguments arguments) {
    Object value = arguments.any(1);
    return value instanceof Long ? INTEGER : value instanceof Double ? FLOAT : null;
  }

  private static Object unsignedLess(Machine lua, LuaArguments arguments) {
    return Long.compareUnsigned(arguments.integer(1), arguments.integer(2)) < 0;
  }
}
