package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression whose names are resolved; the lines are those that errors name. */
sealed interface Expression {
  /** Nil, a boolean, a number or a string; with the name of a variable that stands for it. */
  record Constant(@Nullable Object value, @Nullable String variable) implements Expression {}

  record Varargs() implements Expression {}

  record Local(Variable variable) implements Expression {}

  record Upvalue(int index, String name, boolean assignable) implements Expression {}

  record Index(Expression table, Expression key, int line) implements Expression {}

  /** A call of a function, or of a method of an object. */
  record Call(
      Expression callee,
      @Nullable LuaString method,
      int nameLine,
      List<Expression> arguments,
      int line)
      implements Expression {}

  record Function(FunctionScope scope) implements Expression {}

  /** Arithmetic and bit operations, by the event of their metamethod; concatenation too. */
  record Binary(Metamethod operation, Expression left, Expression right, int line)
      implements Expression {}

  record Unary(Metamethod operation, Expression operand, int line) implements Expression {}

  record Not(Expression operand) implements Expression {}

  /** {@code or} is decided by a left operand that is true, {@code and} by one that is false. */
  record Logical(boolean deciding, Expression left, Expression right) implements Expression {}

  /** One of {@code EQ LT LE}; the other comparisons are these, swapped or negated. */
  record Comparison(
      Metamethod operation,
      boolean negated,
      boolean swapped,
      Expression left,
      Expression right,
      int line)
      implements Expression {}

  record Parenthesized(Expression inner) implements Expression {}

  /** A constructor; a field without a key is an element of the list. */
  record Table(List<Field> fields, int line) implements Expression {}

  record Field(@Nullable Expression key, Expression value) {}

  static Constant constant(@Nullable Object value) {
    return new Constant(value, null);
  }

  /** Whether the expression may have any number of values. */
  default boolean isMultiple() {
    return this instanceof Call || this instanceof Varargs;
  }

  default Expression withoutParentheses() {
    Expression expression = this;
    while (expression instanceof Parenthesized outer) {
      expression = outer.inner();
    }
    return expression;
  }
}
