package com.example.matrix;

import io.gatemini.Gateway;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Map;

/** Quarkus in JVM mode: the gateway runs in an application that is an MCP server by an extension. */
@QuarkusMain
public class Framework implements QuarkusApplication {
  private static volatile ToolManager tools;

  @Inject ToolManager injected;

  /** Starts the application. */
  public static void main(String[] args) {
    Quarkus.run(Framework.class, args);
  }

  @Override
  public int run(String... args) throws IOException {
    tools = injected;
    Main.main(args);
    return 0;
  }

  static void use(Gateway gateway) {
    tools
        .newTool("refund")
        .setDescription("Refund an invoice.")
        .setHandler(
            call ->
                ToolResponse.success(
                    gateway.call("billing.refund", Map.of("invoice", "A-17")).text()))
        .register();
    Main.expect(tools.getTool("refund").name(), "refund", "Quarkus");
  }
}
