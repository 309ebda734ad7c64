package io.gatemini.sandbox.internal.run;

/** The messages for programs that get no place, in whatever process. */
public final class Refusals {
  public static final String CLOSED = "the gateway was closed";
  public static final String TOO_MANY_NESTED = "too many composite tools run at a time; try again";

  private Refusals() {}

  /** After waiting in vain. */
  public static String noPlace(int places, long timeoutMillis) {
    return "all "
        + places
        + " slots for programs were in use for "
        + timeoutMillis
        + " ms; try again, or raise sandbox.max_concurrent_programs";
  }

  public static String tooManyZombies(int maxZombies) {
    return "no program is run while more than "
        + maxZombies
        + " that could not be stopped go on (sandbox.max_zombies); a single tool can be called as"
        + " JSON: {\"tool\": \"backend.tool\", \"arguments\": {...}}";
  }
}
