package io.gatemini.internal.declaration;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.Utf8Size;
import java.util.List;

/**
 * How tools are declared in TypeScript. Stateless; an ordinary tool takes some microseconds.
 *
 * <pre>{@code
 * web_search(args: {
 *   query: string; // What to look for
 *   count?: number; // default 10
 * }): Promise<{ results: { title: string; url: string }[] }>;
 * }</pre>
 */
public final class ToolDeclaration {
  /**
   * No declaration has more bytes of UTF-8 beside the tool's name, whatever its schemas are like.
   * Before that, comments are left out, then what is nested deep, then members.
   */
  public static final int MAX_BYTES = 4_096;

  /** The room left for a result where the arguments are large. */
  private static final int MIN_RESULT_BYTES = 1_024;

  private static final int MAX_SUMMARY_LENGTH = 200;

  /** The characters around the types. */
  private static final int SIGNATURE_BYTES = "(args?: ): Promise<any>;".length();

  private ToolDeclaration() {}

  /**
   * The declaration of one tool, as a member of its backend: a comment and the signature of a
   * method. Where a program writes the tool otherwise than its key, the comment begins with that.
   *
   * @param expression how a program writes the tool, such as {@code exa.web_search}
   */
  public static String of(String expression, ToolDescriptor tool) {
    String comment = comment(expression, tool);
    String member = expression.substring(expression.lastIndexOf('.') + 1);
    StringBuilder declaration = new StringBuilder(comment);
    declaration.append(Literals.name(member)).append("(args");
    long left = MAX_BYTES - Utf8Size.of(comment) - SIGNATURE_BYTES;
    boolean result = tool.outputSchema().isPresent();
    SchemaTypes.Rendered arguments =
        SchemaTypes.of(tool.inputSchema(), Detail.LEVELS, result ? left - MIN_RESULT_BYTES : left);
    declaration.append(arguments.optional() ? "?: " : ": ").append(arguments.text());
    left -= Utf8Size.of(arguments.text());
    declaration.append("): Promise<");
    if (result) {
      declaration.append(
          SchemaTypes.of(tool.outputSchema().orElseThrow(), Detail.LEVELS, left).text());
    } else {
      declaration.append("any");
    }
    return declaration.append(">;").toString();
  }

  private static String comment(String expression, ToolDescriptor tool) {
    String said = SchemaComments.sentence(tool.description(), MAX_SUMMARY_LENGTH);
    String written = expression.equals(tool.key()) ? "" : expression;
    if (said.isEmpty() && written.isEmpty()) {
      return "";
    }
    String separator = said.isEmpty() || written.isEmpty() ? "" : ": ";
    return "/** " + written + separator + said + " */\n";
  }

  /**
   * The declaration of a backend with all its tools, a file that compiles on its own.
   *
   * @param identifier how a program writes the backend
   * @param declarations of its tools, as {@link #of} makes them
   */
  public static String ofBackend(String identifier, List<String> declarations) {
    StringBuilder file = new StringBuilder("declare const ");
    file.append(identifier).append(": {\n");
    for (String declaration : declarations) {
      declaration.lines().forEach(line -> file.append("  ").append(line).append('\n'));
    }
    return file.append("};\n").toString();
  }
}
