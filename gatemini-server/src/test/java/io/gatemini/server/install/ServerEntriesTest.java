package io.gatemini.server.install;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as people write them, before and after a change. */
class ServerEntriesTest {
  private static final ObjectNode ENTRY =
      Json.mapper()
          .createObjectNode()
          .put("command", "npx")
          .set("args", Json.mapper().createArrayNode().add("-y").add("a b"));

  @TempDir Path directory;

  private static ServerEntries read(Path file) throws IOException {
    return ServerEntries.read(file, (before, after) -> {});
  }

  @Test
  void addsToABlockOfYaml() throws IOException {
    Path file =
        write(
            "# mine\nbackends:\n  a:   # first\n    command: x # it\n\n  # later\nsurface: meta\n");

    assertThat(read(file).add("b", ENTRY))
        .isEqualTo("added \"b\" to " + file.toRealPath() + ", line 5");

    assertThat(file)
        .hasContent(
            """
            # mine
            backends:
              a:   # first
                command: x # it
              b:
                command: npx
                args: ["-y", "a b"]

              # later
            surface: meta
            """);
    read(file).disable("a", true);
    assertThat(file).content().contains("    command: x # it\n    disabled: true\n  b:");
  }

  @Test
  void addsToAClientsFileWithComments() throws IOException {
    Path file =
        write(
            "{\r\n\t\"mcpServers\": {\r\n\t\t// one\r\n\t\t\"a\": {\"command\": \"x\"} // it\r\n\t}\r\n}\r\n");

    read(file).add("b", ENTRY);

    assertThat(Files.readString(file))
        .isEqualTo(
            "{\r\n\t\"mcpServers\": {\r\n\t\t// one\r\n\t\t\"a\": {\"command\": \"x\"}, // it\r\n"
                + "\t\t\"b\": {\r\n\t\t\t\"command\": \"npx\",\r\n\t\t\t\"args\": [\"-y\", \"a b\"]\r\n"
                + "\t\t}\r\n\t}\r\n}\r\n");
    read(file).disable("a", true);
    assertThat(file)
        .content()
        .contains("\"a\": {\"command\": \"x\", \"disabled\": true}, // it\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "surface: meta\n",
        "surface: meta",
        "# nothing yet\n",
        "backends:\n# to come\nsurface: meta\n",
        "backends: {}\n",
        "backends: {a: {command: x}}\n",
        "{}",
        "{\n}\n",
        "{\"mcpServers\": {}}",
        "{\n  \"servers\": {\n  },\n}",
        "// c\n{\"mcp\": {\"servers\": {\"a\": {\"command\": \"x\"},}}}"
      })
  void findsAPlaceForTheFirst(String text) throws IOException {
    Path file = write(text);

    read(file).add("b", ENTRY);

    assertThat(Gateway.builder().config(file).settings().backends()).containsKey("b");
    String added = Files.readString(file);
    read(file).disable("b", true);
    assertThat(Gateway.builder().config(file).settings().backends()).doesNotContainKey("b");
    read(file).disable("b", false);
    assertThat(file).hasContent(added);
    read(file).remove("b");
    if (text.contains("{}") && text.length() > 2 || text.contains("\"a\"")) {
      assertThat(Files.readString(file)).isEqualTo(text);
    }
  }

