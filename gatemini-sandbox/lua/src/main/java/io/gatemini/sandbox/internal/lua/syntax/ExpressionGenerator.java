package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.vm.Code;
import io.gatemini.sandbox.internal.lua.vm.Prototype;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Generates the code of expressions. */
final class ExpressionGenerator {
  // As many elements as Lua's own compiler keeps in registers before it stores them.
  private static final int ELEMENTS_AT_ONCE = 50;

  private final CodeBuffer code;
  private final String chunk;
  private final List<Prototype> children;

  /** The line of the instructions that no operator gives one. */
  int line;

  ExpressionGenerator(CodeBuffer code, String chunk, List<Prototype> children) {
    this.code = code;
    this.chunk = chunk;
    this.children = children;
  }

  /**
   * Evaluates into the next free register, and takes it. The left operand is evaluated there first,
   * in a loop, because such chains may be as long as the source.
   */
  int next(Expression expression) {
    ArrayDeque<Expression> chain = new ArrayDeque<>();
    Expression innermost = expression;
    Expression left;
    while ((left = left(innermost)) != null && left(left) != null) {
      chain.push(innermost);
      innermost = left;
    }
    int register = nextAlone(innermost);
    for (Expression outer : chain) {
      applyTo(register, outer);
    }
    return register;
  }

  private static @Nullable Expression left(Expression expression) {
    if (expression instanceof Expression.Binary binary) {
      return binary.operation() == Metamethod.CONCAT ? null : binary.left();
    } else if (expression instanceof Expression.Index index) {
      return index.table();
    } else if (expression instanceof Expression.Call call) {
      return call.callee();
    } else if (expression instanceof Expression.Comparison comparison) {
      return comparison.left();
    }
    return expression instanceof Expression.Logical logical ? logical.left() : null;
  }

  private int nextAlone(Expression expression) {
    if (expression.isMultiple()) {
      int base = code.freeRegister();
      multiple(expression, 1);
      code.take(1, line);
      return base;
    }
    if (expression instanceof Expression.Table table) {
      return table(table);
    }
    int target = code.take(1, line);
    into(expression, target);
    return target;
  }

  /** Replaces the value in the last register by that of an expression of which it is the left. */
  private void applyTo(int register, Expression expression) {
    if (expression instanceof Expression.Binary binary) {
      arithmetic(binary, register, register);
    } else if (expression instanceof Expression.Index index) {
      element(index, register, register);
    } else if (expression instanceof Expression.Logical logical) {
      shortCut(logical, register);
    } else if (expression instanceof Expression.Comparison comparison) {
      int jump = compare(comparison, register, true);
      truthBy(List.of(jump), register);
    } else if (expression instanceof Expression.Call call) {
      code.release(register);
      call(call, Code.CALL, register, 1);
    }
    code.release(register + 1);
  }

  /** A register with the value: the variable's own, or a new one. */
  int register(Expression expression) {
    Expression inner = expression.withoutParentheses();
    return inner instanceof Expression.Local local && !local.variable().captured
        ? local.variable().register
        : next(expression);
  }

  /** A register, or the complement of a constant's number. */
  int operand(Expression expression) {
    if (expression.withoutParentheses() instanceof Expression.Constant constant) {
      int number = code.constant(constant.value());
      if (code.fitsAnywhere(number)) {
        return ~number;
      }
    }
    return register(expression);
  }

