package io.gatemini.server.install;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The text of a configuration, in YAML or in JSON with comments: members are put in and taken out,
 * and every other character stays as it is. The result is read again, and refused where it does not
 * say what was meant. Immutable.
 */
final class ConfigText {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern BRACED = Pattern.compile("(?:\\s++|#.*|//.*|/\\*(?s:.*?)\\*/)*+\\{");
  private static final Pattern GAP_TO_COMMA =
      Pattern.compile("(?:\\s++|#.*|//.*|/\\*(?s:.*?)\\*/)*+,");
  private static final Pattern REST_OF_LINE =
      Pattern.compile("[ \\t]*+(?:#.*|//.*|/\\*[^\\n]*?\\*/[ \\t]*+)?(?=\\r?\\n|\\z)");
  private static final Set<String> TYPED = Set.of("true", "false", "null");

  private static final String REFUSED = "it is written in a form that this command cannot change";

  private final String text;
  private final boolean codePoints;
  private final Span root;
  private int lastEnd;

  /** A value and where it is; its members where it is a map. */
  private record Span(int start, int end, JsonNode json, List<Member> members) {}

  /** A member, from its key to the end of its value. */
  private record Member(String key, int start, Span value) {
    int end() {
      return value.end;
    }
  }

  private ConfigText(String text) throws IOException {
    this.text = text;
    boolean braced = BRACED.matcher(text).lookingAt();
    codePoints = !braced && text.codePointCount(0, text.length()) < text.length();
    try (JsonParser parser = (braced ? JSON : YAML).createParser(text)) {
      JsonToken first = parser.nextToken();
      root =
          first == null || first == JsonToken.VALUE_NULL
              ? new Span(text.length(), text.length(), NODES.objectNode(), List.of())
              : span(parser);
      if (!root.json.isObject() || parser.nextToken() != null) {
        throw new IOException("it is not one map of keys");
      }
    }
  }

  /**
   * Reads a text.
   *
   * @throws ConfigException when it is no map in YAML or JSON
   */
  static ConfigText of(String text) {
    try {
      return new ConfigText(text);
    } catch (IOException | RuntimeException e) { // the scanners have exceptions of their own
      throw new ConfigException("it cannot be read: " + e.getMessage(), e);
    }
  }

