package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/**
 * Makes an interceptor. All of them are used: first those that were given to the builder, in their
 * order, then those of providers, the heaviest first, nearer to the backend.
 */
@Stable
public interface CallInterceptorProvider extends Provider {
  /**
   * Makes the interceptor.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  CallInterceptor create(JsonNode config, PluginContext context);
}
