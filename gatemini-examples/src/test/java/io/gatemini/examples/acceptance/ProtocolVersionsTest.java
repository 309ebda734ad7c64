package io.gatemini.examples.acceptance;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official TypeScript client goes through what MCP asks of a server, in each version of the
 * protocol that is in use: the handshake, the tools, resources, prompts, completion, logging,
 * subscriptions and the end. The questions are in {@code compliance-client.mjs}.
 */
@Tag("long")
@ParameterizedClass(name = "protocol version {0}")
@ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
class ProtocolVersionsTest {
  @Parameter
  @SuppressWarnings("NullAway.Init") // set by JUnit
  String version;

  @TempDir Path directory = Path.of("");

  @TestFactory
  Stream<DynamicTest> complies() throws Exception {
    NodePackages npm = NodePackages.installed();
    List<String> backend =
        List.of(
            npm.node().toString(), npm.directory().resolve("compliance-backend.mjs").toString());
    BundledServer server =
        new BundledServer(directory)
            .backend("clock", backend)
            .backend("limited", backend)
            .rateLimit("limited", 1, "1h")
            .allowCommand(npm.node().toString());

    return CheckingClient.run(directory, npm, "compliance-client.mjs", List.of(version), server);
  }
}
