package io.gatemini.internal.argument;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.io.IOException;
import java.util.Optional;

/**
 * The demands of an input schema that can be checked without doubt: required members, types, enums,
 * names, at every level. Compiled once a tool; the check of arguments that are right is one pass
 * over their text, without a tree. Immutable.
 */
public final class ArgumentRules {
  private final JsonNode schema;
  private final ValueRule root;

  private ArgumentRules(JsonNode schema) {
    this.schema = schema;
    this.root = SchemaCompiler.compile(schema);
  }

  /** The rules of a schema. */
  public static ArgumentRules of(JsonNode schema) {
    return new ArgumentRules(schema);
  }

  /** Whether the arguments are right for sure; where not, a walk over their tree looks closer. */
  private boolean accept(RawJson arguments) {
    try (JsonParser parser = arguments.parser()) {
      return parser.nextToken() == JsonToken.START_OBJECT && root.fits(parser);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The arguments, and what is wrong with them.
   *
   * @param repairs whether what is clear is repaired before
   */
  public CheckedArguments checked(RawJson arguments, boolean repairs) {
    return accept(arguments)
        ? CheckedArguments.right(arguments)
        : new ArgumentRepair(schema, repairs).of(root, arguments);
  }

  /** The fault of unrepaired arguments, as a clause of a sentence. */
  public Optional<String> violation(RawJson arguments) {
    CheckedArguments checked = checked(arguments, false);
    return checked.isRight() ? Optional.empty() : Optional.of(checked.problem());
  }
}
