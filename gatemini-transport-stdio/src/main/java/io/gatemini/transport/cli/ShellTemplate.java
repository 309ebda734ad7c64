package io.gatemini.transport.cli;

import io.gatemini.transport.cli.Part.Hole;
import io.gatemini.transport.cli.Part.Literal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A script for {@code sh -c}. Each value becomes text inside single quotes, whatever the quotes its
 * hole stands in, so that the shell sees one piece of a word and never syntax. An absent value is
 * an empty text.
 *
 * <p>{@link ShellScanner} tells which quotes a hole stands in, and refuses where it cannot tell.
 * What a program makes of its arguments is beyond this: {@code eval}, {@code sh -c} and {@code ssh}
 * read them as scripts again.
 */
final class ShellTemplate implements CommandTemplate {
  private final List<Part> parts;
  private final Set<String> parameters = new LinkedHashSet<>();
  private final boolean windows;

  private ShellTemplate(List<Part> parts, boolean windows) {
    this.parts = List.copyOf(parts);
    this.windows = windows;
    for (Part part : parts) {
      if (part instanceof Hole hole) {
        parameters.add(hole.name());
      }
    }
  }

  /**
   * Reads a template.
   *
   * @throws TemplateException saying what to change
   */
  static ShellTemplate parse(String template, boolean windows) {
    if (template.isBlank()) {
      throw new TemplateException("the command is empty; write the script to run");
    }
    List<Part> parts = ShellScanner.scan(template);
    if (windows && parts.stream().anyMatch(Hole.class::isInstance)) {
      throw new TemplateException(
          "nothing can be quoted safely for cmd.exe; remove shell: true, or the parameters");
    }
    return new ShellTemplate(windows ? List.of(new Literal(template)) : parts, windows);
  }

  @Override
  public List<String> commandLine(CallValues values) {
    return windows ? List.of("cmd", "/C", script(values)) : List.of("sh", "-c", script(values));
  }

  /** The script with all values in their places. */
  String script(CallValues values) {
    StringBuilder script = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Literal literal) {
        script.append(literal.text());
      } else if (part instanceof Hole hole) {
        // A quote ends the single quotes, stands alone behind a backslash, and begins them again.
        String inside = values.argument(hole.name()).orElse("").replace("'", "'\\''");
        switch (hole.quoting()) {
          case NONE -> script.append('\'').append(inside).append('\'');
          case SINGLE -> script.append(inside);
          case DOUBLE -> script.append("\"'").append(inside).append("'\"");
        }
      }
    }
    return script.toString();
  }

  @Override
  public String program() {
    return windows ? "cmd" : "sh";
  }

  @Override
  public Set<String> parameters() {
    return parameters;
  }

  @Override
  public Set<String> optionalParameters() {
    return Set.of();
  }
}
