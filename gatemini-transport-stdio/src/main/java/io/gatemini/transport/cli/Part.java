package io.gatemini.transport.cli;

import java.util.regex.Pattern;

/** A stretch of a template: text that stays, or the place of a parameter. */
sealed interface Part {
  /** Text that stays as it is. */
  record Literal(String text) implements Part {}

  /** The place of a parameter. */
  record Hole(String name) implements Part {}

  /** A name in two pairs of braces. Text that looks like templates of other programs is no hole. */
  Pattern HOLE = Pattern.compile("\\{\\{\\s*([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*\\}\\}");
}
