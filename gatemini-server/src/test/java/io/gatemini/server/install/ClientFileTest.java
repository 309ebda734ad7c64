package io.gatemini.server.install;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ClientFileTest {
  private final Path directory;
  private final Path file;
  private final ObjectNode entry =
      McpClient.CLAUDE.entry(new InstalledServer(Path.of("/opt/gatemini.jar")), null);

  ClientFileTest(@TempDir Path directory) {
    this.directory = directory;
    this.file = directory.resolve("config.json");
  }

  @Test
  void keepsEverythingElse() throws IOException {
    String before =
        """
        {"theme": "dark", "zoom": 1.10,
         "mcpServers": {"b": {"command": "b"}, "a": {"command": "é"}}, "last": null}
        """;
    Files.writeString(file, before);

    String done = add();

    ObjectNode expected = (ObjectNode) Json.mapper().readTree(before);
    expected.withObject("/mcpServers").set("gatemini", entry.at("/mcpServers/gatemini"));
    assertThat(Json.mapper().readTree(file.toFile()).toString()).isEqualTo(expected.toString());
    assertThat(directory.resolve("config.json.bak")).hasContent(before);
    assertThat(done)
        .startsWith("added \"gatemini\" in ")
        .endsWith("(what it was: config.json.bak); restart Claude Desktop");
  }

  @Test
  void replacesItsOwnEntryAndKeepsEveryEarlierFile() throws IOException {
    Files.writeString(file, "{\"mcpServers\": {\"gatemini\": {\"command\": \"old\"}}}");
    Files.writeString(directory.resolve("config.json.bak"), "first");

    assertThat(add()).startsWith("replaced \"gatemini\" in ");
    String written = Files.readString(file);
    assertThat(add()).endsWith("has this entry already; nothing was written");

    assertThat(Json.mapper().readTree(written)).isEqualTo(entry);
    assertThat(file).hasContent(written);
    assertThat(directory.resolve("config.json.bak")).hasContent("first");
    assertThat(directory.resolve("config.json.bak2")).content().contains("old");
    assertThat(names()).containsExactly("config.json", "config.json.bak", "config.json.bak2");
  }

  @Test
  void makesAFileThatIsNotThere() throws IOException {
    Path nested = directory.resolve("a/b/mcp.json");

    ClientFile.of(nested).add(McpClient.CLAUDE, entry);

    assertThat(Json.mapper().readTree(nested.toFile())).isEqualTo(entry);
    assertThat(nested).content().contains("\n  \"mcpServers\" : {\n");
  }

  @Values(
      """
      [] | {"mcpServers": []} | {"mcpServers": {}} // mine
      {"mcpServers": {}, "mcpServers": {"a": {}}} | {"mcpServers":
      """)
  void leavesAFileThatItDoesNotUnderstandAsItIs(String content) throws IOException {
    Files.writeString(file, content);

    assertThrown(ConfigException.class, this::add)
        .hasMessageContaining("config.json was left as it is: ");

    assertThat(file).hasContent(content);
    assertThat(names()).containsExactly("config.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsLinksAndPermissions() throws IOException {
    Files.writeString(file, "{}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(directory.resolve("link.json"), file);

    ClientFile.of(link).add(McpClient.CLAUDE, entry);

    assertThat(link).isSymbolicLink();
    assertThat(Json.mapper().readTree(file.toFile())).isEqualTo(entry);
    for (String name : new String[] {"config.json", "config.json.bak"}) {
      assertThat(Files.getPosixFilePermissions(directory.resolve(name)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  private String add() throws IOException {
    return ClientFile.of(file).add(McpClient.CLAUDE, entry);
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(name -> name.getFileName().toString()).sorted().toList().stream();
    }
  }
}
