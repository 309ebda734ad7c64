package io.gatemini.examples.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;

/**
 * Makes the reducer {@code first-lines}. It works where a configuration asks for it, {@code
 * plugins: {first-lines: {lines: 20}}}, and declines every answer elsewhere.
 */
public final class FirstLinesProvider implements OutputReducerProvider {
  @Override
  public String name() {
    return FirstLines.NAME;
  }

  @Override
  public OutputReducer create(JsonNode config, PluginContext context) {
    JsonNode lines = config.path("lines");
    if (!lines.isMissingNode() && !(lines.canConvertToInt() && lines.intValue() >= 0)) {
      throw new ConfigException(
          "plugins.first-lines.lines must be a whole number of at least 0, not " + lines);
    }
    return new FirstLines(lines.asInt(0));
  }
}
