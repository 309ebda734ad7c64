package io.gatemini.examples.acceptance;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official TypeScript client checks what MCP asks of a server: the handshake, the tools,
 * resources, prompts, completion, logging, subscriptions and the end. The questions are in {@code
 * compliance-client.mjs}; {@code ComplianceTest} asks under each version of the protocol.
 */
@Tag("long")
class TypeScriptComplianceTest {
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

    return CheckingClient.run(
        directory, npm, "compliance-client.mjs", List.of("2025-11-25"), server);
  }
}
