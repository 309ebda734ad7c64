package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations of Lua without metamethods and without Lua code. */
record PlainMachine(Meter meter) implements Machine {
  @Override
  public @Nullable LuaTable metatable(@Nullable Object value) {
    return null;
  }

  @Override
  public void stringMetatable(@Nullable LuaTable metatable) {}

  @Override
  public @Nullable Object metafield(@Nullable Object value, Metamethod event) {
    return null;
  }

  @Override
  @SuppressWarnings("NullAway") // which does not read the annotations of compiled arrays
  public @Nullable Object[] call(@Nullable Object function, @Nullable Object... arguments) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable Object index(@Nullable Object value, @Nullable Object key) {
    return table(value).get(key);
  }

  @Override
  public void setIndex(@Nullable Object value, @Nullable Object key, @Nullable Object element) {
    table(value).set(key, element);
  }

  private static LuaTable table(@Nullable Object value) {
    return (LuaTable) Objects.requireNonNull(value);
  }

  @Override
  public boolean lessThan(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Number && right instanceof Number) {
      return Numbers.lessThan(left, right);
    }
    if (left instanceof LuaString text && right instanceof LuaString other) {
      return text.compareTo(other) < 0;
    }
    throw new LuaError(
        "attempt to compare " + LuaTypes.name(left) + " with " + LuaTypes.name(right));
  }

  @Override
  public boolean equal(@Nullable Object left, @Nullable Object right) {
    return Objects.equals(left, right);
  }

  @SuppressWarnings("MissingOverride") // of the machine that is to come
  public boolean rawEqual(@Nullable Object left, @Nullable Object right) {
    return equal(left, right);
  }

  @Override
  public long length(@Nullable Object value) {
    return table(value).length();
  }

  @Override
  public @Nullable Object arithmetic(
      Metamethod event, @Nullable Object left, @Nullable Object right) {
    throw new UnsupportedOperationException();
  }

  @Override
  public LuaString text(@Nullable Object value) {
    if (value instanceof LuaString text) {
      return text;
    }
    return value instanceof Number
        ? Numbers.toText(value)
        : LuaString.of(String.valueOf(value == null ? "nil" : value));
  }
}
