package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import java.util.Iterator;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The form of a tool's answers in a few words, so that a program reads what is there. Stateless.
 */
public final class AnswerForm {
  private static final int MAX_LENGTH = 200;

  private AnswerForm() {}

  /** The form of a value, such as "an object {content}". */
  public static String of(JsonNode value) {
    if (value.isArray()) {
      return value.path(0).isObject()
          ? "a list of objects " + members(value.get(0), MAX_LENGTH)
          : "a list";
    }
    return value.isObject()
        ? "an object " + members(value, MAX_LENGTH)
        : value.isTextual() ? "a text" : "the value " + TextCut.head(value.toString(), MAX_LENGTH);
  }

  /** The members that a tool's output schema names, such as "{content}"; empty without any. */
  public static Optional<String> declared(ToolDescriptor tool, int maxLength) {
    return tool.outputSchema()
        .map(schema -> schema.path("properties"))
        .filter(properties -> !properties.isEmpty())
        .map(properties -> members(properties, maxLength));
  }

  private static String members(JsonNode object, int maxLength) {
    StringJoiner members = new StringJoiner(", ", "{", "}");
    Iterator<String> names = object.fieldNames();
    while (names.hasNext()) {
      String name = VisibleText.name(names.next());
      if (members.length() + name.length() > maxLength) {
        return members.add("...").toString();
      }
      members.add(name);
    }
    return members.toString();
  }
}
