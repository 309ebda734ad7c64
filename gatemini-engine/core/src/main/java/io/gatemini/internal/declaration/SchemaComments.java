package io.gatemini.internal.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.text.TextCut;
import io.gatemini.text.FirstSentence;

/**
 * The comment of a member: the first sentence of its description, and its default.
 *
 * @param length how long a remark may be, in code points; none is made where it is 0
 */
record SchemaComments(References references, int length) {
  /** No more of a description is looked at. */
  private static final int MAX_READ = 1_000;

  private static final int MAX_DEFAULT_LENGTH = 60;

  /** The remark on a member, without the mark of a comment; empty where there is none. */
  String of(String name, JsonNode schema) {
    if (length == 0) {
      return "";
    }
    String said = said(schema);
    if (said.isEmpty()) {
      said = references.target(schema).map(this::said).orElse("");
    }
    if (repeats(said, name)) {
      said = "";
    }
    String otherwise = otherwise(schema.path("default"));
    if (otherwise.isEmpty() || (said.contains(otherwise) && said.contains("efault"))) {
      return said;
    }
    return (said.isEmpty() ? "" : said + "; ") + "default " + otherwise;
  }

  private String said(JsonNode schema) {
    return sentence(schema.path("description").asText(""), length);
  }

  /** The first sentence of a text as a comment, without a full stop at its end. */
  static String sentence(String text, int length) {
    String read = TextCut.head(text, MAX_READ);
    String sentence = Literals.comment(FirstSentence.of(read, length));
    boolean stops = sentence.endsWith(".") && !sentence.endsWith("..");
    return stops ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** "User id" beside {@code user_id} would only cost. */
  private static boolean repeats(String said, String name) {
    return said.length() <= 2 * name.length() && letters(said).equalsIgnoreCase(letters(name));
  }

  private static String letters(String text) {
    StringBuilder letters = new StringBuilder(text.length());
    text.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
    return letters.toString();
  }

  /** That nothing is the default goes without saying. */
  private static String otherwise(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (value.isContainerNode() && value.isEmpty()) {
      return value.isArray() ? "[]" : "{}";
    }
    if (value.isContainerNode()) {
      return value.size() > MAX_DEFAULT_LENGTH / 4 ? "" : fitting(value.toString());
    }
    boolean tooLong = value.isTextual() && value.textValue().length() > MAX_DEFAULT_LENGTH;
    return tooLong ? "" : fitting(value.toString());
  }

  private static String fitting(String value) {
    return value.length() > MAX_DEFAULT_LENGTH ? "" : Literals.comment(value);
  }
}
