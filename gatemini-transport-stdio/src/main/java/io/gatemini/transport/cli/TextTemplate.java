package io.gatemini.transport.cli;

import io.gatemini.transport.cli.Part.Hole;
import io.gatemini.transport.cli.Part.Literal;
import io.gatemini.transport.cli.Part.Quoting;
import io.gatemini.transport.cli.Part.Written;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plain text with holes for parameters, where no character means anything. Immutable. */
final class TextTemplate {
  private final List<Part> parts;

  private TextTemplate(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** Reads a template; any text is one. */
  static TextTemplate parse(String template) {
    List<Part> parts = new ArrayList<>();
    int from = 0;
    for (int at = template.indexOf("{{"); at >= 0; at = template.indexOf("{{", at)) {
      Optional<Written> written = Part.holeAt(template, at);
      if (written.isEmpty()) {
        at++;
      } else {
        parts.add(new Literal(template.substring(from, at)));
        parts.add(new Hole(written.get().name(), Quoting.NONE));
        at = written.get().end();
        from = at;
      }
    }
    parts.add(new Literal(template.substring(from)));
    return new TextTemplate(parts);
  }

  /** The text with all values in their places; an absent one is empty. */
  String text(CallValues values) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Hole hole) {
        text.append(values.text(hole.name()).orElse(""));
      } else if (part instanceof Literal literal) {
        text.append(literal.text());
      }
    }
    return text.toString();
  }

  /** The names of all parameters, in the order they first appear. */
  Set<String> parameters() {
    Set<String> names = new LinkedHashSet<>();
    for (Part part : parts) {
      if (part instanceof Hole hole) {
        names.add(hole.name());
      }
    }
    return names;
  }
}
