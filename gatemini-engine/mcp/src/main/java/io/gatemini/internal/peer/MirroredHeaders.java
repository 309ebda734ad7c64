package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.json.JsonValues;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The parameters of a tool that a request over HTTP repeats in headers, so that those between can
 * route it (specification 2026-07-28, custom headers from tool parameters). Immutable.
 */
public final class MirroredHeaders {
  /** The start of each header's name. */
  public static final String PREFIX = "Mcp-Param-";

  private static final String KEY = "x-mcp-header";
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final long MAX_INTEGER = (1L << 53) - 1;

  private final Map<String, List<String>> paths;

  private MirroredHeaders(Map<String, List<String>> paths) {
    this.paths = paths;
  }

  /**
   * Reads the schema of a tool's arguments.
   *
   * @throws IllegalArgumentException says what is wrong with it
   */
  public static MirroredHeaders of(JsonNode inputSchema) {
    Map<String, List<String>> paths = new LinkedHashMap<>();
    if (JsonValues.text(inputSchema).contains(KEY)) {
      int all = inputSchema.findValues(KEY).size();
      read(inputSchema, List.of(), paths);
      if (paths.size() != all) {
        throw new IllegalArgumentException(
            KEY + " stands where no argument has a fixed place, or twice for one header");
      }
    }
    return new MirroredHeaders(paths);
  }

  private static void read(JsonNode schema, List<String> at, Map<String, List<String>> paths) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      List<String> path = new ArrayList<>(at);
      path.add(property.getKey());
      JsonNode name = property.getValue().path(KEY);
      if (!name.isMissingNode()) {
        check(name, property.getValue().path("type").asText());
        paths.put(name.asText().toLowerCase(Locale.ROOT), path);
      }
      read(property.getValue(), path, paths);
    }
  }

  private static void check(JsonNode name, String type) {
    if (!name.isTextual() || !name.asText().matches(TOKEN)) {
      throw new IllegalArgumentException(KEY + " must be the name of a header");
    }
    if (!Set.of("string", "integer", "boolean").contains(type)) {
      throw new IllegalArgumentException(
          KEY + " is for arguments of type string, integer or boolean");
    }
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return paths.isEmpty();
  }

  /** The headers for the arguments of a call; an argument that is absent or null has none. */
  public Map<String, String> headers(JsonNode arguments) {
    Map<String, String> headers = new LinkedHashMap<>();
    paths.forEach(
        (name, path) ->
            value(arguments, path).ifPresent(text -> headers.put(PREFIX + name, encoded(text))));
    return headers;
  }

  /**
   * The fault of a request's headers, in words.
   *
   * @param header the value of a header, by its name
   */
  public Optional<String> problem(Function<String, Optional<String>> header, JsonNode arguments) {
    for (Map.Entry<String, List<String>> entry : paths.entrySet()) {
      String name = PREFIX + entry.getKey();
      Optional<String> expected = value(arguments, entry.getValue());
      Optional<String> given = header.apply(name);
      Optional<String> decoded = given.flatMap(MirroredHeaders::decoded);
      if (given.isPresent() && decoded.isEmpty()) {
        return Optional.of("the header " + name + " is not encoded as it should be");
      }
      if (!same(expected, decoded)) {
        return Optional.of("the header " + name + " does not match the argument in the body");
      }
    }
    return Optional.empty();
  }

  private static boolean same(Optional<String> expected, Optional<String> given) {
    if (expected.equals(given)) {
      return true;
    }
    try {
      return expected.isPresent()
          && given.isPresent()
          && new BigDecimal(expected.get()).compareTo(new BigDecimal(given.get())) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static Optional<String> value(JsonNode arguments, List<String> path) {
    JsonNode value = arguments;
    for (String step : path) {
      value = value.path(step);
    }
    if (value.isIntegralNumber() && Math.abs(value.asDouble()) > MAX_INTEGER) {
      return Optional.empty();
    }
    return value.isValueNode() && !value.isNull() && !value.isMissingNode()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  /** A value as a header can hold it. */
  public static String encoded(String value) {
    boolean plain =
        value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))
            && value.equals(value.strip())
            && !(value.startsWith(ENCODED) && value.endsWith(ENCODED_END));
    return plain
        ? value
        : ENCODED
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + ENCODED_END;
  }

  /** The value of a header; empty where its encoding is broken. */
  public static Optional<String> decoded(String header) {
    if (!header.startsWith(ENCODED) || !header.endsWith(ENCODED_END)) {
      return header.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))
          ? Optional.of(header)
          : Optional.empty();
    }
    try {
      String text = header.substring(ENCODED.length(), header.length() - ENCODED_END.length());
      byte[] bytes = Base64.getDecoder().decode(text);
      // The decoder takes a text without the end, too.
      return Base64.getEncoder().encodeToString(bytes).equals(text)
          ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