  @Test
  void saysWhatIsThere() throws IOException {
    Path file = write("backends:\n  files: {command: x}\n");

    assertThrown(ConfigException.class, () -> read(file).add("files", ENTRY))
        .hasMessageStartingWith("line 2 of ")
        .hasMessageContaining("\"gatemini remove files\"");
    assertThatThrownBy(() -> read(file).remove("flies"))
        .hasMessageContaining("did you mean \"files\"?");
    assertThrown(ConfigException.class, () -> read(file).add("__composite", ENTRY));
    assertThatThrownBy(() -> read(directory.resolve("none")))
        .hasMessageContaining("gatemini config init");
    assertThat(file).hasContent("backends:\n  files: {command: x}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backends: &all\n  a: &one {command: x}\n  c: *one\n",
        "backends: [a]\n",
        "backends:\n  a: {command: x"
      })
  void leavesAloneWhatItCannotChange(String text) throws IOException {
    Path file = write(text);

    assertThrown(ConfigException.class, () -> read(file).remove("a"));

    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsPermissionsAndLinks() throws IOException {
    Path file = write("backends:\n  a: {command: x}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(directory.resolve("link.yaml"), file);

    read(link).add("b", ENTRY);

    assertThat(link).isSymbolicLink();
    assertThat(file).content().contains("  b:\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Property(tries = 60)
  void takesOutWhatItPutIn(@ForAll("files") String text) throws IOException {
    Path folder = Files.createTempDirectory("entries");
    Path file = folder.resolve("c");
    try {
      Files.writeString(file, text);

      read(file).disable("a1", true);
      read(file).disable("a1", false);
      read(file).add("new", ENTRY);
      assertThat(Files.readString(file)).isNotEqualTo(text);
      read(file).remove("new");

      assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).isEqualTo(text);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  @Provide
  Arbitrary<String> files() {
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    return Combinators.combine(
            Arbitraries.of("\n", "\r\n"),
            Arbitraries.of("", "\ufeff"),
            Arbitraries.of("  ", "    "),
            Arbitraries.of("", " ", " # note é", " # 😀 a, b: {c}"),
            Arbitraries.of("", "\n", "\n# between", "\n\n  # deeper\n"),
            Arbitraries.integers().between(1, 3),
            flags,
            Arbitraries.of("block", "flow", "json"))
        .as(
            (newline, mark, indent, note, between, count, ends, form) -> {
              boolean json = form.equals("json");
              String comment = json ? note.replace('#', '/').replace("/ ", "// ") : note;
              String gap = json ? between.replace("#", "//") : between;
              List<String> entries =
                  IntStream.rangeClosed(1, count)
                      .mapToObj(i -> entry(form, i, indent, comment))
                      .toList();
              String text;
              if (json) {
                String trailing = ends ? "," : "";
                text =
                    "{\n"
                        + indent
                        + "\"mcpServers\": {\n"
                        + entries.stream()
                            .map(each -> indent + indent + each)
                            .collect(Collectors.joining("," + comment + gap + "\n"))
                        + trailing
                        + comment
                        + "\n"
                        + indent
                        + "}\n}";
              } else {
                text =
                    "# 😀\nbackends:"
                        + comment
                        + "\n"
                        + entries.stream()
                            .map(each -> indent + each)
                            .collect(Collectors.joining(gap + "\n"))
                        + gap
                        + (ends
                            ? "\nsurface: meta" + gap + "\n"
                            : form.equals("block") ? "\n" : "");
              }
              return mark + text.replace("\n", newline);
            });
  }

  private static String entry(String form, int number, String indent, String comment) {
    return switch (form) {
      case "json" -> "\"a" + number + "\": {\"command\": \"x\", \"args\": [\"{\", \"//\"]}";
      case "flow" -> "a" + number + ": {command: x, args: ['#', \"}\"]}" + comment;
      default ->
          "a"
              + number
              + ":"
              + comment
              + "\n"
              + indent
              + indent
              + "command: 'é😀'"
              + comment
              + "\n"
              + indent
              + indent
              + "description: |\n"
              + indent
              + indent
              + indent
              + "text # no comment";
    };
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("file.yaml"), text);
  }

  @Test
  void keepsTheEditsOfAllWhoEditAtOnce() throws Exception {
    Path file = Files.writeString(directory.resolve("g.yaml"), "backends:\n  a: {command: x}\n");
    List<Callable<String>> edits = new ArrayList<>();
    for (String name : List.of("b", "c", "d", "e")) {
      ServerEntries before = read(file);
      edits.add(() -> before.add(name, ENTRY));
    }
    ServerEntries before = read(file);
    edits.add(() -> before.disable("a", true));

    ExecutorService threads = Executors.newFixedThreadPool(edits.size());
    try {
      for (Future<String> edit : threads.invokeAll(edits)) {
        edit.get();
      }
    } finally {
      threads.shutdown();
    }

    assertThat(Files.readString(file))
        .contains("  b:", "  c:", "  d:", "  e:", "\"disabled\": true");
  }
}
