package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import org.jspecify.annotations.Nullable;

/**
 * A compiled function. Its parts are immutable by convention, and shared by its closures.
 *
 * @param chunk the chunk's name as messages show it
 * @param line the line of its definition, 0 for a main function
 * @param registers how many registers a frame needs
 * @param fromRegister for each upvalue whether it is a cell in the enclosing function's register,
 *     or else an upvalue of the enclosing function, of the number in {@code upvalues}
 * @param lines the line of each instruction
 * @param names for each instruction the names of its operands, in the order of the source
 * @param bytes what it takes, constants and children not included
 */
@SuppressWarnings("ArrayRecordComponent") // the loop reads them; prototypes are never compared
public record Prototype(
    String chunk,
    int line,
    int parameters,
    boolean varargs,
    int registers,
    long[] code,
    @Nullable Object[] constants,
    Prototype[] children,
    boolean[] fromRegister,
    int[] upvalues,
    int[] lines,
    @Nullable VariableName[] @Nullable [] names,
    long bytes)
    implements Holder {
  @Override
  public long show(Visitor visitor) {
    for (Object constant : constants) {
      visitor.accept(constant);
    }
    for (Prototype child : children) {
      visitor.accept(child);
    }
    return bytes + 8L * constants.length;
  }
}
