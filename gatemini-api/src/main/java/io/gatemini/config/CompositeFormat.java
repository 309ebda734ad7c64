package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.json;
import static io.gatemini.spi.option.OptionType.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;

/** One composite tool. */
final class CompositeFormat {
  static final OptionTable KEYS = new OptionTable("");
  private static final OptionKey<String> DESCRIPTION =
      KEYS.addRequired(
          "description", text().nonBlank(), "What the tool does; agents read and search it.");
  private static final OptionKey<String> CODE =
      KEYS.addRequired(
          "code",
          // As it is written: in a program, a variable in braces is the program's own.
          text().reader(Option::verbatimText).nonBlank(),
          "The program; it sees its arguments as params. Taken as it is written:"
              + " ${name} is the program's own.");
  private static final OptionKey<String> LANGUAGE =
      KEYS.add(
          "language",
          text().nonBlank(),
          "The language of the program; TypeScript where there is an engine for it.");
  private static final OptionKey<JsonNode> INPUT_SCHEMA =
      KEYS.add(
          "input_schema",
          json(JsonNodeFactory.instance.objectNode().put("type", "object"))
              .reader(CompositeFormat::schema),
          "JSON schema of the arguments; without one the tool takes one argument params, any"
              + " object.");
  private static final OptionKey<Boolean> READ_ONLY =
      KEYS.add(
          "read_only",
          bool(),
          false,
          "Whether the tool says that it only reads; its program can then call no tool that does"
              + " not say so.");

  private CompositeFormat() {}

  static CompositeTool read(Options section) {
    OptionValues values = KEYS.read(section);
    return new CompositeTool(
        values.get(DESCRIPTION),
        values.get(CODE),
        values.find(LANGUAGE),
        values.find(INPUT_SCHEMA),
        values.get(READ_ONLY));
  }

  private static JsonNode schema(Option at) {
    if (!at.isMap()) {
      throw at.invalid("a JSON schema was expected: a map of keys, for example {type: object}");
    }
    return at.json();
  }
}
