package io.gatemini.internal.declaration;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A type as it is written.
 *
 * @param alternatives the members of a union, each once; one for anything else
 * @param intersection whether a single alternative is an intersection
 */
record Type(List<String> alternatives, boolean intersection) {
  static final Type ANY = of("any");
  static final Type UNKNOWN = of("unknown");
  static final Type NEVER = of("never");
  static final Type NULL = of("null");
  static final Type STRING = of("string");
  static final Type NUMBER = of("number");
  static final Type BOOLEAN = of("boolean");
  static final Type OBJECT = of("object");
  static final Type EMPTY_OBJECT = of("{}");
  static final Type MAP = of("Record<string, any>");
  static final Type ARRAY = of("any[]");

  /** A type that binds as tightly as a name. */
  static Type of(String text) {
    return new Type(List.of(text), false);
  }

  /** A union: anything if one of the types is anything, and without impossible types. */
  static Type union(Collection<Type> types) {
    Set<String> alternatives = new LinkedHashSet<>();
    Type last = ANY;
    for (Type type : types) {
      if (type.equals(ANY)) {
        return ANY;
      }
      if (!type.equals(NEVER)) {
        alternatives.addAll(type.alternatives);
        last = type;
      }
    }
    if (alternatives.isEmpty()) {
      return types.isEmpty() ? ANY : NEVER;
    }
    boolean single = alternatives.size() == 1 && last.alternatives.size() == 1;
    return new Type(List.copyOf(alternatives), single && last.intersection);
  }

  /** A value that is all of several. */
  static Type intersection(Collection<Type> types) {
    Set<Type> distinct = new LinkedHashSet<>(types);
    if (distinct.size() == 1) {
      return distinct.iterator().next();
    }
    return new Type(
        List.of(distinct.stream().map(Type::inIntersection).collect(Collectors.joining(" & "))),
        true);
  }

  private String inIntersection() {
    return alternatives.size() > 1 ? "(" + text() + ")" : text();
  }

  /** The array of it. */
  Type array() {
    return of((alternatives.size() > 1 || intersection ? "(" + text() + ")" : text()) + "[]");
  }

  String text() {
    return alternatives.size() == 1 ? alternatives.get(0) : String.join(" | ", alternatives);
  }
}
