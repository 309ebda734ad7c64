package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.text.TextCut;
import java.util.Iterator;
import java.util.StringJoiner;

/** The form of a value in a few words, for those who took it for something else. Stateless. */
final class AnswerForm {
  private static final int MAX_LENGTH = 200;

  private AnswerForm() {}

  static String of(JsonNode value) {
    if (value.isArray()) {
      return value.path(0).isObject() ? "a list of objects " + members(value.get(0)) : "a list";
    }
    return value.isObject()
        ? "an object " + members(value)
        : value.isTextual() ? "a text" : "the value " + TextCut.head(value.toString(), MAX_LENGTH);
  }

  private static String members(JsonNode object) {
    StringJoiner members = new StringJoiner(", ", "{", "}");
    Iterator<String> names = object.fieldNames();
    while (names.hasNext() && members.length() <= MAX_LENGTH) {
      members.add(TextCut.head(names.next(), MAX_LENGTH));
    }
    return TextCut.shortened(members.toString(), MAX_LENGTH);
  }
}
