package io.gatemini.sandbox.internal.lua.value;

/** The end of a program that reached a limit or was cancelled; no Lua code can catch it. */
public final class Stop extends Error {
  private static final long serialVersionUID = 1;

  /** Why the program ends. */
  public enum Kind {
    TIME,
    INSTRUCTIONS,
    MEMORY,
    /** The memory of all programs together. */
    SHARED,
    TOTAL,
    CANCELLED
  }

  private final Kind kind;

  public Stop(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
