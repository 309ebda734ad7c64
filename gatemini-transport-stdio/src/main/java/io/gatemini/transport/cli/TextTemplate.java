package io.gatemini.transport.cli;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** Plain text with holes for parameters, where no character means anything. Any text is one. */
record TextTemplate(String template) {
  /** The text with all values in their places; an absent one is empty. */
  String text(CallValues values) {
    return Part.HOLE
        .matcher(template)
        .replaceAll(hole -> Matcher.quoteReplacement(values.text(hole.group(1)).orElse("")));
  }

  /** The names of all parameters, in the order they first appear. */
  Set<String> parameters() {
    return Part.HOLE
        .matcher(template)
        .results()
        .map(hole -> hole.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
