package io.gatemini.examples.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;

/**
 * Makes the reducer {@code first-lines}. It works where a configuration asks for it, {@code
 * plugins: {first-lines: {lines: 20}}}, and declines every answer elsewhere.
 */
public final class FirstLinesProvider implements OutputReducerProvider {
  private static final OptionTable KEYS = new OptionTable(FirstLines.NAME);
  private static final OptionKey<Integer> LINES =
      KEYS.add("lines", OptionType.integer(0, Integer.MAX_VALUE), 0, "How many lines are kept.");

  @Override
  public String name() {
    return FirstLines.NAME;
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public OutputReducer create(JsonNode config, PluginContext context) {
    // Checked by the gateway before, with the place in the file.
    return new FirstLines(KEYS.read(Options.of("plugins.first-lines", config)).get(LINES));
  }
}
