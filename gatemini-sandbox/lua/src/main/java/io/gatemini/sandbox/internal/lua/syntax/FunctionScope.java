package io.gatemini.sandbox.internal.lua.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A function while it is parsed (its names, blocks and labels), and what was parsed of it. */
final class FunctionScope {
  private static final int MAX_LOCALS = 200;
  private static final int MAX_UPVALUES = 255;

  /** An upvalue: a variable of the enclosing function, or one of its upvalues. */
  record Captured(String name, @Nullable Variable variable, int outerUpvalue, boolean assignable) {}

  static final class Label {
    final String name;
    final int line;
    int activeVariables;

    /** Where its code is, once it is generated, and the first register that is free there. */
    int position = -1;

    int register;

    /** Jumps before it; the complement where an instruction that closes variables precedes. */
    final List<Integer> waitingJumps = new ArrayList<>();

    Label(String name, int line, int activeVariables) {
      this.name = name;
      this.line = line;
      this.activeVariables = activeVariables;
    }
  }

  static final class PendingGoto {
    final String name;
    final int line;
    int activeVariables;
    @Nullable Label target;

    PendingGoto(String name, int line, int activeVariables) {
      this.name = name;
      this.line = line;
      this.activeVariables = activeVariables;
    }
  }

  private record Block(
      @Nullable Block outer, boolean loop, int firstVariable, int firstLabel, int firstGoto) {}

  final @Nullable FunctionScope outer;
  final int line;
  int lastLine;
  boolean varargs;
  final List<Variable> parameters = new ArrayList<>();
  final List<Captured> upvalues = new ArrayList<>();
  Statement.Block body = new Statement.Block(List.of(), 0);

  private final Lexer lexer;
  private final List<Variable> active = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();
  private final List<PendingGoto> gotos = new ArrayList<>();
  private @Nullable Block block;

  FunctionScope(Lexer lexer, @Nullable FunctionScope outer, int line) {
    this.lexer = lexer;
    this.outer = outer;
    this.line = line;
  }

  SyntaxException tooMany(String what, int limit) {
    String where = line == 0 ? "main function" : "function at line " + line;
    return lexer.error("too many " + what + " (limit is " + limit + ") in " + where);
  }

  /** Makes a variable visible from here on. */
  void activate(Variable variable) {
    active.add(variable);
  }

  void checkLocals(int more) {
    if (active.size() + more > MAX_LOCALS) {
      throw tooMany("local variables", MAX_LOCALS);
    }
  }

  /** The variable that a name refers to: a local, an upvalue, a constant, or null for a global. */
  @Nullable Expression resolve(String name) {
    for (int i = active.size() - 1; i >= 0; i--) {
      Variable variable = active.get(i);
      if (variable.name.equals(name)) {
        return variable.constant != null ? variable.constant : new Expression.Local(variable);
      }
    }
    for (int i = 0; i < upvalues.size(); i++) {
      if (upvalues.get(i).name().equals(name)) {
        return new Expression.Upvalue(i, name, upvalues.get(i).assignable());
      }
    }
    Expression found = outer == null ? null : outer.resolve(name);
    if (found instanceof Expression.Local local) {
      local.variable().captured = true;
      boolean assignable = local.variable().attribute == Variable.Attribute.REGULAR;
      return capture(new Captured(name, local.variable(), -1, assignable));
    }
    if (found instanceof Expression.Upvalue upvalue) {
      return capture(new Captured(name, null, upvalue.index(), upvalue.assignable()));
    }
    return found;
  }

  Expression.Upvalue capture(Captured captured) {
    if (upvalues.size() >= MAX_UPVALUES) {
      throw tooMany("upvalues", MAX_UPVALUES);
    }
    upvalues.add(captured);
    return new Expression.Upvalue(upvalues.size() - 1, captured.name(), captured.assignable());
  }

  void openBlock(boolean loop) {
    block = new Block(block, loop, active.size(), labels.size(), gotos.size());
  }

  /** Ends a block; returns the label of breaks out of a loop, if there are any. */
  @Nullable Label closeBlock() {
    Block closed = current();
    active.subList(closed.firstVariable, active.size()).clear();
    labels.subList(closed.firstLabel, labels.size()).clear();
    block = closed.outer;
    Label breaks = null;
    if (closed.loop) {
      breaks = new Label("break", 0, active.size());
      if (!solve(breaks, closed.firstGoto)) {
        breaks = null;
      }
    }
    for (int i = closed.firstGoto; i < gotos.size(); i++) {
      PendingGoto pending = gotos.get(i);
      pending.activeVariables = Math.min(pending.activeVariables, closed.firstVariable);
      if (closed.outer == null) {
        throw lexer.plainError(
            pending.name.equals("break")
                ? "break outside loop at line " + pending.line
                : "no visible label '" + pending.name + "' for <goto> at line " + pending.line);
      }
    }
    return breaks;
  }

  PendingGoto jump(String name, int jumpLine) {
    PendingGoto jump = new PendingGoto(name, jumpLine, active.size());
    jump.target = find(name);
    if (jump.target == null) {
      gotos.add(jump);
    }
    return jump;
  }

  void checkNewLabel(String name) {
    Label known = find(name);
    if (known != null) {
      throw lexer.plainError("label '" + name + "' already defined on line " + known.line);
    }
  }

  /** A label here; at the end of its block it stands outside the scope of the block's locals. */
  Label label(String name, int labelLine, boolean last) {
    Label label = new Label(name, labelLine, last ? current().firstVariable : active.size());
    labels.add(label);
    solve(label, current().firstGoto);
    return label;
  }

  private @Nullable Label find(String name) {
    return labels.stream().filter(label -> label.name.equals(name)).findFirst().orElse(null);
  }

  private boolean solve(Label label, int from) {
    boolean solved = false;
    for (int i = from; i < gotos.size(); ) {
      PendingGoto pending = gotos.get(i);
      if (!pending.name.equals(label.name)) {
        i++;
        continue;
      }
      if (pending.activeVariables < label.activeVariables) {
        throw lexer.plainError(
            "<goto %s> at line %s jumps into the scope of local '%s'"
                .formatted(pending.name, pending.line, active.get(pending.activeVariables).name));
      }
      pending.target = label;
      gotos.remove(i);
      solved = true;
    }
    return solved;
  }

  private Block current() {
    return Objects.requireNonNull(block);
  }
}
