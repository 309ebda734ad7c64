package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The arguments of one call of a meta-tool, checked against its input schema: names, required ones,
 * types, enums, bounds. An explicit {@code null} counts as omitted; what is omitted has the default
 * of the schema. Immutable.
 */
public final class Arguments {
  /** What stands before the example of a refusal. */
  static final String EXAMPLE = "; for example ";

  private static final int MAX_SHOWN_LENGTH = 40;

  /** Where a schema says nothing else. */
  private static final BigDecimal MAX_INTEGER = BigDecimal.valueOf(Integer.MAX_VALUE);

  private final JsonNode schema;
  private final JsonNode values;

  private Arguments(JsonNode schema, JsonNode values) {
    this.schema = schema;
    this.values = values;
  }

  /**
   * Reads and checks arguments.
   *
   * @throws InvalidArgumentsException naming the parameter and showing valid arguments
   */
  public static Arguments read(MetaTool tool, RawJson json) {
    JsonNode values = tree(tool, json);
    Arguments arguments = new Arguments(tool.definition().inputSchema(), values);
    if (!values.isObject() && !values.isNull()) {
      throw refuse(tool, "the arguments must be an object, not " + shown(values));
    }
    values.fieldNames().forEachRemaining(name -> arguments.checkName(tool, name));
    for (JsonNode name : arguments.schema.path("required")) {
      if (arguments.given(name.textValue()).isMissingNode()) {
        throw refuse(
            tool,
            "\""
                + name.textValue()
                + "\" is missing; it must be "
                + expectation(arguments.property(name.textValue())));
      }
    }
    values.fieldNames().forEachRemaining(name -> arguments.checkValue(tool, name));
    return arguments;
  }

  /** The refusal of a call, with an example of one that is accepted. */
  public static InvalidArgumentsException refuse(MetaTool tool, String what) {
    return new InvalidArgumentsException(
        tool.definition().name() + ": " + what + EXAMPLE + tool.example());
  }

  /** A string that is required or has a default. */
  public String string(String name) {
    return value(name).asText();
  }

  /** A string that may be absent. */
  public Optional<String> optionalString(String name) {
    return Optional.ofNullable(given(name).textValue());
  }

  /** An integer that is required or has a default. */
  public int integer(String name) {
    return value(name).intValue();
  }

  /** An integer, if it was given. */
  public Optional<Integer> optionalInteger(String name) {
    JsonNode value = given(name);
    return value.isMissingNode() ? Optional.empty() : Optional.of(value.intValue());
  }

  /** A truth value that is required or has a default. */
  public boolean bool(String name) {
    return value(name).booleanValue();
  }

  /** The object that was given; missing where none was. */
  public JsonNode object(String name) {
    return given(name);
  }

  private JsonNode value(String name) {
    JsonNode value = given(name);
    return value.isMissingNode() ? property(name).path("default") : value;
  }

  private JsonNode given(String name) {
    JsonNode value = values.path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  private JsonNode property(String name) {
    return schema.path("properties").path(name);
  }

  /** The arguments as they were written. */
  static JsonNode tree(MetaTool tool, RawJson json) {
    try {
      return json.tree();
    } catch (UncheckedIOException e) {
      throw refuse(tool, "the arguments are not valid JSON");
    }
  }

  private void checkName(MetaTool tool, String name) {
    if (property(name).isMissingNode()) {
      List<String> known = new ArrayList<>();
      schema.path("properties").fieldNames().forEachRemaining(known::add);
      throw refuse(
          tool,
          "there is no parameter "
              + quoted(name)
              + "; "
              + NearMatches.didYouMean(known, name)
                  .orElseGet(() -> "there is " + String.join(", ", known)));
    }
  }

  private void checkValue(MetaTool tool, String name) {
    JsonNode value = given(name);
    JsonNode property = property(name);
    if (!value.isMissingNode() && !(hasType(value, property) && isInBounds(value, property))) {
      throw refuse(
          tool, "\"" + name + "\" must be " + expectation(property) + ", not " + shown(value));
    }
  }

  private static boolean hasType(JsonNode value, JsonNode property) {
    return switch (property.path("type").asText()) {
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber() || isIntegral(value);
      case "boolean" -> value.isBoolean();
      case "object" -> value.isObject();
      default -> true;
    };
  }

  /** JSON Schema counts 10.0 as an integer; exotic exponents are left to the bounds. */
  private static boolean isIntegral(JsonNode value) {
    return value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
  }

  private static boolean isInBounds(JsonNode value, JsonNode property) {
    JsonNode allowed = property.path("enum");
    if (allowed.isArray()) {
      for (JsonNode candidate : allowed) {
        if (candidate.equals(value)) {
          return true;
        }
      }
      return false;
    }
    if (!value.isNumber()) {
      return true;
    }
    BigDecimal number = value.decimalValue();
    JsonNode maximum = property.path("maximum");
    return number.compareTo(property.path("minimum").decimalValue()) >= 0
        && number.compareTo(maximum.isNumber() ? maximum.decimalValue() : MAX_INTEGER) <= 0;
  }

  private static String expectation(JsonNode property) {
    if (property.path("enum").isArray()) {
      List<String> allowed = new ArrayList<>();
      property.get("enum").forEach(value -> allowed.add(value.toString()));
      return allowed.stream().collect(Collectors.joining(" or "));
    }
    return switch (property.path("type").asText()) {
      case "string" -> "a string";
      case "integer" ->
          "an integer from "
              + property.path("minimum").asText()
              + " to "
              + property.path("maximum").asText(MAX_INTEGER.toString());
      case "boolean" -> "true or false";
      default -> "an object";
    };
  }

  /** A value as an error message shows it. */
  public static String shown(JsonNode value) {
    if (value.isObject()) {
      return "an object";
    }
    if (value.isArray()) {
      return "an array";
    }
    return value.isTextual()
        ? quoted(value.textValue())
        : VisibleText.line(value.toString(), MAX_SHOWN_LENGTH);
  }

  public static String quoted(String text) {
    return VisibleText.quoted(text, MAX_SHOWN_LENGTH);
  }
}
