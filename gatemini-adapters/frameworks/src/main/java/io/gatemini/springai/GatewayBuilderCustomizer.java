package io.gatemini.springai;

import io.gatemini.GatewayBuilder;

/**
 * A bean that adds to the gateway of an application what no property can say: tools in Java,
 * plug-ins, listeners. All of them are asked, in the order of {@code @Order}, before the
 * configuration is read, on the thread that starts the application.
 */
@FunctionalInterface
public interface GatewayBuilderCustomizer {
  /** Adds to the description of the gateway. */
  void customize(GatewayBuilder builder);
}
