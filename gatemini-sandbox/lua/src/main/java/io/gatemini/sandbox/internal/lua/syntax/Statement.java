package io.gatemini.sandbox.internal.lua.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement; the line is the one that errors of its own instructions name. */
sealed interface Statement {
  record LocalVariables(List<Variable> variables, List<Expression> values, int line)
      implements Statement {}

  record LocalFunction(Variable variable, FunctionScope function, int line) implements Statement {}

  record Assignment(List<Expression> targets, List<Expression> values, int line)
      implements Statement {}

  record CallStatement(Expression call, int line) implements Statement {}

  record Block(List<Statement> statements, int line) implements Statement {}

  record While(Expression condition, Block body, int line) implements Statement {}

  record Repeat(Block body, Expression condition, int line) implements Statement {}

  /** The branches have one condition each, but for the last, which may have none. */
  record If(List<Branch> branches, int line) implements Statement {}

  record Branch(@Nullable Expression condition, Block body) {}

  record NumericFor(
      Variable variable,
      Expression start,
      Expression limit,
      @Nullable Expression step,
      Block body,
      int line)
      implements Statement {}

  record GenericFor(List<Variable> variables, List<Expression> values, Block body, int line)
      implements Statement {}

  record Return(List<Expression> values, int line) implements Statement {}

  /** A goto, or a break. */
  record Goto(FunctionScope.PendingGoto jump, int line) implements Statement {}

  record Label(FunctionScope.Label label, int line) implements Statement {}

  int line();
}
