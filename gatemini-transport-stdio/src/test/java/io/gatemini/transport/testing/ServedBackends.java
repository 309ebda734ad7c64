package io.gatemini.transport.testing;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of the size of the bundled server that serves a gateway on its stdin and stdout: over a
 * {@link ChildServer} with large answers named {@code large} and a usual one named {@code small}.
 * With an argument, {@code large} is the MCP server at that address.
 */
public final class ServedBackends {
  private ServedBackends() {}

  /** Starts it; what it logs goes to a file. */
  public static Process start(Path log, String... args) throws IOException {
    List<String> line = ScriptedServer.java(ServedBackends.class, "-Xmx256m", "-Xmn24m");
    line.addAll(List.of(args));
    return new ProcessBuilder(line).redirectError(log.toFile()).start();
  }

  public static void main(String[] args) {
    GatewayBuilder builder =
        Gateway.builder()
            .backend(
                "large",
                args.length == 0
                    ? ChildServer.large()
                    : BackendConfig.of("streamable-http").url(args[0]))
            .backend("small", ChildServer.config());
    try (Gateway gateway = TestGateway.ready(builder)) {

      gateway.expose("stdio").awaitClose();
    }
    System.exit(0);
  }
}
