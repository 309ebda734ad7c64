package com.example.matrix;

import io.gatemini.Gateway;
import io.micronaut.context.ApplicationContext;
import java.util.Map;

/** Micronaut: its context starts beside the gateway, with the classes of its MCP server, and holds it. */
final class Framework {
  private Framework() {}

  static void use(Gateway gateway) {
    try (ApplicationContext context =
        ApplicationContext.builder().deduceEnvironment(false).start()) {
      context.registerSingleton(Gateway.class, gateway);
      Main.expect(
          context.getBean(Gateway.class).call("billing.refund", Map.of("invoice", "A-17")).text(),
          "refunded A-17",
          "Micronaut");
    }
  }
}
