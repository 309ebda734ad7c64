package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The MCP inspector in its command line mode, which needs Node 22. */
final class Inspector {
  private Inspector() {}

  /**
   * Runs the inspector for one request.
   *
   * @param directory where its output goes
   * @param server the arguments that name the server
   * @param more further arguments of the method
   * @return the result
   */
  static JsonNode ask(Path directory, List<String> server, String method, String... more)
      throws Exception {
    NodePackages npm = NodePackages.installed();
    Path node = npm.node22();
    List<String> command = new ArrayList<>();
    command.add(node.toString());
    command.add(npm.binary("@modelcontextprotocol/inspector", "mcp-inspector").toString());
    command.add("--cli");
    command.addAll(server);
    command.addAll(List.of("--method", method));
    command.addAll(List.of(more));
    Path output = directory.resolve("inspector.json");
    Path log = directory.resolve("inspector.log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(log.toFile());
    // It starts itself again with the node on the path.
    builder
        .environment()
        .merge("PATH", node.getParent() + File.pathSeparator, (old, its) -> its + old);
    Process inspector = builder.start();
    try {
      assertThat(inspector.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      Stream.concat(inspector.descendants(), Stream.of(inspector.toHandle()))
          .toList()
          .forEach(ProcessHandle::destroyForcibly);
    }
    assertThat(inspector.exitValue()).as(Files.readString(log) + Files.readString(output)).isZero();
    return RawMcpClient.JSON.readTree(Files.readString(output));
  }
}
