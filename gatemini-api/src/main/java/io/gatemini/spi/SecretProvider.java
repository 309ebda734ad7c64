package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Resolves {@code secretref:<name>:<reference>} in configurations. Thread-safe. */
public interface SecretProvider extends Provider {
  /**
   * The secrets as a gateway asks for them, for a provider that needs settings: the address of a
   * vault, for example. Called once for each gateway, before its backends start. By default the
   * provider itself.
   *
   * @param config the plug-in's own configuration, read by {@link #settings}; an empty object where
   *     there is none
   * @param context what it may use
   */
  default SecretProvider create(JsonNode config, PluginContext context) {
    return this;
  }

  /** The secret, or empty when there is none under this reference. */
  Optional<String> resolve(String reference);
}
