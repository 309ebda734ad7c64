package io.gatemini.sandbox.internal.lua.syntax;

import org.jspecify.annotations.Nullable;

/** A local variable. */
final class Variable {
  enum Attribute {
    REGULAR,
    CONST,
    CLOSE
  }

  final String name;
  final Attribute attribute;

  /** Where it is a constant known to the compiler; such a variable has no register. */
  Expression.@Nullable Constant constant;

  /** Whether an inner function uses it: then its register holds a cell. */
  boolean captured;

  /** Set by the code generator. */
  int register = -1;

  Variable(String name, Attribute attribute) {
    this.name = name;
    this.attribute = attribute;
  }
}
