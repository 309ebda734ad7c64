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
          "description",
          text().nonBlank(),
          "The purpose of the tool, which agents read and search.");
  private static final OptionKey<String> CODE =
      KEYS.addRequired(
          "code",
          // As it is written: in a program, a variable in braces is the program's own.
          text().reader(Option::verbatimText).nonBlank(),
          "The program, with its arguments as params. It is taken literally: ${name} "
              + "belongs to the program.");
  private static final OptionKey<String> LANGUAGE =
      KEYS.add(
          "language",
          text().nonBlank(),
          "The language of the program; TypeScript by default, if an engine runs it.");
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
          "Whether the tool is read-only; its program can then call read-only tools " + "alone.");

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
