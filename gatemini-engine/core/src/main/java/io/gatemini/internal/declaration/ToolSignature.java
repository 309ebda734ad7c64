package io.gatemini.internal.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A tool in one line, such as {@code exa.web_search(query: string, count?: number)}: the types of
 * {@link ToolDeclaration}, shortened. Immutable.
 */
public final class ToolSignature {
  /** A longer type is shown by its kinds. */
  private static final int MAX_TYPE_LENGTH = 24;

  /** The longest signature, whatever it contains. */
  private static final int MAX_LENGTH = 400;

  private static final int REMARK_LENGTH = 60;
  private static final int MAX_READ_BYTES = 32_768;
  private static final Detail DETAIL = new Detail(REMARK_LENGTH, 1, 4, true);

  private final String expression;
  private final List<Parameter> parameters;

  private ToolSignature(String expression, List<Parameter> parameters) {
    this.expression = expression;
    this.parameters = parameters;
  }

  /**
   * The signature of a tool.
   *
   * @param expression how a program writes the tool, such as {@code exa.web_search}
   * @param inputSchema the schema of its arguments
   */
  public static ToolSignature of(String expression, JsonNode inputSchema) {
    return new ToolSignature(
        expression,
        SchemaTypes.members(inputSchema, DETAIL, MAX_READ_BYTES).stream()
            .map(ToolSignature::parameter)
            .toList());
  }

  /**
   * A parameter in few words.
   *
   * @param name as an object literal would have it
   * @param type shortened: the members of an object are left out
   * @param remark first sentence of its description, and its default; may be empty
   */
  public record Parameter(String name, boolean required, String type, String remark) {
    private String written() {
      return name + (required ? ": " : "?: ") + type;
    }
  }

  /** The parameters, in the order of the schema. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The line: required parameters first, then as many others as fit into so many characters, and
   * the number of the rest.
   */
  public String within(int length) {
    StringBuilder line = new StringBuilder(expression).append('(');
    int begin = line.length();
    int shown = 0;
    for (boolean required : new boolean[] {true, false}) {
      int limit = required ? MAX_LENGTH : length;
      for (Parameter parameter : parameters) {
        String written = parameter.written();
        if (parameter.required() == required && line.length() - begin + written.length() <= limit) {
          line.append(shown++ > 0 ? ", " : "").append(written);
        }
      }
    }
    int omitted = parameters.size() - shown;
    if (omitted > 0) {
      line.append(shown > 0 ? ", ..." : "...").append(omitted).append(" more");
    }
    return line.append(')').toString();
  }

  private static Parameter parameter(SchemaTypes.Member member) {
    return new Parameter(
        Literals.name(member.name()),
        member.required(),
        shortened(member.type(), member.required()),
        member.remark());
  }

  private static String shortened(Type type, boolean required) {
    Set<String> kinds = new LinkedHashSet<>();
    Set<String> literals = new LinkedHashSet<>();
    for (String alternative : type.alternatives()) {
      String kind = kind(alternative);
      // That what may be left out may be null says nothing to who leaves it out.
      if (required || !kind.equals("null") || type.alternatives().size() == 1) {
        kinds.add(kind);
        literals.add(alternative.startsWith("\"") ? alternative : kind);
      }
    }
    String written = String.join("|", literals);
    if (written.length() > MAX_TYPE_LENGTH) {
      written = String.join("|", kinds);
    }
    return written.length() > MAX_TYPE_LENGTH ? "any" : written;
  }

  private static String kind(String alternative) {
    if (alternative.startsWith("\"")) {
      return "string";
    }
    boolean array = alternative.endsWith("[]");
    if (alternative.startsWith("{") || alternative.startsWith("Record<")) {
      return array ? "object[]" : "object";
    }
    if (alternative.startsWith("[")) {
      return "any[]";
    }
    if (alternative.indexOf(' ') >= 0) {
      return array ? "any[]" : "any"; // an intersection, or an array of alternatives
    }
    return alternative;
  }
}
