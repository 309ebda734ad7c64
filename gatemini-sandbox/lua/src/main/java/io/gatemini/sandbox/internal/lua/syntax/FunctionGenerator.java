package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.sandbox.internal.lua.vm.Code;
import io.gatemini.sandbox.internal.lua.vm.Prototype;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Generates the prototype of one function: its statements, with the expressions in them. */
final class FunctionGenerator {
  /** The bytes of a function without code. */
  private static final int PROTOTYPE_BYTES = 240;

  private final FunctionScope scope;
  private final String chunk;
  private final CodeBuffer code;
  private final List<Prototype> children = new ArrayList<>();
  private final ExpressionGenerator expressions;

  // How many variables to close are in scope, the hidden ones of generic loops included.
  private int closing;

  FunctionGenerator(FunctionScope scope, String chunk) {
    this.scope = scope;
    this.chunk = chunk;
    code = new CodeBuffer(chunk);
    expressions = new ExpressionGenerator(code, chunk, children);
  }

  Prototype generate() {
    code.take(scope.parameters.size(), scope.line);
    for (int i = 0; i < scope.parameters.size(); i++) {
      declare(scope.parameters.get(i), i, scope.line);
    }
    statements(scope.body);
    code.emit(Code.RETURN0, 0, 0, 0, scope.lastLine);
    boolean[] fromRegister = new boolean[scope.upvalues.size()];
    int[] upvalues = new int[fromRegister.length];
    for (int i = 0; i < upvalues.length; i++) {
      FunctionScope.Captured captured = scope.upvalues.get(i);
      fromRegister[i] = captured.variable() != null;
      upvalues[i] =
          captured.variable() != null ? captured.variable().register : captured.outerUpvalue();
    }
    return new Prototype(
        chunk,
        scope.line,
        scope.parameters.size(),
        scope.varargs,
        code.registers(),
        code.code(),
        code.constants(),
        children.toArray(new Prototype[0]),
        fromRegister,
        upvalues,
        code.lines(),
        code.names(),
        PROTOTYPE_BYTES + code.bytes());
  }

  private void statements(Statement.Block block) {
    for (Statement statement : block.statements()) {
      expressions.line = statement.line();
      statement(statement);
    }
  }

  private void block(Statement.Block block) {
    int base = code.freeRegister();
    int closingBefore = closing;
    statements(block);
    leave(base, closingBefore, block.line());
  }

  private void leave(int base, int closingBefore, int line) {
    if (closing > closingBefore) {
      code.emit(Code.CLOSE, base, 0, 0, line);
      closing = closingBefore;
    }
    code.release(base);
  }

  private void declare(Variable variable, int register, int line) {
    variable.register = register;
    if (variable.attribute == Variable.Attribute.CLOSE) {
      code.emit(Code.NOTETOCLOSE, register, 0, 0, line);
      code.name(new VariableName("local", variable.name));
      closing++;
    }
    if (variable.captured) {
      code.emit(Code.NEWCELL, register, 0, 0, line);
    }
  }

  private void statement(Statement statement) {
    int line = statement.line();
    if (statement instanceof Statement.LocalVariables locals) {
      localVariables(locals);
    } else if (statement instanceof Statement.LocalFunction local) {
      localFunction(local);
    } else if (statement instanceof Statement.Assignment assignment) {
      int free = code.freeRegister();
      if (assignment.targets().size() == 1 && assignment.values().size() == 1) {
        assign(assignment.targets().get(0), assignment.values().get(0), line);
      } else {
        assignAll(assignment);
      }
      code.release(free);
    } else if (statement instanceof Statement.CallStatement call) {
      expressions.multiple(call.call(), 0);
    } else if (statement instanceof Statement.Block block) {
      block(block);
    } else if (statement instanceof Statement.While loop) {
      int start = code.position();
      List<Integer> exits = new ArrayList<>();
      expressions.jump(loop.condition(), false, exits);
      block(loop.body());
      jumpBack(start, loop.body().line());
      exits.forEach(code::patchToHere);
    } else if (statement instanceof Statement.Repeat loop) {
      repeat(loop);
    } else if (statement instanceof Statement.If branching) {
      ifStatement(branching);
    } else if (statement instanceof Statement.NumericFor loop) {
      numericFor(loop);
    } else if (statement instanceof Statement.GenericFor loop) {
      genericFor(loop);
    } else if (statement instanceof Statement.Return returning) {
      returnStatement(returning);
    } else if (statement instanceof Statement.Goto jump) {
      gotoStatement(jump);
    } else if (statement instanceof Statement.Label label) {
      place(label.label());
    }
  }

