package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official TypeScript client lists, reads, completes, mentions and calls backends and tools
 * whose names are hard. The program is in {@code hard-names-client.mjs}.
 */
class HardNamesTest {
  private static final List<String> BACKENDS =
      List.of("my notes/v1.2", "100% été \uD83C\uDF89", "קבצים שלי");
  private static final List<String> TOOLS =
      List.of(
          "read file", "a/b.c", "100% done", "50%25", "été \uD83C\uDF89", "קרא קובץ", "q?x=1#y&z");

  @TempDir Path directory = Path.of("");

  @TestFactory
  Stream<DynamicTest> areNoTrouble() throws Exception {
    NodePackages npm = NodePackages.installed();
    // In a file: a command line has only the characters of the platform's encoding.
    Path file = directory.resolve("names.json");
    RawMcpClient.JSON.writeValue(file.toFile(), Map.of("backends", BACKENDS, "tools", TOOLS));
    List<String> backend =
        List.of(
            npm.node().toString(),
            npm.directory().resolve("compliance-backend.mjs").toString(),
            file.toString());
    BundledServer server = new BundledServer(directory);
    BACKENDS.forEach(name -> server.backend(name, backend));

    List<DynamicTest> checks =
        CheckingClient.run(
                directory, npm, "hard-names-client.mjs", List.of(file.toString()), server)
            .toList();

    assertThat(Stream.concat(BACKENDS.stream(), TOOLS.stream()))
        .as("the names that a check is about")
        .allMatch(name -> checks.stream().anyMatch(it -> it.getDisplayName().contains(name)));
    return checks.stream();
  }
}
