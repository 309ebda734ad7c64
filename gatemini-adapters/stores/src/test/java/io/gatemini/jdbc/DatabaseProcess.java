package io.gatemini.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Frozen;
import io.gatemini.testing.Patience;
import io.gatemini.testing.ScriptedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Server;

/** A server of H2 in a process of its own. */
final class DatabaseProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("tcp://[^ ]*:(\\d+)");

  private final Path directory;
  private final Process process;
  private final String port;

  private DatabaseProcess(Path directory, Process process, String port) {
    this.directory = directory;
    this.process = process;
    this.port = port;
  }

  static DatabaseProcess start(Path directory) throws IOException {
    List<String> command = ScriptedServer.java(Server.class);
    command.addAll(List.of("-tcp", "-tcpPort", "0", "-ifNotExists"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader lines = process.inputReader(UTF_8);
    String line = lines.readLine();
    Matcher address = ADDRESS.matcher(line == null ? "" : line);
    if (!address.find()) {
      process.destroyForcibly();
      throw new IllegalStateException("no address: " + line);
    }
    return new DatabaseProcess(directory, process, address.group(1));
  }

  String url(String name) {
    return "jdbc:h2:tcp://localhost:" + port + "/" + directory.resolve(name);
  }

  /** It takes connections and answers nothing, until {@link #resume}. */
  void suspend() throws IOException, InterruptedException {
    assertThat(Frozen.process(process.pid())).isTrue();
  }

  void resume() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-CONT", Long.toString(process.pid())).start().waitFor())
        .isZero();
  }

  @Override
  public void close() {
    Patience.awaitEnd(process.destroyForcibly());
  }
}
