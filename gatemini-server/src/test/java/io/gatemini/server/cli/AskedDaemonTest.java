package io.gatemini.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands where a daemon runs, over a server that remembers how often it was called. */
@DisabledOnOs(OS.WINDOWS)
class AskedDaemonTest {
  private static final String SERVER =
      """
      count=0
      while read -r line; do
        id=$(echo "$line" | sed -n 's/.*"id":\\([^,}]*\\).*/\\1/p')
        answer="{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id"
        case "$line" in
          *'"initialize"'*) echo "$answer,\\"result\\":{\\"protocolVersion\\":\\"2025-06-18\\",\
      \\"capabilities\\":{\\"tools\\":{}},\\"serverInfo\\":{\\"name\\":\\"s\\",\\"version\\":\\"1\\"}}}" ;;
          *'"tools/list"'*) echo "$answer,\\"result\\":{\\"tools\\":[\
      {\\"name\\":\\"count\\",\\"description\\":\\"Counts calls.\\",\\"inputSchema\\":{\\"type\\":\\"object\\"}},\
      {\\"name\\":\\"hang\\",\\"description\\":\\"Never answers.\\",\\"inputSchema\\":{\\"type\\":\\"object\\"}}]}}" ;;
          *'"hang"'*) touch hangs ;;
          *'"tools/call"'*) count=$((count + 1))
            echo "$answer,\\"result\\":{\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"call $count\\"}]}}" ;;
          *'notifications/cancelled'*) touch cancelled ;;
          *'"id"'*) echo "$answer,\\"error\\":{\\"code\\":-32601,\\"message\\":\\"no\\"}}" ;;
        esac
      done
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path directory;
  private final Path config;
  private final DaemonPlaces places;
  @AutoClose private final Daemon daemon;

  AskedDaemonTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    Files.writeString(directory.resolve("server.sh"), SERVER);
    config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "surface: servers\nbackends: {b: {command: sh, args: [server.sh], cwd: '"
                + directory
                + "'}}");
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    daemon =
        Daemon.open(
            places,
            config,
            "1",
            variables -> Gateway.builder().lazyStart(true).variables(variables).config(config));
    daemon.takeCommands(CommandLineMain::runAt);
  }

  @Test
  void checksTheToolsOfTheDaemonAgainstAFileOfTheCaller() throws IOException {
    assertThat(run("lint", "--json")).isEqualTo(1);
    Path baseline = Files.writeString(directory.resolve("lint.json"), out.toString());

    assertThat(run("lint", "--baseline", baseline.toString())).isZero();
    assertThat(out).hasToString("0 findings in 2 tools" + System.lineSeparator());
    assertThat(run("lint", "--baseline", directory.resolve("server.sh").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("server.sh is no baseline");
  }

  @Test
  void addsPairsOfTheCallersFile() throws IOException {
    assertThat(run("tools")).isZero();
    Files.writeString(
        config, Files.readString(config) + "\nsearch: {examples: pairs.jsonl, retrieval: lexical}");
    Path pairs = directory.resolve("pairs.jsonl");

    assertThat(run("examples", "add", "b.count", "make the zeppelin fly")).isZero();
    assertThat(out.toString())
        .startsWith("added \"make the zeppelin fly\" for b.count to " + pairs);
    assertThat(err.toString()).contains("it is not first yet"); // the daemon has not reloaded
    assertThat(run("examples", "list", "--direct")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "counts: b.count  \"make the zeppelin fly\"", "1 of 1 pairs count, of " + pairs);
    assertThat(run("examples", "list")).isZero();
    assertThat(out.toString()).contains("behind another: b.count", "has not reloaded");
    assertThat(run("examples", "add", "b.count", "make the zeppelin fly")).isEqualTo(1);
    assertThat(run("examples", "add", "b.cuont", "make the zeppelin fly")).isEqualTo(1);
    assertThat(err.toString()).contains("did you mean \"b.count\"?");
  }

  @Test
  void callsTheServerThatRunsAlready() throws IOException {
    Path program =
        Files.writeString(directory.resolve("p.ts"), "console.log('x'); return await b.count({});");

    assertThat(run("call", "b.count")).isZero();
    assertThat(out).hasToString("call 1" + System.lineSeparator());
    assertThat(err)
        .hasToString(
            "gatemini: asks the daemon, process "
                + ProcessHandle.current().pid()
                + System.lineSeparator());
    assertThat(run("call", "b.count", "{}", "--json")).isZero();
    assertThat(out.toString()).contains("\"text\":\"call 2\"");
    assertThat(run("run", program.toString())).isZero();
    assertThat(out).hasToString("call 3" + System.lineSeparator());
    assertThat(err.toString().lines()).contains("x");

    assertThat(run("--direct", "call", "b.count")).isZero();
    assertThat(out).hasToString("call 1" + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void printsWhatAGatewayOfItsOwnPrints() {
    for (List<String> line :
        List.of(
            List.of("tools"),
            List.of("tools", "--json"),
            List.of("tools", "--backend", "c"),
            List.of("search", "count", "calls", "--explain"),
            List.of("search", "nothing of the kind", "--tag", "none"),
            List.of("info", "b.count"),
            List.of("info", "b.cuont"),
            List.of("call", "b.cuont"))) {
      int direct = run(line, "--direct");
      String printed = out.toString();
      String problem = err.toString();

      assertThat(run(line)).as("%s", line).isEqualTo(direct);

      assertThat(out).as("%s", line).hasToString(printed);
      assertThat(err.toString().lines().skip(1)).isEqualTo(problem.lines().toList());
    }
  }

  @Test
  void endsTheCallOfACallerThatLeaves() throws IOException {
    try (SocketChannel caller = SocketChannel.open(UnixDomainSocketAddress.of(places.socket()))) {
      String greeting = Greeting.command("1", "/", Map.of(), List.of("call", "b.hang"), "");
      caller.write(ByteBuffer.wrap((greeting + "\n").getBytes(UTF_8)));
      await().until(() -> Files.exists(directory.resolve("hangs")));
    }

    await().until(() -> Files.exists(directory.resolve("cancelled")));
  }

  @Test
  void saysWhatACompositeToolWaitsFor() throws IOException {
    Path go = directory.resolve("go");
    Files.writeString(
        directory.resolve("server.sh"), "until [ -e go ]; do sleep 0.05; done\n" + SERVER);
    Files.writeString(
        config,
        Files.readString(config)
            + """

