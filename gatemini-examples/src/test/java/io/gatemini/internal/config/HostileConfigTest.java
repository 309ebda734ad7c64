package io.gatemini.internal.config;

import io.gatemini.ConfigException;
import io.gatemini.RawJson;
import io.gatemini.examples.hostile.LinearTime;
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
          Durations.parse(text);
          Durations.parse("1" + text);
        });
  }

  private static void parse(String text) {
    try {
      DocumentParser.parse("gatemini.yaml", text);
    } catch (ConfigException e) {
      // Most of them are no configuration.
    }
  }
}