  /** Evaluates into consecutive registers; returns their number, or its complement where open. */
  int open(List<Expression> values) {
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.get(i);
      if (i == values.size() - 1 && value.isMultiple()) {
        multiple(value, -1);
        return ~i;
      }
      next(value);
    }
    return values.size();
  }

  /** Evaluates into exactly so many consecutive registers; returns the first. */
  int exactly(List<Expression> values, int wanted) {
    int first = code.freeRegister();
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.get(i);
      if (i == values.size() - 1 && value.isMultiple() && wanted > i) {
        multiple(value, wanted - i);
        code.take(wanted - i, line);
        return first;
      }
      int register = next(value);
      if (i >= wanted) {
        code.release(register);
      }
    }
    if (values.size() < wanted) {
      int missing = wanted - values.size();
      code.emit(Code.LOADNIL, code.take(missing, line), missing - 1, 0, line);
    }
    return first;
  }

  /** Evaluates a call or the variable arguments to the free registers, which it does not take. */
  void multiple(Expression expression, int wanted) {
    int base = code.freeRegister();
    if (expression instanceof Expression.Call call) {
      next(call.callee());
      code.release(base);
      call(call, Code.CALL, base, wanted);
      code.release(base);
    } else {
      code.emit(Code.VARARG, base, 0, wanted, line);
    }
    if (wanted > 0) {
      code.take(wanted, line);
    }
    code.release(base);
  }

  /** A call whose results are those of the function. */
  void tailCall(Expression.Call call) {
    int base = next(call.callee());
    code.release(base);
    call(call, Code.TAILCALL, base, 0);
    code.release(base);
  }

  // The function, or the object of the method, is in the base register.
  private void call(Expression.Call call, int operation, int base, int wanted) {
    VariableName name = name(call.callee());
    LuaString method = call.method();
    code.take(method == null ? 1 : 2, line);
    if (method != null) {
      code.emit(Code.SELF, base, base, code.constant(method), call.nameLine());
      code.name(name);
      name = new VariableName("method", method.toString());
    }
    int arguments = open(call.arguments());
    if (method != null) {
      arguments += arguments < 0 ? -1 : 1;
    }
    code.emit(operation, base, arguments, wanted, call.line());
    code.name(name);
  }

  /**
   * Evaluates into a register that nothing needs any more, or that the expression does not name.
   */
  void into(Expression expression, int target) {
    int free = code.freeRegister();
    if (expression instanceof Expression.Constant constant) {
      if (constant.value() == null) {
        code.emit(Code.LOADNIL, target, 0, 0, line);
      } else {
        code.emit(Code.LOADK, target, code.constant(constant.value()), 0, line);
      }
    } else if (expression instanceof Expression.Local local) {
      Variable variable = local.variable();
      if (variable.captured) {
        code.emit(Code.GETCELL, target, variable.register, 0, line);
      } else if (variable.register != target) {
        code.emit(Code.MOVE, target, variable.register, 0, line);
      }
    } else if (expression instanceof Expression.Upvalue upvalue) {
      code.emit(Code.GETUPVALUE, target, upvalue.index(), 0, line);
    } else if (expression instanceof Expression.Index index) {
      index(index, target);
    } else if (expression instanceof Expression.Function function) {
      children.add(new FunctionGenerator(function.scope(), chunk).generate());
      line = function.scope().lastLine;
      code.emit(Code.CLOSURE, target, children.size() - 1, 0, line);
    } else if (expression instanceof Expression.Binary binary) {
      if (binary.operation() == Metamethod.CONCAT) {
        concatenation(binary, target);
      } else {
        arithmetic(binary, operand(binary.left()), target);
      }
    } else if (expression instanceof Expression.Unary unary) {
      int operation =
          switch (unary.operation()) {
            case UNM -> Code.UNM;
            case BNOT -> Code.BNOT;
            default -> Code.LEN;
          };
      code.emit(operation, target, register(unary.operand()), 0, unary.line());
      code.name(name(unary.operand()));
    } else if (expression instanceof Expression.Parenthesized outer) {
      into(outer.inner(), target);
    } else if (expression instanceof Expression.Logical logical) {
      into(logical.left(), target);
      shortCut(logical, target);
    } else if (expression instanceof Expression.Not
        || expression instanceof Expression.Comparison) {
      truth(expression, target);
    } else {
      int register =
          expression instanceof Expression.Table table ? table(table) : single(expression);
      code.emit(Code.MOVE, target, register, 0, line);
    }
    code.release(free);
  }

  private int single(Expression expression) {
    int base = code.freeRegister();
    multiple(expression, 1);
    return base;
  }

  private void arithmetic(Expression.Binary binary, int left, int target) {
    int right = operand(binary.right());
    int operation = Code.ADD + binary.operation().arithmetic();
    code.emit(operation, target, left, right, binary.line());
    code.name(name(binary.left()), name(binary.right()));
  }

  private void index(Expression.Index index, int target) {
    if (index.table() instanceof Expression.Upvalue upvalue && isText(index.key())) {
      code.emit(Code.GETTABUP, target, upvalue.index(), textKey(index.key()), index.line());
      code.name(name(upvalue));
    } else {
      element(index, register(index.table()), target);
    }
  }

  private void element(Expression.Index index, int table, int target) {
    boolean text = isText(index.key());
    int key = text ? textKey(index.key()) : operand(index.key());
    code.emit(text ? Code.GETFIELD : Code.GETINDEX, target, table, key, index.line());
    code.name(name(index.table()));
  }

  static boolean isText(Expression key) {
    return key instanceof Expression.Constant constant && constant.value() instanceof LuaString;
  }

  int textKey(Expression key) {
    return code.constant(((Expression.Constant) key).value());
  }

  /** Goes on behind the left operand, which is in the target. */
  private void shortCut(Expression.Logical logical, int target) {
    int jump = code.emit(logical.deciding() ? Code.JUMPIF : Code.JUMPIFNOT, target, 0, 0, line);
    into(logical.right(), target);
    code.patchToHere(jump);
  }

  private void truth(Expression expression, int target) {
    if (expression instanceof Expression.Not not
        && !(not.operand().withoutParentheses() instanceof Expression.Comparison)) {
      code.emit(Code.NOT, target, register(not.operand()), 0, line);
      return;
    }
    List<Integer> jumps = new ArrayList<>();
    jump(expression, true, jumps);
    truthBy(jumps, target);
  }

  private void truthBy(List<Integer> jumps, int target) {
    code.emit(Code.LOADK, target, code.constant(false), 0, line);
    int end = code.emit(Code.JUMP, 0, 0, 0, line);
    jumps.forEach(code::patchToHere);
    code.emit(Code.LOADK, target, code.constant(true), 0, line);
    code.patchToHere(end);
  }

  private void concatenation(Expression.Binary binary, int target) {
    List<Expression> operands = new ArrayList<>();
    Expression rest = binary;
    int innermost = binary.line();
    while (rest instanceof Expression.Binary next && next.operation() == Metamethod.CONCAT) {
      operands.add(next.left());
      innermost = next.line();
      rest = next.right();
    }
    operands.add(rest);
    int first = code.freeRegister();
    @Nullable VariableName[] names = new @Nullable VariableName[operands.size()];
    for (int i = 0; i < names.length; i++) {
      next(operands.get(i));
      names[i] = name(operands.get(i));
    }
    code.emit(Code.CONCAT, target, first, names.length, innermost);
    code.name(names);
  }

  private int table(Expression.Table table) {
    int elements = 0;
    for (Expression.Field field : table.fields()) {
      if (field.key() == null) {
        elements++;
      }
    }
    int fields = table.fields().size() - elements;
    int register = code.take(1, line);
    code.emit(Code.NEWTABLE, register, elements, fields, table.line());
    int stored = 0;
    int pending = 0;
    for (int i = 0; i < table.fields().size(); i++) {
      Expression.Field field = table.fields().get(i);
      Expression value = field.value();
      int free = code.freeRegister();
      if (field.key() != null) {
        boolean text = isText(field.key());
        int key = text ? textKey(field.key()) : operand(field.key());
        int operation = text ? Code.SETFIELD : Code.SETINDEX;
        code.emit(operation, register, key, operand(value), line);
        code.release(free);
      } else if (i == table.fields().size() - 1 && value.isMultiple()) {
        multiple(value, -1);
        code.emit(Code.SETLIST, register, ~pending, stored + 1, line);
        pending = 0;
      } else {
        next(value);
        if (++pending == ELEMENTS_AT_ONCE) {
          code.emit(Code.SETLIST, register, pending, stored + 1, line);
          stored += pending;
          pending = 0;
          code.release(register + 1);
        }
      }
    }
    if (pending > 0) {
      code.emit(Code.SETLIST, register, pending, stored + 1, line);
    }
    code.release(register + 1);
    return register;
  }

  /** Jumps where the truth of the expression is the one given, and goes on otherwise. */
  void jump(Expression expression, boolean when, List<Integer> jumps) {
    Expression inner = expression.withoutParentheses();
    int free = code.freeRegister();
    if (inner instanceof Expression.Not not) {
      jump(not.operand(), !when, jumps);
    } else if (inner instanceof Expression.Logical logical) {
      jumpByAll(logical, when, jumps);
    } else if (inner instanceof Expression.Constant constant) {
      boolean truth = constant.value() != null && !Boolean.FALSE.equals(constant.value());
      if (truth == when) {
        jumps.add(code.emit(Code.JUMP, 0, 0, 0, line));
      }
    } else if (inner instanceof Expression.Comparison comparison) {
      jumps.add(compare(comparison, operand(comparison.left()), when));
    } else {
      int register = register(expression);
      jumps.add(code.emit(when ? Code.JUMPIF : Code.JUMPIFNOT, register, 0, 0, line));
    }
    code.release(free);
  }

  private int compare(Expression.Comparison comparison, int left, boolean when) {
    int right = operand(comparison.right());
    int operation =
        switch (comparison.operation()) {
          case EQ -> Code.JEQ;
          case LT -> Code.JLT;
          default -> Code.JLE;
        };
    if (comparison.negated() == when) {
      operation++;
    }
    boolean swapped = comparison.swapped();
    int a = swapped ? right : left;
    int b = swapped ? left : right;
    return code.emit(operation, a, b, 0, comparison.line());
  }

  // Each operand but the last decides alone where it is the deciding one.
  private void jumpByAll(Expression.Logical chain, boolean when, List<Integer> jumps) {
    boolean deciding = chain.deciding();
    ArrayDeque<Expression> operands = new ArrayDeque<>();
    Expression rest = chain;
    while (rest instanceof Expression.Logical next && next.deciding() == deciding) {
      operands.push(next.right());
      rest = next.left();
    }
    operands.push(rest);
    List<Integer> decided = when == deciding ? jumps : new ArrayList<>();
    while (operands.size() > 1) {
      jump(operands.pop(), deciding, decided);
    }
    jump(operands.pop(), when, jumps);
    if (when != deciding) {
      decided.forEach(code::patchToHere);
    }
  }

  /** How errors name the value of an expression, as Lua's own machine would find it. */
  static @Nullable VariableName name(Expression expression) {
    Expression inner = expression.withoutParentheses();
    if (inner instanceof Expression.Local local) {
      return new VariableName("local", local.variable().name);
    }
    if (inner instanceof Expression.Upvalue upvalue) {
      return new VariableName("upvalue", upvalue.name());
    }
    if (inner instanceof Expression.Constant constant
        && constant.value() instanceof LuaString text) {
      return new VariableName("constant", text.toString());
    }
    if (!(inner instanceof Expression.Index index)) {
      return null;
    }
    if (!(index.key() instanceof Expression.Constant key)) {
      return new VariableName("field", "?");
    }
    if (key.value() instanceof LuaString text) {
      boolean global =
          index.table() instanceof Expression.Upvalue upvalue
              ? upvalue.name().equals("_ENV")
              : index.table() instanceof Expression.Local local
                  && local.variable().name.equals("_ENV");
      return new VariableName(global ? "global" : "field", text.toString());
    }
    boolean small = key.value() instanceof Long integer && integer >= 0 && integer <= 255;
    return new VariableName("field", small ? "integer index" : "?");
  }
}