  private Span span(JsonParser parser) throws IOException {
    int start = offset(parser.currentTokenLocation());
    List<Member> members = new ArrayList<>();
    JsonNode json;
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      ObjectNode object = NODES.objectNode();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        int at = offset(parser.currentTokenLocation());
        parser.nextToken();
        Span value = span(parser);
        members.add(new Member(key, at, value));
        object.set(key, value.json);
      }
      json = object;
      end(parser);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      ArrayNode array = NODES.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(span(parser).json);
      }
      json = array;
      end(parser);
    } else {
      json = scalar(parser);
      lastEnd = Math.max(lastEnd, offset(parser.currentLocation()));
    }
    int end = lastEnd;
    while (end > start && Character.isWhitespace(text.charAt(end - 1))) {
      end--; // a block of text has the blank lines after it
    }
    return new Span(start, end, json, List.copyOf(members));
  }

  private static JsonNode scalar(JsonParser parser) throws IOException {
    String written = parser.getText();
    return switch (parser.currentToken()) {
      case VALUE_STRING -> NODES.textNode(written);
      case VALUE_NULL -> NODES.nullNode();
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(Boolean.parseBoolean(written));
      default -> NODES.pojoNode(written);
    };
  }

  /** A map or list that ends with an indentation ends with its last value. */
  private void end(JsonParser parser) {
    int at = offset(parser.currentTokenLocation());
    if (at >= lastEnd && at < text.length() && "}]".indexOf(text.charAt(at)) >= 0) {
      lastEnd = at + 1;
    }
  }

  private int offset(JsonLocation location) {
    int count = (int) location.getCharOffset();
    return codePoints ? text.offsetByCodePoints(0, count) : count; // YAML's reader counts those
  }

  private Optional<Member> member(List<String> path) {
    Optional<Member> found = Optional.empty();
    List<Member> members = root.members;
    for (String key : path) {
      found = members.stream().filter(member -> member.key.equals(key)).findFirst();
      members = found.map(member -> member.value.members).orElse(List.of());
    }
    return found;
  }

  /** The value at a path of keys, or a missing node. */
  JsonNode at(List<String> path) {
    JsonNode found = root.json;
    for (String key : path) {
      found = found.path(key);
    }
    return found;
  }

  /** The line of a member's key, from 1 on; 0 where there is no such member. */
  long line(List<String> path) {
    return member(path)
        .map(member -> text.substring(0, member.start).chars().filter(c -> c == '\n').count() + 1)
        .orElse(0L);
  }

  /**
   * The text with one more member, behind the others of its map.
   *
   * @param map the path of the map; one that is missing is made
   */
  ConfigText with(List<String> map, String key, JsonNode value) {
    Optional<Member> found = member(map);
    if (!map.isEmpty() && found.isEmpty()) {
      List<String> outer = map.subList(0, map.size() - 1);
      ObjectNode made = NODES.objectNode().set(key, value);
      return with(outer, map.get(map.size() - 1), made);
    }
    Span span = found.map(Member::value).orElse(root);
    String next;
    if (span.start < text.length() && text.charAt(span.start) == '{') {
      next = withInBraces(span, key, value);
    } else if (!span.members.isEmpty()) {
      Member last = span.members.get(span.members.size() - 1);
      String indent = indent(last.start);
      next = inserted(endOfLine(last.end()), newline() + block(indent, unit(indent), key, value));
    } else if (found.isPresent()) {
      String indent = indent(found.get().start);
      String unit = unit(indent);
      next =
          inserted(
              endOfLine(found.get().start), newline() + block(indent + unit, unit, key, value));
    } else {
      String begun = text.isEmpty() || text.endsWith("\n") ? "" : newline();
      next = text + begun + block("", "  ", key, value) + newline();
    }
    return read(next, meant(map, members -> members.set(key, value)));
  }

  private JsonNode meant(List<String> map, Consumer<ObjectNode> change) {
    ObjectNode meant = root.json.deepCopy();
    ObjectNode at = meant;
    for (String key : map) {
      at = at.path(key) instanceof ObjectNode inner ? inner : at.putObject(key);
    }
    change.accept(at);
    return meant;
  }

  /** The text without a member. */
  ConfigText without(List<String> path) {
    List<String> map = path.subList(0, path.size() - 1);
    Member gone = member(path).orElseThrow();
    Span span = map.isEmpty() ? root : member(map).orElseThrow().value;
    String next = text.charAt(span.start) == '{' ? withoutInBraces(span, gone) : withoutLines(gone);
    return read(next, meant(map, members -> members.remove(gone.key)));
  }

  private ConfigText read(String next, JsonNode meant) {
    try {
      ConfigText read = new ConfigText(next);
      if (withoutEmpty(read.root.json).equals(withoutEmpty(meant))) {
        return read;
      }
    } catch (IOException | RuntimeException e) {
      throw new ConfigException(REFUSED, e);
    }
    throw new ConfigException(REFUSED);
  }

  /** A map whose last member was taken out reads as nothing in YAML. */
  private static JsonNode withoutEmpty(JsonNode value) {
    if (!value.isObject()) {
      return value;
    }
    ObjectNode copy = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      JsonNode inner = withoutEmpty(member.getValue());
      copy.set(member.getKey(), inner.isObject() && inner.isEmpty() ? NODES.nullNode() : inner);
    }
    return copy;
  }

  private String withInBraces(Span map, String key, JsonNode value) {
    if (map.members.isEmpty()) {
      int rest = map.start + 1;
      boolean ownLine = REST_OF_LINE.matcher(text).region(rest, text.length()).lookingAt();
      String indent = indentOfLine(map.start);
      String piece = inBraces(ownLine ? indent + "  " : "", ownLine, key, value);
      return inserted(ownLine ? endOfLine(rest) : rest, piece);
    }
    Member last = map.members.get(map.members.size() - 1);
    int comma = comma(last);
    int after = comma < 0 ? last.end() : comma + 1;
    boolean ownLine = isFirstOfLine(last.start);
    String piece = inBraces(ownLine ? indent(last.start) : "", ownLine, key, value);
    boolean endsLine = REST_OF_LINE.matcher(text).region(after, text.length()).lookingAt();
    int at = ownLine && endsLine ? endOfLine(after) : after;
    return text.substring(0, last.end())
        + (comma < 0 ? "," : "")
        + text.substring(last.end(), at)
        + (ownLine ? "" : " ")
        + piece
        + (comma < 0 ? "" : ",")
        + text.substring(at);
  }

  private String withoutInBraces(Span map, Member gone) {
    int index = map.members.indexOf(gone);
    int comma = comma(gone);
    int from = gone.start;
    int to = comma < 0 ? gone.end() : comma + 1;
    if (isFirstOfLine(from)) {
      int end = endOfLine(to);
      if (text.substring(to, end).isBlank()) {
        from = beforeLine(from);
        to = from == 0 ? to : end;
      }
    } else if (index > 0) {
      from -= text.charAt(from - 1) == ' ' ? 1 : 0;
    } else if (comma >= 0 && to < text.length() && text.charAt(to) == ' ') {
      to++;
    }
    String before = text.substring(0, from);
    if (comma < 0 && index > 0) {
      int earlier = comma(map.members.get(index - 1));
      before = before.substring(0, earlier) + before.substring(earlier + 1);
    }
    return before + text.substring(to);
  }

  private String withoutLines(Member gone) {
    int from = beforeLine(gone.start);
    int to = endOfLine(gone.end());
    if (from == 0) {
      to = text.startsWith("\r", to) ? to + 2 : Math.min(to + 1, text.length());
    }
    return text.substring(0, from) + text.substring(to);
  }

  /** Where the comma after a member is; -1 where none is. */
  private int comma(Member member) {
    var gap = GAP_TO_COMMA.matcher(text).region(member.end(), text.length());
    return gap.lookingAt() ? gap.end() - 1 : -1;
  }

  private String inserted(int at, String piece) {
    return text.substring(0, at) + piece + text.substring(at);
  }

  private String newline() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  /** Where the break of a line is, or the end of the text. */
  private int endOfLine(int at) {
    int end = text.indexOf('\n', at);
    end = end < 0 ? text.length() : end;
    return end > at && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  /** Where the break before a line is, or 0. */
  private int beforeLine(int at) {
    int end = text.lastIndexOf('\n', at);
    return end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : Math.max(0, end);
  }

  private String indentOfLine(int at) {
    int start = text.lastIndexOf('\n', at) + 1;
    int end = start;
    while (" \t".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(start, end);
  }

  /** The text before a key in its line. */
  private String indent(int at) {
    return text.substring(text.lastIndexOf('\n', at) + 1, at);
  }

  private boolean isFirstOfLine(int at) {
    return indent(at).isBlank() && at > 0 && text.lastIndexOf('\n', at) >= 0;
  }

  /** One step of indentation: that of the second level, where there is one. */
  private String unit(String indent) {
    return indent.isBlank() && !indent.isEmpty() && indent.length() <= 8 ? indent : "  ";
  }

  private String block(String indent, String unit, String key, JsonNode value) {
    StringBuilder lines = new StringBuilder(indent).append(ImportedServers.quoted(key)).append(':');
    if (!value.isObject()) {
      String json = inline(value);
      String plain = value.isTextual() ? ImportedServers.quoted(value.asText()) : json;
      return lines.append(' ').append(TYPED.contains(plain) ? json : plain).toString();
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      lines.append(newline());
      lines.append(block(indent + unit, unit, member.getKey(), member.getValue()));
    }
    return lines.toString();
  }

  private String inBraces(String indent, boolean ownLine, String key, JsonNode value) {
    String name = NODES.textNode(key) + ": ";
    if (!ownLine) {
      return name + inline(value);
    }
    String start = newline() + indent;
    if (!value.isObject()) {
      return start + name + inline(value);
    }
    String unit = indent.contains("\t") ? "\t" : "  ";
    StringJoiner members = new StringJoiner("," + start + unit, start + unit, start);
    value
        .properties()
        .forEach(
            each -> members.add(NODES.textNode(each.getKey()) + ": " + inline(each.getValue())));
    return start + name + "{" + members + "}";
  }

  private static String inline(JsonNode value) {
    if (value.isArray()) {
      StringJoiner items = new StringJoiner(", ", "[", "]");
      value.forEach(item -> items.add(inline(item)));
      return items.toString();
    }
    if (value.isObject()) {
      StringJoiner members = new StringJoiner(", ", "{", "}");
      value
          .properties()
          .forEach(
              each -> members.add(NODES.textNode(each.getKey()) + ": " + inline(each.getValue())));
      return members.toString();
    }
    return value.toString();
  }

  @Override
  public String toString() {
    return text;
  }
}
