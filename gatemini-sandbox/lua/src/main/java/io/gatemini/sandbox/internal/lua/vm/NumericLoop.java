package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The state of a numeric loop over integers; it stands in a register that no code can name. */
final class NumericLoop {
  long index;
  final long step;

  /** How many turns are left, as an unsigned number, so that no index overflows. */
  long turnsLeft;

  private NumericLoop(long index, long step, long turnsLeft) {
    this.index = index;
    this.step = step;
    this.turnsLeft = turnsLeft;
  }

  /** The state of a loop over floats. */
  private static final class Floats {
    double index;
    final double step;
    final double limit;

    Floats(double index, double step, double limit) {
      this.index = index;
      this.step = step;
      this.limit = limit;
    }

    boolean inside() {
      return step > 0 ? index <= limit : limit <= index;
    }
  }

  /** Prepares R[base..base+2] and the variable in R[base+3]; false where there is no turn. */
  static boolean prepare(@Nullable Object[] registers, int base, Meter meter) {
    Object start = registers[base];
    Object limit = registers[base + 1];
    Object step = registers[base + 2];
    if (start instanceof Long first && step instanceof Long by) {
      if (by == 0) {
        throw new LuaError("'for' step is zero");
      }
      long last;
      Long exact = Numbers.toInteger(limit, meter);
      if (exact != null) {
        last = exact;
      } else {
        double bound = number(limit, "limit", meter).doubleValue();
        if (Double.isNaN(bound)) {
          return false;
        }
        // A cast of a float beyond the integers gives the outermost integer; none is past that.
        if (bound > 0 ? by < 0 && bound >= 0x1p63 : by > 0 && bound < -0x1p63) {
          return false;
        }
        last = (long) (by > 0 ? Math.floor(bound) : Math.ceil(bound));
      }
      if (by > 0 ? first > last : first < last) {
        return false;
      }
      long turns = by > 0 ? Long.divideUnsigned(last - first, by) : downwards(first, last, by);
      registers[base] = new NumericLoop(first, by, turns);
      registers[base + 3] = start;
      return true;
    }
    double floatLimit = number(limit, "limit", meter).doubleValue();
    double floatStep = number(step, "step", meter).doubleValue();
    double floatStart = number(start, "initial value", meter).doubleValue();
    if (floatStep == 0) {
      throw new LuaError("'for' step is zero");
    }
    Floats loop = new Floats(floatStart, floatStep, floatLimit);
    registers[base] = loop;
    registers[base + 3] = floatStart;
    return loop.inside();
  }

  private static long downwards(long first, long last, long step) {
    return Long.divideUnsigned(first - last, -(step + 1) + 1L);
  }

  private static Number number(@Nullable Object value, String what, Meter meter) {
    Number number = Numbers.toNumber(value, meter);
    if (number == null) {
      throw new LuaError(
          "bad 'for' " + what + " (number expected, got " + LuaTypes.nameInErrors(value) + ")");
    }
    return number;
  }

  /** Makes the next turn of a loop over floats; false at its end. */
  static boolean nextFloat(@Nullable Object[] registers, int base) {
    Floats loop = (Floats) Objects.requireNonNull(registers[base]);
    loop.index += loop.step;
    if (!loop.inside()) {
      return false;
    }
    registers[base + 3] = loop.index;
    return true;
  }
}
