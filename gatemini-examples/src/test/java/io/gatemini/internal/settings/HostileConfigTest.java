package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import org.junit.jupiter.api.Test;

/** Configuration files, and the values in them. */
class HostileConfigTest {
  @Test
  void readsFilesInLinearTime() {
    LinearTime.of(
        text -> {
          parse("{\"a\": " + text);
          parse("{\"a\": " + RawJson.ofValue(text));
        });
    // The scanner below copies what is left of a long scalar: half a second for the largest file.
    LinearTime.of(
        100_000,
        text -> {
          parse(text);
          parse("a: " + text);
        });
  }

  @Test
  void readsValuesInLinearTime() {
    Variables variables = new Variables(name -> "value");
    LinearTime.of(
        text -> {
          try {
            variables.expand("${" + text);
          } catch (IllegalArgumentException e) {
            // Most of them are no expressions.
          }
          Secrets.references("secretref:" + text + "secretref:" + text);
          duration(text);
          duration("1" + text);
        });
  }

  private static void duration(String text) {
    Options options = Options.of("a", JsonNodeFactory.instance.objectNode().put("timeout", text));
    try {
      options.require("timeout", "").duration();
    } catch (ConfigException e) {
      // Most of them are no durations.
    }
  }

  private static void parse(String text) {
    try {
      Options.parse(text, OptionSource.verbatim("gatemini.yaml"), "backends");
    } catch (ConfigException e) {
      // Most of them are no configuration.
    }
  }
}
