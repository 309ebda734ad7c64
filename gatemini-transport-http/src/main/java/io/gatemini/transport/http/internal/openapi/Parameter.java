package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A parameter of an operation, and how its value is written (OpenAPI 3.1, section 4.8.12).
 *
 * @param argument its property in the tool
 * @param name its name in the API
 * @param style how arrays and objects are written; {@code json} for JSON
 */
record Parameter(String argument, String name, Place in, String style, boolean explode) {
  static final Set<String> STYLES =
      Set.of("simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "json");

  /** Where a parameter is. */
  enum Place {
    PATH,
    QUERY,
    HEADER,
    COOKIE;

    static Place of(String word) {
      return Stream.of(values())
          .filter(place -> place.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  Document.wrong(
                      "has a parameter or key without its place; set \"in\" to path, query, header"
                          + " or cookie"));
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The text in a path. It stays in its segment, whatever the server decodes. */
  String pathText(JsonNode value) {
    String text = inline(value, Parameter::encoded);
    // Also where an item of a list has slashes in it.
    if (text.isEmpty()
        || Stream.of(String.join("/", texts(value, "/", UnaryOperator.identity())).split("[/\\\\]"))
            .anyMatch(part -> part.equals(".") || part.equals(".."))) {
      throw new InvalidArgumentsException(
          "\""
              + argument
              + "\" is a part of the path: it must not be empty and must not have \".\" or \"..\""
              + " between slashes");
    }
    return text;
  }

  /** The text in a header. */
  String headerText(JsonNode value) {
    String text = inline(value, UnaryOperator.identity());
    if (!text.matches("[\\t\\x20-\\x7E]*")) {
      throw new InvalidArgumentsException(
          "\"" + argument + "\" is a header: write printable ASCII, without line breaks");
    }
    return text;
  }

  private String inline(JsonNode value, UnaryOperator<String> encode) {
    return style.equals("json")
        ? encode.apply(text(value))
        : String.join(",", texts(value, explode ? "=" : ",", encode));
  }

  /** The {@code name=value} pairs of a query, a cookie or a form. */
  List<String> pairs(JsonNode value) {
    List<String> pairs = new ArrayList<>();
    String key = encoded(name) + "=";
    if (style.equals("json") || !value.isContainerNode()) {
      pairs.add(key + encoded(text(value)));
    } else if (style.equals("deepObject")) {
      deep(encoded(name), value, pairs);
    } else if (explode && value.isArray()) {
      value.forEach(item -> pairs.add(key + encoded(text(item))));
    } else if (explode) {
      value
          .properties()
          .forEach(it -> pairs.add(encoded(it.getKey()) + "=" + encoded(text(it.getValue()))));
    } else if (!value.isEmpty()) {
      Map<String, String> separators = Map.of("spaceDelimited", "%20", "pipeDelimited", "%7C");
      String separator = separators.getOrDefault(style, ",");
      pairs.add(key + String.join(separator, texts(value, separator, Parameter::encoded)));
    }
    return pairs;
  }

  private static void deep(String name, JsonNode value, List<String> pairs) {
    if (!value.isContainerNode()) {
      pairs.add(name + "=" + encoded(text(value)));
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      deep(name + "%5B" + i + "%5D", value.get(i), pairs);
    }
    value
        .properties()
        .forEach(it -> deep(name + "%5B" + encoded(it.getKey()) + "%5D", it.getValue(), pairs));
  }

  /** The value, the items of a list, or the members of an object. */
  private static List<String> texts(JsonNode value, String equals, UnaryOperator<String> encode) {
    List<String> texts = new ArrayList<>();
    if (!value.isContainerNode()) {
      texts.add(encode.apply(text(value)));
    } else if (value.isArray()) {
      value.forEach(item -> texts.add(encode.apply(text(item))));
    }
    value
        .properties()
        .forEach(
            it ->
                texts.add(encode.apply(it.getKey()) + equals + encode.apply(text(it.getValue()))));
    return texts;
  }

  /** A value as text; what is nested too deeply for any style is JSON. */
  static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  /** Percent-encodes all but unreserved characters (RFC 3986, section 2.3). */
  static String encoded(String text) {
    return encoded(text, "-._~");
  }

  /** Percent-encodes all but letters, digits, and the characters to keep. */
  static String encoded(String text, String kept) {
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (c < 128 && (Character.isLetterOrDigit(c) || kept.indexOf(c) >= 0)) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }
}
