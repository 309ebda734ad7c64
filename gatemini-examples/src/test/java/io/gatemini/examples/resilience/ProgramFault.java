package io.gatemini.examples.resilience;

/** The misbehaviour of a {@link FaultyProgram} while it is armed. */
enum ProgramFault {
  NOT_THERE("CLI: program not there"),
  DIES_BY_SIGNAL("CLI: dies by a signal mid-call"),
  EXITS_WITH_3("CLI: exit code 3, stderr"),
  /** So does its child. */
  HANGS("CLI: hangs at call, past the timeout of the tool"),
  /** So does its child. */
  IGNORES_TERM("CLI: hangs and ignores TERM"),
  /** Its child has let go of its pipes. */
  LEAVES_GRANDCHILDREN("CLI: spawns grandchildren that survive it"),
  FLOODS_STDERR("CLI: floods stderr"),
  LARGE_LINE("CLI: 10 MB line"),
  /** Never stops writing. */
  TOO_MUCH_OUTPUT("CLI: output over the limit"),
  CLOSES_STDIN("CLI: closes stdin, 1 MB of it unread"),
  INVALID_UTF8("CLI: invalid UTF-8"),
  /** The check is run at every ping. */
  ILL("CLI: health_check fails");

  private final String title;

  ProgramFault(String title) {
    this.title = title;
  }

  /** How the table calls it. */
  String title() {
    return title;
  }
}
