package io.gatemini.sandbox.internal.lua.vm;

import static java.util.Objects.requireNonNull;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The loop over instructions, with their common cases. */
final class Loop {
  private final Interpreter interpreter;
  private final Calls calls;
  private final Operations operations;
  private final Meter meter;

  Loop(Interpreter interpreter, Calls calls, Operations operations) {
    this.interpreter = interpreter;
    this.calls = calls;
    this.operations = operations;
    this.meter = calls.meter;
  }

  private static @Nullable Object rk(
      @Nullable Object[] registers, @Nullable Object[] constants, int operand) {
    return operand >= 0 ? registers[operand] : constants[~operand];
  }

  /** Runs the top frames until a call from Java has its results. Its method must stay small. */
  void run() {
    reload:
    while (calls.exited == null) {
      Frame frame = calls.current.top;
      LuaClosure closure = requireNonNull(frame.closure);
      Prototype prototype = closure.prototype;
      long[] code = prototype.code();
      @Nullable Object[] k = prototype.constants();
      @Nullable Object[] r = frame.registers;
      int pc = frame.pc;
      while (true) {
        long i = code[pc++];
        frame.pc = pc;
        int a = (short) (i >>> 8);
        switch ((int) i & 0xFF) {
          case Code.MOVE -> r[a] = rk(r, k, Code.b(i));
          case Code.LOADK -> r[a] = k[Code.b(i)];
          case Code.LOADNIL -> Arrays.fill(r, a, a + Code.b(i) + 1, null);
          case Code.NEWCELL -> r[a] = cell(r[a]);
          case Code.GETCELL -> r[a] = ((Cell) requireNonNull(r[Code.b(i)])).value;
          case Code.SETCELL -> ((Cell) requireNonNull(r[a])).value = rk(r, k, Code.b(i));
          case Code.GETUPVALUE -> r[a] = closure.upvalues[Code.b(i)].value;
          case Code.SETUPVALUE -> closure.upvalues[a].value = rk(r, k, Code.b(i));
          case Code.GETTABUP, Code.GETFIELD, Code.SELF -> {
            int operation = (int) i & 0xFF;
            Object table =
                operation == Code.GETTABUP ? closure.upvalues[Code.b(i)].value : r[Code.b(i)];
            if (operation == Code.SELF) {
              r[a + 1] = table;
            }
            LuaString key = (LuaString) requireNonNull(k[Code.c(i)]);
            Object value = table instanceof LuaTable plain ? plain.get(key) : null;
            if (value != null) {
              r[a] = value;
            } else {
              operations.index(table, key, a);
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.SETTABUP, Code.SETFIELD -> {
            Object table = ((int) i & 0xFF) == Code.SETTABUP ? closure.upvalues[a].value : r[a];
            LuaString key = (LuaString) requireNonNull(k[Code.b(i)]);
            Object value = rk(r, k, Code.c(i));
            if (table instanceof LuaTable plain && plain.metatable() == null) {
              plain.set(key, value);
            } else {
              operations.setIndex(table, key, value);
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.GETINDEX -> {
            Object table = r[Code.b(i)];
            Object key = rk(r, k, Code.c(i));
            Object value = null;
            if (table instanceof LuaTable plain) {
              value = key instanceof Long integer ? plain.get(integer.longValue()) : plain.get(key);
            }
            if (value != null) {
              r[a] = value;
            } else {
              operations.index(table, key, a);
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.SETINDEX -> {
            Object table = r[a];
            Object key = rk(r, k, Code.b(i));
            Object value = rk(r, k, Code.c(i));
            if (table instanceof LuaTable plain && plain.metatable() == null) {
              if (key instanceof Long integer) {
                plain.set(integer.longValue(), value);
              } else {
                plain.set(key, value);
              }
            } else {
              operations.setIndex(table, key, value);
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.NEWTABLE -> r[a] = new LuaTable(meter, Code.b(i), Code.c(i));
          case Code.SETLIST -> setList(frame, a, Code.b(i), Code.c(i));
          case Code.ADD -> {
            Object x = rk(r, k, Code.b(i));
            Object y = rk(r, k, Code.c(i));
            if (x instanceof Long m && y instanceof Long n) {
              r[a] = m + n;
            } else if (slowArithmetic(frame, i, x, y)) {
              continue reload;
            }
          }
          case Code.SUB -> {
            Object x = rk(r, k, Code.b(i));
            Object y = rk(r, k, Code.c(i));
            if (x instanceof Long m && y instanceof Long n) {
              r[a] = m - n;
            } else if (slowArithmetic(frame, i, x, y)) {
              continue reload;
            }
          }
          case Code.MUL -> {
            Object x = rk(r, k, Code.b(i));
            Object y = rk(r, k, Code.c(i));
            if (x instanceof Long m && y instanceof Long n) {
              r[a] = m * n;
            } else if (slowArithmetic(frame, i, x, y)) {
              continue reload;
            }
          }
          case Code.MOD -> {
            Object x = rk(r, k, Code.b(i));
            Object y = rk(r, k, Code.c(i));
            if (x instanceof Long m && y instanceof Long n && n > 0) {
              long rest = m % n;
              r[a] = rest < 0 ? rest + n : rest;
            } else if (slowArithmetic(frame, i, x, y)) {
              continue reload;
            }
          }
          case Code.POW,
              Code.DIV,
              Code.IDIV,
              Code.BAND,
              Code.BOR,
              Code.BXOR,
              Code.SHL,
              Code.SHR -> {
            if (slowArithmetic(frame, i, rk(r, k, Code.b(i)), rk(r, k, Code.c(i)))) {
              continue reload;
            }
          }
          case Code.UNM, Code.BNOT -> {
            Object x = r[Code.b(i)];
            if (slowArithmetic(frame, i, x, x)) {
              continue reload;
            }
          }
          case Code.NOT -> r[a] = !Operations.isTrue(r[Code.b(i)]);
          case Code.LEN -> {
            Object value = r[Code.b(i)];
            if (value instanceof LuaTable table && table.metatable() == null) {
              r[a] = table.length();
            } else {
              operations.length(value, a);
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.CONCAT -> {
            operations.concatenate(frame, Code.b(i), Code.c(i), a);
            if (calls.current.top != frame || frame.pc != pc) {
              continue reload;
            }
          }
          case Code.JUMP -> {
            int distance = Code.c(i);
            pc += distance;
            if (distance < 0) {
              meter.step(1);
            }
          }
          case Code.JUMPIF -> {
            if (Operations.isTrue(r[a])) {
              pc += Code.c(i);
            }
          }
          case Code.JUMPIFNOT -> {
            if (!Operations.isTrue(r[a])) {
              pc += Code.c(i);
            }
          }
          case Code.JEQ, Code.JNE -> {
            Object x = rk(r, k, a);
            Object y = rk(r, k, Code.b(i));
            if (x == y && !(x instanceof Double)) {
              if (((int) i & 0xFF) == Code.JEQ) {
                pc += Code.c(i);
              }
            } else {
              operations.compare(frame, (int) i & 0xFF, x, y);
              if (calls.current.top != frame) {
                continue reload;
              }
              pc = frame.pc;
            }
          }
          case Code.JLT, Code.JNLT, Code.JLE, Code.JNLE -> {
            Object x = rk(r, k, a);
            Object y = rk(r, k, Code.b(i));
            int operation = (int) i & 0xFF;
            if (x instanceof Long m && y instanceof Long n) {
              boolean outcome = operation <= Code.JNLT ? m < n : m <= n;
              if (outcome == (operation == Code.JLT || operation == Code.JLE)) {
                pc += Code.c(i);
              }
            } else {
              operations.compare(frame, operation, x, y);
              if (calls.current.top != frame) {
                continue reload;
              }
              pc = frame.pc;
            }
          }
          case Code.CLOSURE -> r[a] = newClosure(closure, r, Code.b(i));
          case Code.CALL -> {
            int count = Code.b(i);
            if (r[a] instanceof LuaClosure callee && count >= 0) {
              calls.enter(callee, r, a + 1, count, Frame.Return.RESULTS, a, Code.c(i));
              continue reload;
            }
            call(frame, a, count, Code.c(i));
            if (calls.current.top != frame || calls.exited != null) {
              continue reload;
            }
          }
          case Code.TAILCALL -> {
            tailCall(frame, a, Code.b(i));
            continue reload;
          }
          case Code.RETURN0 -> {
            if (frame.toClose != null) {
              closeNext(frame);
            } else {
              calls.leave(Frame.NO_VALUES);
            }
            continue reload;
          }
          case Code.RETURN1 -> {
            Object value = rk(r, k, Code.b(i));
            if (frame.toClose != null) {
              closeNext(frame);
            } else if (frame.mode == Frame.Return.RESULTS && frame.wanted == 1) {
              int target = frame.target;
              calls.current.pop().registers[target] = value;
            } else {
              calls.leave(new @Nullable Object[] {value});
            }
            continue reload;
          }
          case Code.RETURN -> {
            if (frame.toClose != null) {
              closeNext(frame);
            } else {
              calls.leave(frame.takeValues(a, Code.b(i), meter));
            }
            continue reload;
          }
          case Code.VARARG -> frame.takeVarargs(a, Code.c(i));
          case Code.FORPREP -> {
            if (!NumericLoop.prepare(r, a, meter)) {
              pc += Code.c(i);
            }
          }
          case Code.FORLOOP -> {
            meter.step(1);
            if (r[a] instanceof NumericLoop loop) {
              if (loop.turnsLeft != 0) {
                loop.turnsLeft--;
                loop.index += loop.step;
                r[a + 3] = loop.index;
                pc += Code.c(i);
              }
            } else if (NumericLoop.nextFloat(r, a)) {
              pc += Code.c(i);
            }
          }
          case Code.TFORPREP -> {
            if (r[a + 3] != null) {
              noteToClose(frame, a + 3);
            }
            pc += Code.c(i);
          }
          case Code.TFORCALL -> {
            if (r[a] != Interpreter.NEXT || !nextElement(r, a)) {
              iterate(r, a, Code.b(i));
              if (calls.current.top != frame) {
                continue reload;
              }
            }
          }
          case Code.TFORLOOP -> {
            meter.step(1);
            Object control = r[a + 4];
            if (control != null) {
              r[a + 2] = control;
              pc += Code.c(i);
            }
          }
          case Code.NOTETOCLOSE -> noteToClose(frame, a);
          case Code.CLOSE -> {
            Frame.ToClose noted = frame.toClose;
            if (noted != null && noted.register() >= a) {
              closeNext(frame);
              continue reload;
            }
          }
          default -> throw new IllegalStateException("no such instruction");
        }
      }
    }
  }

  private Cell cell(@Nullable Object value) {
    meter.allocate(24);
    return new Cell(value);
  }

  private boolean slowArithmetic(
      Frame frame, long instruction, @Nullable Object left, @Nullable Object right) {
    int target = (short) (instruction >>> 8);
    operations.arithmetic((int) instruction & 0xFF, left, right, target);
    return calls.current.top != frame;
  }

  private void setList(Frame frame, int table, int count, int first) {
    LuaTable list = (LuaTable) requireNonNull(frame.registers[table]);
    int fixed = count < 0 ? ~count : count;
    list.setAll(first, frame.registers, table + 1, fixed);
    if (count < 0) {
      meter.step(frame.open.length >> 4);
      list.setAll(first + fixed, frame.open, 0, frame.open.length);
      frame.open = Frame.NO_VALUES;
    }
  }

  private void call(Frame frame, int base, int count, int wanted) {
    Object callee = frame.registers[base];
    @Nullable Object[] arguments = frame.takeValues(base + 1, count, meter);
    if (callee instanceof Builtin builtin) {
      calls.deliver(calls.call(builtin, arguments), Frame.Return.RESULTS, base, wanted);
    } else {
      calls.invoke(callee, arguments, Frame.Return.RESULTS, base, wanted);
    }
  }

  private void tailCall(Frame frame, int base, int count) {
    Object callee = frame.registers[base];
    @Nullable Object[] arguments = frame.takeValues(base + 1, count, meter);
    if (callee instanceof LuaClosure closure) {
      calls.step(arguments.length);
      calls.fill(frame, closure, arguments, 0, arguments.length);
      frame.open = Frame.NO_VALUES;
    } else if (callee instanceof Builtin builtin) {
      calls.leave(Calls.all(calls.call(builtin, arguments)));
    } else {
      // The next instruction returns the open values.
      calls.invoke(callee, arguments, Frame.Return.TAIL, 0, 0);
    }
  }

  private LuaClosure newClosure(LuaClosure outer, @Nullable Object[] registers, int child) {
    Prototype prototype = outer.prototype.children()[child];
    boolean[] fromRegister = prototype.fromRegister();
    int[] numbers = prototype.upvalues();
    meter.allocate(40 + 8L * numbers.length);
    Cell[] upvalues = new Cell[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      upvalues[i] =
          fromRegister[i]
              ? (Cell) requireNonNull(registers[numbers[i]])
              : outer.upvalues[numbers[i]];
    }
    return new LuaClosure(prototype, upvalues);
  }

  private static boolean nextElement(@Nullable Object[] registers, int base) {
    if (!(registers[base + 1] instanceof LuaTable table)) {
      return false;
    }
    int position = table.next(registers[base + 2]);
    registers[base + 4] = position < 0 ? null : table.keyAt(position);
    registers[base + 5] = position < 0 ? null : table.elementAt(position);
    return true;
  }

  private void iterate(@Nullable Object[] registers, int base, int wanted) {
    @Nullable Object[] arguments = {registers[base + 1], registers[base + 2]};
    calls.invoke(registers[base], arguments, Frame.Return.RESULTS, base + 4, wanted);
  }

  private void noteToClose(Frame frame, int register) {
    Object value = frame.registers[register];
    if (!Operations.isTrue(value)) {
      return;
    }
    if (interpreter.metafield(value, Metamethod.CLOSE) == null) {
      var name = Operations.operandName(frame, 0);
      throw new LuaError(
          "variable '"
              + (name == null ? "(for state)" : name.name())
              + "' got a non-closable value");
    }
    frame.toClose = new Frame.ToClose(register, value, frame.toClose);
  }

  /** Calls a closing metamethod; the instruction is executed again after it. */
  private void closeNext(Frame frame) {
    Frame.ToClose noted = frame.toClose;
    if (noted != null) {
      frame.toClose = noted.below();
      calls.close(noted.value(), null, Frame.Return.RESULTS);
      frame.pc--;
    }
  }
}
