package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Makes a script engine. */
public interface ScriptEngineProvider extends Provider {
  /** The languages its engine runs. */
  Set<String> languages();

  /**
   * Makes the engine; nothing heavy is loaded before its first program.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  ScriptEngine create(JsonNode config, PluginContext context);
}
