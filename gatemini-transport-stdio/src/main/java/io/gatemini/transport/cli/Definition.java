package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ConfigException;
import io.gatemini.internal.config.Durations;
import io.gatemini.internal.config.NearestKey;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A JSON value of a configuration and where it stands. A key that is {@code null} counts as absent.
 *
 * @param path the keys that lead to it
 */
record Definition(String path, JsonNode value) {
  /** The value of a key, if there is one. */
  Optional<Definition> member(String key) {
    return value.hasNonNull(key) ? Optional.of(at(key)) : Optional.empty();
  }

  /** The place of a key. */
  Definition at(String key) {
    return new Definition(path + "." + key, value.path(key));
  }

  Optional<String> text(String key) {
    return member(key)
        .map(
            at -> {
              if (!at.value.isTextual()) {
                throw at.wrong("a text was expected here");
              }
              return at.value.textValue();
            });
  }

  boolean flag(String key) {
    return member(key)
        .map(
            at -> {
              if (!at.value.isBoolean()) {
                throw at.wrong("this is either true or false");
              }
              return at.value.booleanValue();
            })
        .orElse(false);
  }

  Optional<Duration> duration(String key) {
    return member(key)
        .map(
            at ->
                Durations.parse(at.value.asText())
                    .orElseThrow(
                        () ->
                            at.wrong(
                                at.value
                                    + " is not a positive duration; write for example 500ms, 30s or"
                                    + " 5m")));
  }

  Optional<Integer> integer(String key, int least, int most) {
    return member(key)
        .map(
            at -> {
              if (!at.value.canConvertToInt()
                  || !at.value.isIntegralNumber()
                  || at.value.intValue() < least
                  || at.value.intValue() > most) {
                throw at.wrong(at.value + " is not a whole number from " + least + " to " + most);
              }
              return at.value.intValue();
            });
  }

  /** Refuses what is no map, and keys that are not known. */
  void allow(Collection<String> known) {
    if (!value.isObject()) {
      throw wrong("a map was expected here, with the keys " + String.join(", ", known));
    }
    value
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                throw at(key)
                    .wrong(
                        "this key is not known; "
                            + NearestKey.of(key, known)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("there are " + String.join(", ", known)));
              }
            });
  }

  /** Reads a template that stands here. */
  <T> T template(Supplier<T> parse) {
    if (value.asText().indexOf('\0') >= 0) {
      throw wrong("there is a NUL character in the text; remove it");
    }
    try {
      return parse.get();
    } catch (TemplateException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  ConfigException wrong(String problem) {
    return new ConfigException(path + ": " + problem);
  }
}