            composite_tools:
              twice:
                description: Counts twice.
                code: "await b.count({}); return await b.count({});"
            """);
    Writer waits =
        new StringWriter() {
          @Override
          public void write(String text, int from, int length) {
            super.write(text, from, length);
            if (text.contains("waiting for b")) {
              assertThatCode(() -> Files.createFile(go)).doesNotThrowAnyException();
            }
          }
        };

    int exit =
        CommandLineMain.run(
            new PrintWriter(out, true),
            new PrintWriter(waits, true),
            "call",
            "__composite.twice",
            "--direct",
            "-c",
            config.toString());

    assertThat(waits).hasToString("gatemini: waiting for b" + System.lineSeparator());
    assertThat(out).hasToString("call 2" + System.lineSeparator());
    assertThat(exit).isZero();
  }

  @Test
  void refusesOtherCommandsOfTheSocket() throws IOException {
    Path file = directory.resolve("other.yaml");
    String greeting =
        Greeting.command("1", "/", Map.of(), List.of("config", "init", "-c", file.toString()), "");

    assertThat(
            RunningDaemon.run(places, greeting, new PrintWriter(out), new PrintWriter(err, true)))
        .hasValue(CommandLineMain.WRONG);

    assertThat(err.toString()).contains("the daemon does not run this command");
    assertThat(file).doesNotExist();
  }

  private int run(List<String> line, String... more) {
    List<String> all = new ArrayList<>(line);
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  private int run(String... line) {
    List<String> all = new ArrayList<>(List.of(line));
    all.addAll(List.of("-c", config.toString()));
    if (!all.contains("--direct")) {
      all.addAll(List.of("--socket", places.socket().toString()));
    }
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return CommandLineMain.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }
}
