package io.gatemini.spi.option;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads YAML, or JSON with comments and trailing commas, into {@link OptionNode}s. JSON is what
 * begins with a brace; a file whose name ends with {@code .toml} is TOML, of which lines are not
 * known.
 *
 * <p>The tree is built from the parser's tokens instead of by a mapper: this keeps scalars as they
 * were written, knows the line of every value, finds duplicate keys, and bounds what aliases expand
 * to.
 */
final class DocumentParser {
  /** No sane configuration nests deeper. */
  private static final int MAX_DEPTH = 64;

  /** Values of a document after its aliases are expanded; stops alias bombs. */
  private static final int MAX_VALUES = 100_000;

  private static final Pattern YAML_MARK =
      Pattern.compile("^ in 'reader'(, line \\d+, column \\d+)", Pattern.MULTILINE);

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final String fileName;
  private final JsonParser parser;
  private final Map<String, OptionNode> anchors = new HashMap<>();
  private int values;

  /**
   * Where a JSON parser says that what is not closed began: in words for programmers, the place.
   */
  private static final Pattern SOURCE = Pattern.compile(" ?\\(start marker at \\[[^\\]]*\\]\\)");

  private DocumentParser(String fileName, JsonParser parser) {
    this.fileName = fileName;
    this.parser = parser;
  }

  /**
   * Parses a document.
   *
   * @param firstKey the key to report if there is nothing in it
   */
  static OptionNode.Mapping parse(String fileName, String text, String firstKey) {
    try (JsonParser parser = parser(fileName, text)) {
      return new DocumentParser(fileName, parser).document(firstKey);
    } catch (ConfigException e) {
      throw e;
    } catch (JsonProcessingException e) {
      throw new ConfigException(
          fileName + whereIn(e) + ": " + withoutSnippets(e.getOriginalMessage()), e);
    } catch (IOException | RuntimeException | NoClassDefFoundError e) {
      // The scanners below Jackson have exceptions of their own for some malformed input, and a
      // host need not have the one of TOML.
      throw new ConfigException(fileName + ": the file is neither YAML nor JSON", e);
    }
  }

  /** Made for each: JSON loads none of the other classes, and a host need not have TOML. */
  private static JsonParser parser(String fileName, String text) throws IOException {
    return beginsWithBrace(text)
        ? JSON.createParser(text)
        : fileName.endsWith(".toml")
            ? new TomlFactory().createParser(text)
            : YAMLFactory.builder()
                // YAML 1.1 takes "off" and "no" for booleans, which is never meant.
                .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
                .build()
                .createParser(text);
  }

  private OptionNode.Mapping document(String firstKey) throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      throw new ConfigException(
          fileName + ": the file is empty; begin with \"" + firstKey + ":\", see the README");
    }
    OptionNode value = value(first, 0);
    if (parser.nextToken() != null) {
      throw wrong("there is more after the end of the document; keep one document in the file");
    }
    if (value instanceof OptionNode.Mapping mapping) {
      return mapping;
    }
    throw new ConfigException(
        "%s: a map of keys was expected, for example \"%s:\" followed by names"
            .formatted(fileName, firstKey));
  }

  private OptionNode value(JsonToken token, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw wrong("values are nested more than " + MAX_DEPTH + " deep; flatten them");
    }
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      return counted(aliased(parser.getText()));
    }
    String anchor = parser.canReadObjectId() ? (String) parser.getObjectId() : null;
    OptionNode.Mark mark = mark();
    OptionNode value =
        switch (token) {
          case START_OBJECT -> new OptionNode.Mapping(members(depth), mark);
          case START_ARRAY -> new OptionNode.Sequence(items(depth), mark);
          case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
              counted(new OptionNode.Scalar(parser.getText(), typed(token), mark));
          case VALUE_NULL -> counted(new OptionNode.Scalar("", NullNode.getInstance(), mark));
          default -> throw wrong("a value of this type is not understood; write plain text");
        };
    if (anchor != null) {
      anchors.put(anchor, value);
    }
    return value;
  }

  private JsonNode typed(JsonToken token) throws IOException {
    String text = parser.getText();
    return switch (token) {
      case VALUE_NUMBER_INT -> JsonNodeFactory.instance.numberNode(parser.getBigIntegerValue());
      // YAML's .inf and .nan are no numbers of JSON.
      case VALUE_NUMBER_FLOAT ->
          text.matches("[-+]?\\.\\D+")
              ? new TextNode(text)
              : JsonNodeFactory.instance.numberNode(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(token == JsonToken.VALUE_TRUE);
      default -> new TextNode(text);
    };
  }

  private List<OptionNode> items(int depth) throws IOException {
    List<OptionNode> items = new ArrayList<>();
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      items.add(value(token, depth + 1));
    }
    return items;
  }

  private Map<String, OptionNode> members(int depth) throws IOException {
    Map<String, OptionNode> members = new LinkedHashMap<>();
    Map<String, OptionNode> merged = new LinkedHashMap<>();
    while (next() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      OptionNode.Mark mark = mark();
      if (members.containsKey(key)) {
        throw wrong("the key \"" + key + "\" occurs here twice");
      }
      OptionNode value = value(next(), depth + 1);
      if (key.equals("<<")) {
        merge(value, merged);
      } else {
        members.put(key, value.at(mark));
      }
    }
    merged.forEach(members::putIfAbsent);
    return members;
  }

  /** The merge key of YAML 1.1: what stands beside it wins over what it brings. */
  private void merge(OptionNode value, Map<String, OptionNode> into) {
    if (value instanceof OptionNode.Mapping mapping) {
      mapping.members().forEach(into::putIfAbsent);
    } else if (value instanceof OptionNode.Sequence sequence) {
      sequence.items().forEach(item -> merge(item, into));
    } else {
      throw wrong("\"<<\" merges a map; give it an alias of one, such as *defaults");
    }
  }

  private OptionNode aliased(String name) {
    OptionNode value = anchors.get(name);
    if (value == null) {
      throw wrong("the alias *" + name + " has no anchor &" + name + " before it");
    }
    return value;
  }

  private OptionNode counted(OptionNode value) {
    values += value.size();
    if (values > MAX_VALUES) {
      throw wrong("the file has more than " + MAX_VALUES + " values; split it or drop aliases");
    }
    return value;
  }

  private OptionNode.Mark mark() {
    JsonLocation at = parser.currentTokenLocation();
    return new OptionNode.Mark(at.getLineNr(), at.getColumnNr());
  }

  private JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw wrong("the file ends in the middle of a value");
    }
    return token;
  }

  private ConfigException wrong(String problem) {
    return new ConfigException(fileName + where(parser.currentLocation()) + ": " + problem);
  }

  /** Where the scanner of YAML met the problem: its message says so, the location lags behind. */
  private static String whereIn(JsonProcessingException e) {
    Matcher mark = YAML_MARK.matcher(e.getOriginalMessage());
    String where = "";
    while (mark.find()) {
      where = mark.group(1);
    }
    return where.isEmpty() ? where(e.getLocation()) : where;
  }

  private static String where(@Nullable JsonLocation location) {
    return location == null || location.getLineNr() < 1
        ? ""
        : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /** Drops the indented excerpts of a YAML message: they may show a secret. */
  private static String withoutSnippets(String message) {
    return SOURCE
        .matcher(message)
        .replaceAll("")
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .collect(Collectors.joining(", "));
  }

  private static boolean beginsWithBrace(String text) {
    int at = 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 2;
      } else if (text.startsWith("//", at) || text.charAt(at) == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
      } else {
        return text.charAt(at) == '{';
      }
    }
    return false;
  }
}
