package io.gatemini.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionType;
import java.util.List;

/** The key {@code inherit_env}, which backends and their prerequisites have. */
final class InheritedVariables {
  static final OptionType<List<String>> TYPE =
      OptionType.texts().reader(InheritedVariables::read).describedBy(schema());
  static final String MEANING =
      "Further variables of the gateway's environment for the program: a list of "
          + "names or patterns with *, or all, or none. Variables that look like secrets "
          + "need their exact name.";

  private InheritedVariables() {}

  private static List<String> read(Option at) {
    if (at.isList()) {
      return at.strings();
    }
    String word = at.text();
    if (!word.equals("all") && !word.equals("none")) {
      throw at.invalid("write a list of names or patterns, [\"" + word + "\"], or all, or none");
    }
    return List.of(word);
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema
        .putArray("anyOf")
        .add(JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/list"))
        .addObject()
        .putArray("enum")
        .add("all")
        .add("none");
    return schema;
  }
}
