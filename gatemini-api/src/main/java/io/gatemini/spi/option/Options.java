package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.OptionNode.Mapping;
import io.gatemini.spi.option.OptionNode.Mark;
import io.gatemini.spi.option.OptionNode.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys of one map of a configuration, with the place each stands at. Immutable.
 *
 * <p>Messages name the file without its directories, the line, and the path of the key.
 */
public final class Options {
  /** A hand-written file is a thousandth of it. */
  private static final int MAX_FILE_BYTES = 1024 * 1024;

  private final OptionSource source;
  private final String path;
  private final Mapping mapping;

  Options(OptionSource source, String path, Mapping mapping) {
    this.source = source;
    this.path = path;
    this.mapping = mapping;
  }

  /**
   * The keys of an object that stands in no file; what is no object has none.
   *
   * @param path what messages call the object: {@code backends.files}
   * @throws ConfigException when it is nested deeper than 100 levels
   */
  public static Options of(String path, JsonNode object) {
    return of(OptionSource.verbatim(""), path, object);
  }

  /**
   * The keys of an object that came from a source.
   *
   * @throws ConfigException when it is nested deeper than 100 levels
   */
  public static Options of(OptionSource source, String path, JsonNode object) {
    return new Options(source, path, OptionNode.mapping(source.name(), object));
  }

  /**
   * The keys of a document: YAML, or JSON with comments where it begins with a brace.
   *
   * @param firstKey the key to show when the document is empty
   * @throws ConfigException naming file, line and column where the text is malformed
   */
  public static Options parse(String text, OptionSource source, String firstKey) {
    return new Options(source, "", DocumentParser.parse(source.name(), text, firstKey));
  }

  /**
   * The keys of a file of at most 1 MiB.
   *
   * @param source whose name and directory are the file's
   * @param firstKey the key to show when the file is empty
   * @throws ConfigException when there is no such file, or it is malformed
   */
  public static Options read(Path file, OptionSource source, String firstKey) {
    return parse(fileText(file, source.name()), source, firstKey);
  }

  /** The value of a key; one that is left blank counts as absent. */
  public Optional<Option> get(String key) {
    OptionNode value = mapping.members().get(key);
    return value == null || (value instanceof Scalar scalar && scalar.isNull())
        ? Optional.empty()
        : Optional.of(new Option(source, pathOf(key), value));
  }

  /**
   * The value of a key that must be there.
   *
   * @param problem what to say when it is not
   */
  public Option require(String key, String problem) {
    return get(key).orElseThrow(() -> invalid(problem));
  }

  /** Whether a key has a value. */
  public boolean has(String key) {
    return get(key).isPresent();
  }

  /** All keys in the order they are written, also those that are left blank. */
  public Map<String, Option> all() {
    Map<String, Option> all = new LinkedHashMap<>();
    mapping.members().forEach((key, value) -> all.put(key, new Option(source, pathOf(key), value)));
    return all;
  }

  /** The keys of a set, and no others. */
  public Options only(Set<String> keys) {
    Map<String, OptionNode> members = new LinkedHashMap<>(mapping.members());
    members.keySet().retainAll(keys);
    return new Options(source, path, new Mapping(members, mapping.mark()));
  }

  /**
   * The map with a value under another key than it is written under. Both are paths with dots.
   *
   * @param to empty for a value that is left out
   * @param texts what is written in another way there, by what is written here
   * @throws ConfigException when another value stands there already
   */
  public Options moved(String from, String to, Map<String, String> texts) {
    OptionNode value = mapping.find(path(from));
    if (value == null) {
      return this;
    }
    Mapping without = mapping.without(path(from));
    if (to.isEmpty()) {
      return new Options(source, path, without);
    }
    OptionNode moved =
        value instanceof Scalar scalar && texts.containsKey(scalar.text())
            ? scalar.withText(texts.get(scalar.text()))
            : value;
    OptionNode there = mapping.find(path(to));
    if (there != null && !there.json().equals(moved.json())) {
      throw new Option(source, from, value)
          .invalid(
              "this is \""
                  + to
                  + "\" here, which is also there with another value; keep one of them");
    }
    return new Options(source, path, without.with(path(to), moved));
  }

  /**
   * The map with a value under a path; errors of its parts name the line of another one.
   *
   * @param place the path of the other one
   */
  public Options with(List<String> keys, JsonNode value, List<String> place) {
    Mark mark = Objects.requireNonNull(mapping.find(place)).mark();
    OptionNode node = OptionNode.of(source.name(), value, 1, mark);
    return new Options(source, path, mapping.with(keys, node));
  }

  private static List<String> path(String dotted) {
    return List.of(dotted.split("\\."));
  }

  /**
   * Refuses keys that are not known.
   *
   * @throws ConfigException naming each, and the key that was probably meant
   */
  public void allow(Collection<String> known) {
    List<ConfigException> unknown = new ArrayList<>();
    all()
        .forEach(
            (key, at) -> {
              if (!known.contains(key)) {
                unknown.add(
                    at.invalid(
                        "this key is not known; "
                            + NearestKey.of(key, known)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("there are " + String.join(", ", new TreeSet<>(known)))));
              }
            });
    if (!unknown.isEmpty()) {
      throw ConfigException.of(unknown);
    }
  }

  /** The map as JSON, see {@link Option#json}. */
  public JsonNode json() {
    return whole().json();
  }

  /** The map as JSON, see {@link Option#secretJson}. */
  public JsonNode secretJson() {
    return whole().secretJson();
  }

  /** An error about this map as a whole. */
  public ConfigException invalid(String problem) {
    return whole().invalid(problem);
  }

  private Option whole() {
    return new Option(source, path.isEmpty() ? "top level" : path, mapping);
  }

  /** A key that looks like several is quoted. */
  private String pathOf(String key) {
    boolean several = key.indexOf('.') >= 0 || key.indexOf(' ') >= 0;
    String shown = several ? '"' + key + '"' : key;
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /**
   * The text of a file that somebody wrote by hand, whose size is bounded. Messages name it without
   * its directories, but for one that is not there: who starts a program often does not know where.
   */
  private static String fileText(Path file, String fileName) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new ConfigException(fileName + ": the file is larger than 1 MiB");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          fileName + ": there is no such file; " + file.toAbsolutePath() + " was looked for", e);
    } catch (CharacterCodingException e) {
      throw new ConfigException(fileName + ": the file is not UTF-8; save it as UTF-8", e);
    } catch (IOException e) {
      throw new ConfigException(
          fileName + ": the file cannot be read; check that it is a file you may read", e);
    }
  }
}
