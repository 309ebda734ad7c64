package io.gatemini.examples;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** A program that is an MCP server: it serves the client that starts it, on stdin and stdout. */
public final class StdioHost {
  private StdioHost() {}

  /** Serves until the client closes its end. */
  public static void main(String... args) {
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "clock",
                BackendConfig.inProcess()
                    .tool(
                        "now",
                        "The time in a zone.",
                        """
                        {"type": "object",
                         "properties": {"zone": {"type": "string"}}, "required": ["zone"]}""",
                        it -> ZonedDateTime.now(ZoneId.of(it.get("zone").asText())).toString()))
            .build()) {
      gateway.expose("stdio").awaitClose();
    }
  }
}
