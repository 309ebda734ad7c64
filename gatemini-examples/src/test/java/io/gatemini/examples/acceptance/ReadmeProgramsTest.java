package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.server.Main;
import io.gatemini.testing.MisbehavingServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program and the composite tool of programs.md, verbatim, over the file server. */
class ReadmeProgramsTest {
  private static final Path PROGRAMS = Path.of("..", "gatemini-api", "docs", "programs.md");

  @Test
  void doWhatTheDocumentSays(@TempDir Path temporary) throws IOException {
    Path directory = temporary.toRealPath();
    Path logs = Files.createDirectories(directory.resolve("logs"));
    Files.writeString(logs.resolve("one.log"), "INFO a\nERROR b\nERROR c\n");
    Files.writeString(logs.resolve("two.log"), "ERROR d\n");
    Files.writeString(logs.resolve("three.txt"), "ERROR e\n");
    List<String> server = NodePackages.installed().server("filesystem", directory.toString());
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "backends: {files: {command: '%s', args: ['%s', '%s'], cwd: '%s'}}\n"
                    .formatted(server.get(0), server.get(1), server.get(2), directory)
                + snippet("yaml", "composite_tools:"));
    List<String> command = new ArrayList<>(MisbehavingServer.java(Main.class));
    command.addAll(List.of("--direct", "--config", config.toString()));

    try (RawMcpClient client = RawMcpClient.connect(command, Map.of())) {
      client.awaitTool("files.read_text_file");

      assertThat(RawMcpClient.text(client.program(snippet("ts", "const listing")))).isEqualTo("3");
      assertThat(
              RawMcpClient.text(
                  client.program("await __composite.count_errors({path: 'logs/one.log'})")))
          .isEqualTo("2");
    }
  }

  private static String snippet(String language, String start) throws IOException {
    Matcher fenced =
        Pattern.compile("```" + language + "\n(" + Pattern.quote(start) + ".*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PROGRAMS));
    assertThat(fenced.find()).as("%s beginning with %s", language, start).isTrue();
    return fenced.group(1);
  }
}
