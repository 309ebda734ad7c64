package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.InvalidArgumentsException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of one call as texts: a string as it is, everything else as JSON. {@code null} is
 * an absent argument.
 */
final class CallValues {
  /**
   * The encoding of the system's arguments; what it cannot express would arrive as question marks.
   */
  private static final Charset SYSTEM = systemCharset();

  private final JsonNode arguments;
  private final JsonNode schema;

  /**
   * @param schema the input schema, which says what is needed and what is an array
   * @throws InvalidArgumentsException when something is missing
   */
  CallValues(JsonNode arguments, JsonNode schema) {
    this.arguments = arguments;
    this.schema = schema;
    for (JsonNode name : schema.path("required")) {
      if (!arguments.has(name.asText())) {
        throw new InvalidArgumentsException("\"" + name.asText() + "\" is required");
      }
    }
  }

  /** For a template without parameters. */
  static CallValues none() {
    return new CallValues(JsonNodeFactory.instance.objectNode(), MissingNode.getInstance());
  }

  /** The value as text; empty where it is absent. */
  Optional<String> text(String name) {
    JsonNode value = arguments.path(name);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(text(value));
  }

  /** The value as text that can stand in a command line. */
  Optional<String> argument(String name) {
    return text(name).map(value -> checked(name, value));
  }

  /** An array as a text an element, if the schema says it is one; else the value alone, if any. */
  List<String> arguments(String name) {
    JsonNode value = arguments.path(name);
    if (!value.isArray() || !isArray(schema.path("properties").path(name))) {
      return argument(name).map(List::of).orElseGet(List::of);
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : value) {
      if (!element.isNull()) {
        texts.add(checked(name, text(element)));
      }
    }
    return texts;
  }

  private static boolean isArray(JsonNode property) {
    JsonNode type = property.path("type");
    for (JsonNode one : type) {
      if (one.asText().equals("array")) {
        return true;
      }
    }
    return type.asText().equals("array");
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String checked(String name, String value) {
    if (value.indexOf('\0') >= 0) {
      throw new InvalidArgumentsException(
          "\"" + name + "\" holds a NUL character, which no command line can");
    }
    if (!SYSTEM.newEncoder().canEncode(value)) {
      throw new InvalidArgumentsException(
          "\""
              + name
              + "\" holds characters that the gateway's locale cannot express in a command line;"
              + " start the gateway with LANG=C.UTF-8, or let the tool take the value on stdin");
    }
    return value;
  }

  private static Charset systemCharset() {
    // Until Java 17 processes were started with the default character set, since 18 with this one.
    String name = System.getProperty("sun.jnu.encoding", "");
    return Runtime.version().feature() >= 18 && Charset.isSupported(name)
        ? Charset.forName(name)
        : Charset.defaultCharset();
  }
}
