package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gatemini.testing.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/** The remedies that doctor and documents print, written down. */
class PastedRemediesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A command in code, or at the start of a line of a block. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:`|^(?:\\$ )?(?:bin/)?)gatemini( [^`\\n#|&;>]+)");

  /** Columns of usage texts are apart by blanks, and notes are in brackets. */
  private static final Pattern NOTE = Pattern.compile(" {2,}.*| \\(.*| …$|\\\\$");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  @TempDir Path directory;

  @DisabledOnOs(OS.WINDOWS)
  @Table(
      """
      {comand: sh} | did you mean "command"? | {command: sh}
      {command: sh, timeout: 5 minutes} | write for example 500ms, 30s, 5m or 1h | {command: sh, timeout: 5m}
      {command: sh -v -x} | write command: sh and args: [-v, -x] | {command: sh, args: [-v, -x]}
      {command: "https://no.invalid/mcp"} | its command is an address; write it as url, without a command | {url: "http://127.0.0.1:PORT/mcp"}
      {command: cmd, args: [/c, sh, -v]} | write command: sh and what follows in args | {command: sh, args: [-v]}
      {command: 'C:\\tools\\sh.exe'} | write command: sh | {command: sh}
      {command: sh, env: [A]} | write NAME: value, a line each | {command: sh, env: {A: a}}
      {command: no-such-program} | install it, or write its whole path | {command: /bin/sh}
      {command: sh, cwd: no/such} | make it, or write another | {command: sh, cwd: DIR}
      {command: "${NOT_SET_HERE}"} | or write a default: ${NOT_SET_HERE:-value} | {command: "${NOT_SET_HERE:-sh}"}
      {command: sh, transport: studio} | did you mean "stdio"? | {command: sh, transport: stdio}
      {command: sh, headers: {A: b}} | give it variables with env, or name a url | {command: sh, env: {A: b}}
      {command: sh, env: {A: "secretref:env:NOT_SET_HERE"}} | NOT_SET_HERE is not set; set it | {command: sh, env: {A: "secretref:env:PATH"}}
      {args: [a]} | write the program to start, | {command: sh, args: [a]}
      {url: "127.0.0.1:PORT/mcp"} | write it as http://HOST:PORT/PATH | {url: "http://127.0.0.1:PORT/mcp"}
      {url: "localhost:PORT/mcp"} | url must begin with http:// or https:// | {url: "http://127.0.0.1:PORT/mcp"}
      """)
  void ofDoctorMakeItContent(String faulty, String remedy, String mended) throws IOException {
    try (ServerSocket server = new ServerSocket(0)) {
      String port = String.valueOf(server.getLocalPort());

      assertThat(doctor(1, faulty.replace("PORT", port))).contains(remedy);
      String work = Files.createDirectory(directory.resolve("work")).toString();
      doctor(0, mended.replace("PORT", port).replace("DIR", work));
    }
  }

  private String doctor(int exitCode, String backend) throws IOException {
    Path file = Files.writeString(directory.resolve("c.yaml"), "backends:\n  a: " + backend + "\n");
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int ended = CommandLineMain.run(out, out, "doctor", "-c", file.toString());
    assertThat(ended).as(said::toString).isEqualTo(exitCode);
    return said.toString();
  }

  static List<String> commands() throws IOException {
    List<Path> documents;
    try (Stream<Path> files = Files.walk(ROOT)) {
      documents =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .filter(file -> !file.toString().contains("/target/"))
              .toList();
    }
    List<String> commands = new ArrayList<>();
    for (Path document : documents) {
      Matcher found = COMMAND.matcher(Files.readString(document));
      while (found.find()) {
        commands.add(NOTE.matcher(found.group(1).strip()).replaceFirst(""));
      }
    }
    assertThat(commands).hasSizeGreaterThan(50);
    return commands.stream().distinct().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void ofDocumentsAreCommands(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(word.group().replaceAll("^['\"]|['\"]$", ""));
    }
    CommandLine gatemini =
        new CommandLine(new GateminiCommand(Optional.empty()))
            .setCaseInsensitiveEnumValuesAllowed(true);

    Throwable problem = catchThrowable(() -> gatemini.parseArgs(words.toArray(String[]::new)));

    boolean isName = words.size() < 3 && problem instanceof MissingParameterException;
    if (!isName) {
      assertThat(problem).as(command).isNull();
    }
  }
}
