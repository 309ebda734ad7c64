package io.gatemini.sandbox.internal.lua.value;

import java.util.Locale;

/** The events of metatables, with the names of the fields that handle them. */
@SuppressWarnings("ImmutableEnumChecker") // a LuaString is immutable but for its cached hash
public enum Metamethod {
  INDEX,
  NEWINDEX,
  CALL,
  EQ,
  LEN,
  ADD,
  SUB,
  MUL,
  MOD,
  POW,
  DIV,
  IDIV,
  BAND,
  BOR,
  BXOR,
  SHL,
  SHR,
  UNM,
  BNOT,
  LT,
  LE,
  CONCAT,
  CLOSE,
  NAME,
  TOSTRING,
  METATABLE,
  PAIRS,
  MODE,
  GC;

  private final String event = name().toLowerCase(Locale.ROOT);
  private final LuaString field = LuaString.of("__" + event);

  private static final Metamethod[] ALL = values();

  /** The number of an event among the arithmetic ones, from 0 for addition. */
  @SuppressWarnings("EnumOrdinal") // the order is what it is about
  public int arithmetic() {
    return ordinal() - ADD.ordinal();
  }

  /** The arithmetic event of a number. */
  @SuppressWarnings("EnumOrdinal")
  public static Metamethod arithmetic(int number) {
    return ALL[ADD.ordinal() + number];
  }

  /** A set of this event alone. */
  @SuppressWarnings("EnumOrdinal") // the bits of a set live no longer than the program
  int bit() {
    return 1 << ordinal();
  }

  /** The event's name without underscores. */
  public String event() {
    return event;
  }

  /** The name of the field in a metatable. */
  public LuaString field() {
    return field;
  }
}
