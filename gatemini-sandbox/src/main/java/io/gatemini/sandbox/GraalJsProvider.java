package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import java.util.Set;

/**
 * The engine {@code graaljs}. Configuration: {@code max_concurrent_programs}, how many programs run
 * at a time (8); further ones wait, within their own timeout.
 */
public final class GraalJsProvider implements ScriptEngineProvider {
  /** How many programs run at a time where nothing else is said. */
  public static final int DEFAULT_MAX_CONCURRENT_PROGRAMS = 8;

  private static final String MAX_CONCURRENT_PROGRAMS = "max_concurrent_programs";

  @Override
  public String name() {
    return "graaljs";
  }

  @Override
  public Set<String> languages() {
    return Set.of("javascript", "typescript");
  }

  @Override
  public ScriptEngine create(JsonNode config, PluginContext context) {
    JsonNode max = config.path(MAX_CONCURRENT_PROGRAMS);
    if (!max.isMissingNode() && (!max.canConvertToInt() || max.intValue() < 1)) {
      throw new ConfigException(MAX_CONCURRENT_PROGRAMS + " must be a positive number, not " + max);
    }
    return new GraalJsEngine(max.asInt(DEFAULT_MAX_CONCURRENT_PROGRAMS), context.scheduler());
  }
}