  private void localVariables(Statement.LocalVariables locals) {
    List<Variable> variables = locals.variables();
    List<Expression> values = locals.values();
    if (variables.get(variables.size() - 1).constant != null) {
      variables = variables.subList(0, variables.size() - 1);
      values = values.subList(0, values.size() - 1);
    }
    int first = expressions.exactly(values, variables.size());
    for (int i = 0; i < variables.size(); i++) {
      declare(variables.get(i), first + i, locals.line());
    }
  }

  private void localFunction(Statement.LocalFunction local) {
    Expression function = new Expression.Function(local.function());
    Variable variable = local.variable();
    int register = code.take(1, local.line());
    variable.register = register;
    if (!variable.captured) {
      expressions.into(function, register);
      return;
    }
    code.emit(Code.LOADNIL, register, 0, 0, local.line());
    code.emit(Code.NEWCELL, register, 0, 0, local.line());
    int closure = expressions.next(function);
    code.emit(Code.SETCELL, register, closure, 0, local.line());
    code.release(closure);
  }

  private void assign(Expression target, Expression value, int line) {
    if (target instanceof Expression.Local local && !local.variable().captured) {
      if (readsBeforeItWrites(value)) {
        expressions.into(value, local.variable().register);
      } else {
        code.emit(Code.MOVE, local.variable().register, expressions.next(value), 0, line);
      }
    } else if (target instanceof Expression.Index index) {
      Place place = place(index, List.of());
      store(place, expressions.operand(value), line);
    } else {
      store(new Place(target, -1, 0), expressions.operand(value), line);
    }
  }

  // Such code writes its target last, so that it may be a variable that the expression names.
  private static boolean readsBeforeItWrites(Expression expression) {
    return !(expression.withoutParentheses() instanceof Expression.Logical);
  }

  /** A target with its table and key evaluated. */
  private record Place(Expression target, int table, int key) {}

  private Place place(Expression.Index index, List<Expression> alsoAssigned) {
    if (index.table() instanceof Expression.Upvalue && ExpressionGenerator.isText(index.key())) {
      return new Place(index, -1, expressions.textKey(index.key()));
    }
    int table =
        isAmong(index.table(), alsoAssigned)
            ? expressions.next(index.table())
            : expressions.register(index.table());
    int key;
    if (ExpressionGenerator.isText(index.key())) {
      key = expressions.textKey(index.key());
    } else if (isAmong(index.key(), alsoAssigned)) {
      key = expressions.next(index.key());
    } else {
      key = expressions.operand(index.key());
    }
    return new Place(index, table, key);
  }

  // Records compare deeply, but a variable is found at the surface.
  private static boolean isAmong(Expression expression, List<Expression> targets) {
    return expression instanceof Expression.Local && targets.contains(expression);
  }

  private void store(Place place, int value, int line) {
    Expression target = place.target();
    if (target instanceof Expression.Local local) {
      int operation = local.variable().captured ? Code.SETCELL : Code.MOVE;
      code.emit(operation, local.variable().register, value, 0, line);
    } else if (target instanceof Expression.Upvalue upvalue) {
      code.emit(Code.SETUPVALUE, upvalue.index(), value, 0, line);
    } else if (target instanceof Expression.Index index) {
      if (place.table() < 0 && index.table() instanceof Expression.Upvalue upvalue) {
        code.emit(Code.SETTABUP, upvalue.index(), place.key(), value, line);
      } else {
        boolean text = ExpressionGenerator.isText(index.key());
        code.emit(text ? Code.SETFIELD : Code.SETINDEX, place.table(), place.key(), value, line);
      }
      code.name(ExpressionGenerator.name(index.table()));
    }
  }

  private void assignAll(Statement.Assignment assignment) {
    List<Place> places = new ArrayList<>();
    for (Expression target : assignment.targets()) {
      places.add(
          target instanceof Expression.Index index
              ? place(index, assignment.targets())
              : new Place(target, -1, 0));
    }
    int first = expressions.exactly(assignment.values(), places.size());
    for (int i = places.size() - 1; i >= 0; i--) {
      store(places.get(i), first + i, assignment.line());
    }
  }

