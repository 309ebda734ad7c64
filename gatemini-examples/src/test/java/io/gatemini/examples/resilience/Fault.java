package io.gatemini.examples.resilience;

/** The misbehaviour of a {@link FaultyServer} while it is armed; it is well-behaved otherwise. */
enum Fault {
  NONE("nothing"),

  DIES_AT_START("dies at start"),
  HANGS_AT_INITIALIZE("hangs at initialize"),
  HANGS_AT_LIST("hangs at list"),

  DIES_MID_CALL("dies mid-call"),
  /** Never answers the call, but pings. */
  HANGS_AT_CALL("hangs at call, answers pings"),
  /** Is stopped by a signal: alive, and deaf. */
  FREEZES("freezes altogether"),
  ANSWERS_LATE("answers late after timeout"),
  ANSWERS_TWICE("answers twice"),
  ANSWERS_ANOTHER_ID("answers another id"),

  GARBAGE_LINES("garbage lines"),
  /** Writes half of the answer and goes on without the rest. */
  HALF_A_LINE("half a line, then the next message"),
  /** Writes half of the answer and exits. */
  HALF_A_LINE_AND_DIES("half a line, then exits"),
  LARGE_ANSWER("12 MB line"),
  HUGE_ANSWER("100 MB line, over the limit"),
  FLOODS_NOTIFICATIONS("floods notifications"),
  FLOODS_LIST_CHANGED("floods list_changed"),
  FLOODS_STDERR("floods stderr"),

  /** Takes no more input, but lives on. */
  CLOSES_STDIN("closes stdin"),
  /** Says nothing more, but lives on. */
  CLOSES_STDOUT("closes stdout"),
  IGNORES_TERM("ignores TERM"),
  SPAWNS_GRANDCHILDREN("spawns grandchildren"),
  SPAWNS_GRANDCHILDREN_AND_DIES("spawns grandchildren, dies mid-call"),
  GROWS("memory growth, above its limit");

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  /** How the table calls it. */
  String title() {
    return title;
  }
}
