package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/**
 * Makes the policy of registrations by agents. Where the builder or the configuration names none,
 * that of the heaviest provider is used, and without any the guarded one.
 */
@Stable
public interface RegistrationPolicyProvider extends Provider {
  /**
   * Makes the policy.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  RegistrationPolicy create(JsonNode config, PluginContext context);
}
