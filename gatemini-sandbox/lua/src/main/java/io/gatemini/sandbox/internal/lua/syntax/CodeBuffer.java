package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.sandbox.internal.lua.vm.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The instructions and constants of one function while they are generated. */
final class CodeBuffer {
  private static final int MAX_REGISTERS = 255;
  private static final int MAX_JUMP = 1 << 19;
  private static final int MAX_CONSTANT_IN_A = 1 << 15;
  private static final int MAX_CONSTANTS = 1 << 19;

  /** The bytes of an instruction with its line and the array of its names. */
  private static final long INSTRUCTION_BYTES = 40;

  private static final int NAME_BYTES = 64;

  private static final Object NIL = new Object();

  private final String chunk;
  private long[] code = new long[32];
  private int[] lines = new int[32];
  private int size;
  private final List<@Nullable VariableName @Nullable []> names = new ArrayList<>();
  private final Map<VariableName, VariableName> knownNames = new HashMap<>();
  private long nameBytes;
  private final Map<Object, Integer> constantNumbers = new HashMap<>();
  private final List<@Nullable Object> constants = new ArrayList<>();
  private int freeRegister;
  private int registers = 2;

  CodeBuffer(String chunk) {
    this.chunk = chunk;
  }

  int position() {
    return size;
  }

  int emit(int operation, int a, int b, int c, int line) {
    if (size == code.length) {
      code = Arrays.copyOf(code, size * 2);
      lines = Arrays.copyOf(lines, size * 2);
    }
    code[size] = Code.make(operation, a, b, c);
    lines[size] = line;
    names.add(null);
    return size++;
  }

  /** Names the operands of the last instruction; equal names are one object. */
  void name(@Nullable VariableName... operands) {
    for (int i = 0; i < operands.length; i++) {
      VariableName operand = operands[i];
      if (operand != null) {
        VariableName known = knownNames.putIfAbsent(operand, operand);
        nameBytes += known == null ? NAME_BYTES + 2L * operand.name().length() : 0;
        operands[i] = known == null ? operand : known;
        names.set(size - 1, operands);
      }
    }
  }

  /** The bytes of the code without its constants. */
  long bytes() {
    return INSTRUCTION_BYTES * size + nameBytes;
  }

  /** Makes a jump go to the next instruction that will be emitted. */
  void patchToHere(int jump) {
    patch(jump, size);
  }

  void patch(int jump, int target) {
    int offset = target - jump - 1;
    if (offset >= MAX_JUMP || offset < -MAX_JUMP) {
      throw new SyntaxException(
          chunk + ":" + lines[jump] + ": control structure too long", lines[jump], 1);
    }
    code[jump] = (code[jump] & ((1L << 44) - 1)) | ((long) offset << 44);
  }

  void patchA(int position, int a) {
    code[position] = (code[position] & ~(0xFFFFL << 8)) | ((a & 0xFFFFL) << 8);
  }

  int constant(@Nullable Object value) {
    // Boxed values are equal only with those of their own type, and 0.0 is not -0.0 then.
    Integer known = constantNumbers.putIfAbsent(value == null ? NIL : value, constants.size());
    if (known != null) {
      return known;
    }
    if (constants.size() >= MAX_CONSTANTS) {
      throw new SyntaxException(chunk + ": function or expression needs too many constants", 0, 1);
    }
    constants.add(value);
    return constants.size() - 1;
  }

  /** Whether a constant fits the narrowest operand. */
  boolean fitsAnywhere(int constant) {
    return constant < MAX_CONSTANT_IN_A;
  }

  int freeRegister() {
    return freeRegister;
  }

  /** Gives up all registers from this one on. */
  void release(int register) {
    freeRegister = register;
  }

  /** Takes the next registers; returns the first. */
  int take(int count, int line) {
    int first = freeRegister;
    freeRegister += count;
    if (freeRegister > MAX_REGISTERS) {
      throw new SyntaxException(
          chunk + ":" + line + ": function or expression needs too many registers", line, 1);
    }
    registers = Math.max(registers, freeRegister);
    return first;
  }

  int registers() {
    return registers;
  }

  long[] code() {
    return Arrays.copyOf(code, size);
  }

  int[] lines() {
    return Arrays.copyOf(lines, size);
  }

  @Nullable Object[] constants() {
    return constants.toArray(new @Nullable Object[0]);
  }

  @Nullable VariableName[] @Nullable [] names() {
    return names.toArray(new @Nullable VariableName[0] @Nullable []);
  }
}