  private void jumpBack(int target, int line) {
    code.patch(code.emit(Code.JUMP, 0, 0, 0, line), target);
  }

  private void repeat(Statement.Repeat loop) {
    int start = code.position();
    int base = code.freeRegister();
    int closingBefore = closing;
    statements(loop.body());
    List<Integer> exits = new ArrayList<>();
    expressions.jump(loop.condition(), true, exits);
    if (closing > closingBefore) {
      code.emit(Code.CLOSE, base, 0, 0, loop.line());
    }
    jumpBack(start, loop.body().line());
    exits.forEach(code::patchToHere);
    leave(base, closingBefore, loop.line());
  }

  private void ifStatement(Statement.If branching) {
    List<Integer> ends = new ArrayList<>();
    List<Statement.Branch> branches = branching.branches();
    for (int i = 0; i < branches.size(); i++) {
      List<Integer> otherwise = new ArrayList<>();
      Expression condition = branches.get(i).condition();
      if (condition != null) {
        expressions.jump(condition, false, otherwise);
      }
      block(branches.get(i).body());
      if (i < branches.size() - 1) {
        ends.add(code.emit(Code.JUMP, 0, 0, 0, branches.get(i).body().line()));
      }
      otherwise.forEach(code::patchToHere);
    }
    ends.forEach(code::patchToHere);
  }

  private void numericFor(Statement.NumericFor loop) {
    int base = code.freeRegister();
    expressions.next(loop.start());
    expressions.next(loop.limit());
    expressions.next(loop.step() == null ? Expression.constant(1L) : loop.step());
    int prepare = code.emit(Code.FORPREP, base, 0, 0, loop.line());
    int start = code.position();
    declare(loop.variable(), code.take(1, loop.line()), loop.line());
    block(loop.body());
    int again = code.emit(Code.FORLOOP, base, 0, 0, loop.line());
    code.patch(again, start);
    code.patchToHere(prepare);
    code.release(base);
  }

  private void genericFor(Statement.GenericFor loop) {
    int base = expressions.exactly(loop.values(), 4);
    int closingBefore = closing++;
    int prepare = code.emit(Code.TFORPREP, base, 0, 0, loop.line());
    int start = code.position();
    // The iterator's own call needs three registers.
    int count = loop.variables().size();
    code.take(Math.max(count, 3), loop.line());
    code.release(base + 4);
    int first = code.take(count, loop.line());
    for (int i = 0; i < count; i++) {
      declare(loop.variables().get(i), first + i, loop.line());
    }
    block(loop.body());
    code.patchToHere(prepare);
    code.emit(Code.TFORCALL, base, count, 0, loop.line());
    code.patch(code.emit(Code.TFORLOOP, base, 0, 0, loop.line()), start);
    leave(base, closingBefore, loop.line());
  }

  private void returnStatement(Statement.Return returning) {
    int free = code.freeRegister();
    List<Expression> values = returning.values();
    if (values.isEmpty()) {
      code.emit(Code.RETURN0, 0, 0, 0, returning.line());
    } else if (values.size() == 1 && !values.get(0).isMultiple()) {
      int value = expressions.operand(values.get(0));
      code.emit(Code.RETURN1, 0, value, 0, returning.line());
    } else if (values.size() == 1
        && closing == 0
        && values.get(0) instanceof Expression.Call call) {
      expressions.tailCall(call);
    } else {
      code.emit(Code.RETURN, free, expressions.open(values), 0, returning.line());
    }
    code.release(free);
  }

  private void gotoStatement(Statement.Goto jump) {
    FunctionScope.Label label = Objects.requireNonNull(jump.jump().target);
    boolean known = label.position >= 0;
    if (closing > 0) {
      code.emit(Code.CLOSE, known ? label.register : 0, 0, 0, jump.line());
    }
    int position = code.emit(Code.JUMP, 0, 0, 0, jump.line());
    if (known) {
      code.patch(position, label.position);
    } else {
      label.waitingJumps.add(closing > 0 ? ~position : position);
    }
  }

  private void place(FunctionScope.Label label) {
    label.position = code.position();
    label.register = code.freeRegister();
    for (int waiting : label.waitingJumps) {
      if (waiting < 0) {
        code.patchA(~waiting - 1, label.register);
      }
      code.patchToHere(waiting < 0 ? ~waiting : waiting);
    }
  }
}
