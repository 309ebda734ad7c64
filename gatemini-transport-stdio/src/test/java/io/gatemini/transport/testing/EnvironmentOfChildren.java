package io.gatemini.transport.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.Prerequisite;
import io.gatemini.spi.Json;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program whose children print their environment: an MCP server, a command-line tool and a
 * prerequisite that inherit what the arguments say. The prerequisite writes to {@code env} in the
 * working directory.
 */
public final class EnvironmentOfChildren {
  private EnvironmentOfChildren() {}

  /** Starts it in a directory, with these variables and no others. */
  public static Process start(Path directory, Map<String, String> host, List<String> inherit)
      throws IOException {
    List<String> own = ScriptedServer.java(EnvironmentOfChildren.class);
    own.addAll(inherit);
    ProcessBuilder builder =
        new ProcessBuilder(own)
            .directory(directory.toFile())
            .redirectError(directory.resolve("log").toFile());
    builder.environment().clear();
    builder.environment().putAll(host);
    return builder.start();
  }

  public static void main(String[] inherit) {
    BackendConfig programs =
        BackendConfig.of("cli-adapter")
            .option("tools", RawJson.parse("{\"env\": {\"command\": \"env\"}}").tree())
            .env("OWN", "1")
            .inheritEnv(inherit);
    BackendConfig server =
        ChildServer.config("tools/list tools env")
            .env("OWN", "1")
            .inheritEnv(inherit)
            .prerequisite(
                Prerequisite.command("sh", "-c", "env > env")
                    .env("OWN", "1")
                    .inheritEnv(inherit)
                    .startupDelay(Duration.ofMillis(500)));
    ObjectNode seen = Json.mapper().createObjectNode();
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder().backend("server", server).backend("programs", programs))) {

      for (String tool : List.of("server.env", "programs.env")) {
        seen.put(tool, gateway.call(tool, Map.of()).text());
      }
    }
    System.out.println(seen);
    System.exit(0);
  }
}
