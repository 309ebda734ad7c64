package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import java.util.Optional;
import java.util.Set;

/** Makes a script engine. */
public interface ScriptEngineProvider extends Provider {
  /** The names of the languages its engine runs, such as {@code typescript}. */
  Set<String> languages();

  /**
   * The language as the gateway has to know it; absent where it is TypeScript or JavaScript, which
   * the gateway knows by itself.
   */
  default Optional<ScriptLanguage> language() {
    return Optional.empty();
  }

  /**
   * A warning that an operator should read of a configuration before the first program runs, in a
   * sentence; logged when a gateway is built. Must be quick.
   */
  default Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    return Optional.empty();
  }

  /**
   * Makes the engine; nothing heavy is loaded before it is warmed or gets its first program.
   *
   * @param sandbox what programs may use
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context);
}
