package io.gatemini.transport.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A stretch of a template: text that stays, or the place of a parameter. */
sealed interface Part {
  /** Text that stays as it is. */
  record Literal(String text) implements Part {}

  /** The place of a parameter. */
  record Hole(String name) implements Part {}

  /** A hole as it is written. */
  record Written(String name, int end) {}

  /** A name in two pairs of braces. Text that looks like templates of other programs is no hole. */
  Pattern HOLE = Pattern.compile("\\{\\{\\s*([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*\\}\\}");

  /** The hole that begins at an index, if one does. */
  static Optional<Written> holeAt(String template, int index) {
    if (!template.startsWith("{{", index)) {
      return Optional.empty();
    }
    Matcher matcher = HOLE.matcher(template).region(index, template.length());
    return matcher.lookingAt()
        ? Optional.of(new Written(matcher.group(1), matcher.end()))
        : Optional.empty();
  }
}
