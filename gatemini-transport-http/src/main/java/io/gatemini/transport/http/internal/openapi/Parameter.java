package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.gatemini.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A parameter of an operation, and how its value is written (OpenAPI 3.1, section 4.8.12, and RFC
 * 6570).
 *
 * @param argument its property in the tool
 * @param name its name in the API
 * @param style how arrays and objects are written; {@code json} for JSON
 * @param reserved whether reserved characters are written as they are
 */
record Parameter(
    String argument, String name, Place in, String style, boolean explode, boolean reserved) {
  private static final String UNRESERVED = "-._~";

  /** The reserved characters that end no value. */
  private static final String ALLOWED_RESERVED = ":/?@!$'()*,;";

  /** Where a parameter is. */
  enum Place {
    PATH,
    QUERY,
    HEADER,
    COOKIE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The text in a path. It stays in its segment, whatever the server decodes. */
  String pathText(JsonNode value) {
    String text = inline(value, Parameter::encoded);
    boolean leaves =
        leaves(value)
            || StreamSupport.stream(value.spliterator(), false).anyMatch(Parameter::leaves);
    if (leaves || text.matches("\\.{0,2}")) {
      throw new InvalidArgumentsException(
          "\""
              + argument
              + "\" is a part of the path: it must not be empty and must not have \".\" or \"..\""
              + " between slashes");
    }
    return text;
  }

  private static boolean leaves(JsonNode value) {
    return Stream.of(text(value).split("[/\\\\]", -1))
        .anyMatch(part -> part.equals(".") || part.equals(".."));
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

  /** The {@code name=value} pairs of a query, a cookie or a form. */
  List<String> pairs(JsonNode value) {
    UnaryOperator<String> encode = reserved ? Parameter::encodedButReserved : Parameter::encoded;
    List<String> pairs = new ArrayList<>();
    if (style.equals("deepObject") && value.isContainerNode()) {
      deep(encoded(name), value, encode, pairs);
    } else if (explode && value.isContainerNode() && !style.equals("json")) {
      if (value.isArray()) {
        value.forEach(item -> pairs.add(encoded(name) + "=" + encode.apply(text(item))));
      } else {
        value
            .properties()
            .forEach(
                it -> pairs.add(encoded(it.getKey()) + "=" + encode.apply(text(it.getValue()))));
      }
    } else if (!value.isArray() || !value.isEmpty()) {
      String separator =
          switch (style) {
            case "spaceDelimited" -> "%20";
            case "pipeDelimited" -> "%7C";
            default -> ",";
          };
      pairs.add(encoded(name) + "=" + flat(value, separator, encode));
    }
    return pairs;
  }

  private static void deep(
      String name, JsonNode value, UnaryOperator<String> encode, List<String> pairs) {
    if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        deep(name + "%5B" + i + "%5D", array.get(i), encode, pairs);
      }
    } else if (value.isObject()) {
      value
          .properties()
          .forEach(
              it ->
                  deep(name + "%5B" + encoded(it.getKey()) + "%5D", it.getValue(), encode, pairs));
    } else {
      pairs.add(name + "=" + encode.apply(text(value)));
    }
  }

  private String inline(JsonNode value, UnaryOperator<String> encode) {
    boolean matrix = style.equals("matrix");
    String separator = matrix ? ";" : style.equals("label") ? "." : ",";
    String start = separator.equals(",") ? "" : separator;
    String key = matrix ? encoded(name) + "=" : "";
    if (!explode || !value.isContainerNode()) {
      return start + key + flat(value, ",", encode);
    }
    Stream<String> parts =
        value.isArray()
            ? StreamSupport.stream(value.spliterator(), false)
                .map(item -> key + encode.apply(text(item)))
            : value.properties().stream()
                .map(it -> encode.apply(it.getKey()) + "=" + encode.apply(text(it.getValue())));
    return start + parts.collect(Collectors.joining(separator));
  }

  private String flat(JsonNode value, String separator, UnaryOperator<String> encode) {
    if (!value.isContainerNode() || style.equals("json")) {
      return encode.apply(text(value));
    }
    Stream<String> parts =
        value.isArray()
            ? StreamSupport.stream(value.spliterator(), false).map(Parameter::text)
            : value.properties().stream()
                .flatMap(it -> Stream.of(it.getKey(), text(it.getValue())));
    return parts.map(encode).collect(Collectors.joining(separator));
  }

  /** A value as text; what is nested too deeply for any style is JSON. */
  static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  /** Percent-encodes all but unreserved characters (RFC 3986, section 2.3). */
  static String encoded(String text) {
    return encoded(text, UNRESERVED);
  }

  private static String encodedButReserved(String text) {
    return encoded(text, UNRESERVED + ALLOWED_RESERVED);
  }

  /** Percent-encodes all but letters, digits, and the characters to keep. */
  static String encoded(String text, String kept) {
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || kept.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }
}
