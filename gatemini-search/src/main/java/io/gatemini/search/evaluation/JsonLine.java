package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * One JSON object of a file that has one a line, and where it stands.
 *
 * @param place file and line, for messages
 */
record JsonLine(String place, JsonNode object) {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /**
   * Hands every object of a file to {@code reader}, a line at a time. Empty lines are passed over.
   *
   * @param label how the file is called in messages
   * @throws ConfigException naming file and line where something is wrong
   */
  static void read(Path file, String label, Consumer<JsonLine> reader) {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        number++;
        if (number == 1 && text.startsWith(BYTE_ORDER_MARK)) {
          text = text.substring(BYTE_ORDER_MARK.length());
        }
        if (!text.isBlank()) {
          reader.accept(parse(label, number, text));
        }
      }
    } catch (NoSuchFileException e) {
      throw new ConfigException(label + ": there is no such file in the data directory", e);
    } catch (CharacterCodingException e) {
      throw new ConfigException(label + " is not UTF-8 text; save it as UTF-8", e);
    } catch (IOException e) {
      throw new ConfigException(label + " cannot be read", e);
    }
  }

  private static JsonLine parse(String label, int number, String text) {
    String place = label + ", line " + number;
    JsonNode object;
    try {
      object = RawJson.parse(text).tree();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(place + ": " + e.getMessage(), e);
    }
    if (!object.isObject()) {
      throw new ConfigException(place + ": this is not a JSON object; write one object a line");
    }
    return new JsonLine(place, object);
  }

  boolean has(String key) {
    JsonNode value = object.path(key);
    return value.isValueNode() && !value.isNull();
  }

  /** A text that has to be there. Numbers are taken as they are written. */
  String text(String key) {
    if (!has(key)) {
      throw wrong("\"" + key + "\" is missing or not a string");
    }
    return object.path(key).asText();
  }

  String text(String key, String otherwise) {
    return has(key) ? object.path(key).asText() : otherwise;
  }

  ConfigException wrong(String what) {
    return new ConfigException(place + ": " + what);
  }
}
