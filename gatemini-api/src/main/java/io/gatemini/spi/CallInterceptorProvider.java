package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Makes an interceptor. All of them are used: first those that were given to the builder, in their
 * order, then those of providers, the heaviest first, nearer to the backend.
 */
public interface CallInterceptorProvider extends Provider {
  /**
   * Makes the interceptor.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  CallInterceptor create(JsonNode config, PluginContext context);
}
