package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random lines of a client against the bundled server, a process with the flags of its launcher.
 */
@Tag("long")
class ClientFuzzTest {
  /** Beyond the longest timeout that a line may ask for, and a machine that stands still. */
  private static final long PATIENCE_SECONDS = 60;

  /** As many as a client that is in a hurry would have. */
  private static final int MOST_OPEN = 64;

  /** Lines before the handshake. */
  private static final int EARLY_LINES = 100;

  /** Pools that have grown, and caches that are bounded by what they hold. */
  private static final ProcessFootprint.Tolerance TOLERANCE =
      new ProcessFootprint.Tolerance(16, 12, 0, 40_000_000);

  private final Findings findings = new Findings();

  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "2025-11-25"}) // with batches, and without
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void answersEveryRequestOnceAndKeepsNothing(String version) throws Exception {
    FuzzRun run = FuzzRun.configured().share(2);
    System.out.println("client " + version + ": " + run);
    SoftAssertions must = new SoftAssertions();
    try (FuzzedServer server = FuzzedServer.start(config(), directory, findings)) {
      ClientLines lines = new ClientLines(run);
      early(server, lines);
      server.initialize(version);
      warmUp(server);
      ProcessFootprint before = ProcessFootprint.of(server.handle());
      String pings =
          write(server, lines, run, new LineOracle(server.book(), version.equals("2025-03-26")));
      if (server.isAlive()) {
        settle(server);
        ProcessFootprint after = ProcessFootprint.of(server.handle());
        System.out.println("  before: " + before + "\n  after:  " + after + "\n" + after.largest());
        after.mustBeLike(before, TOLERANCE, must);
        server.end();
      }
      System.out.println(
          "  "
              + server.book().asked()
              + " requests, "
              + server.book().answered()
              + " answers; "
              + pings);
      must.assertThat(findings.list()).as("%s, %s: found", run, version).isEmpty();
    }
    must.assertAll();
  }

  private static ObjectNode config() {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    ObjectNode backends = config.putObject("backends");
    var command = FuzzServer.command();
    ObjectNode good = backends.putObject("good").put("command", command.get(0));
    command.subList(1, command.size()).forEach(good.withArray("args")::add);
    ObjectNode tools = backends.putObject("tools").putObject("tools");
    tools
        .putObject("upper")
        .put("description", "Writes a text in capitals.")
        .put("command", "tr a-z A-Z")
        .put("stdin", "{{text}}");
    tools.putObject("word").put("description", "Repeats a word.").put("command", "echo {{text}}");
    config
        .putObject("composite_tools")
        .putObject("twice")
        .put("description", "Echoes twice.")
        .put(
            "code",
            "return (await good.echo({text: params.text})) + (await good.echo({text: params.text}));");
    return config;
  }

  /** What comes before the handshake is answered as well; whoever reads before it is refused. */
  private static void early(FuzzedServer server, ClientLines lines) throws Exception {
    server.at("before the handshake");
    LineOracle oracle = new LineOracle(server.book(), false);
    for (int step = 0; step < EARLY_LINES; step++) {
      byte[] line = lines.at(-1 - step);
      // One that is right would be the handshake.
      if (!new String(line, StandardCharsets.ISO_8859_1).contains("initialize")) {
        send(server, oracle, line, "early step " + step);
      }
    }
  }

  /** So that what is there once for all is there before it is measured. */
  private static void warmUp(FuzzedServer server) throws Exception {
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(
                        HostileJson.text(
                            FuzzedServer.await(
                                server.run(
                                    "{\"tool\":\"good.echo\",\"arguments\":{\"text\":\"warm\"}}"))))
                    .contains("\"warm\""));
    for (int i = 0; i < 20; i++) {
      JsonNode answer =
          FuzzedServer.await(
              server.run(
                  "const x: number = "
                      + i
                      + "; const r = await good.echo({text: 'x'}); return r + x"));
      assertThat(HostileJson.text(answer)).contains("x" + i);
      FuzzedServer.await(server.run("await tools.upper({text: 'x'})"));
      FuzzedServer.await(
          server.call(
              "search_tools",
              JsonNodeFactory.instance.objectNode().put("task_description", "echo a text")));
    }
  }

  private String write(FuzzedServer server, ClientLines lines, FuzzRun run, LineOracle oracle)
      throws Exception {
    long end = System.nanoTime() + run.length().toNanos();
    int step = run.first();
    try (SteadyWatch pings = SteadyWatch.pings(server, findings)) {
      for (; step <= run.last() && System.nanoTime() < end && server.isAlive(); step++) {
        byte[] line = lines.at(step);
        String name =
            "step " + step + ": " + Findings.shown(new String(line, StandardCharsets.UTF_8));
        server.at(name);
        try {
          send(server, oracle, line, name);
        } catch (IOException e) {
          findings.add("reads no more", e + " at " + name);
          break;
        }
        if (!server.book().awaitAtMost(MOST_OPEN, PATIENCE_SECONDS)) {
          break; // what is open is reported below
        }
      }
      server.at("the end, after step " + (step - 1));
      if (server.isAlive() && !server.book().awaitAtMost(0, PATIENCE_SECONDS) && server.isAlive()) {
        server
            .book()
            .lines()
            .forEach((id, line) -> findings.add("not answered", id + " of " + line));
        System.out.println(ProcessFootprint.jcmd(server.handle().pid(), "Thread.print"));
      }
      System.out.println("  " + (step - run.first()) + " lines");
      return pings.end();
    }
  }

  private static void send(FuzzedServer server, LineOracle oracle, byte[] bytes, String name)
      throws Exception {
    for (int from = 0; from < bytes.length; ) {
      int to = from;
      while (bytes[to] != '\n') {
        to++;
      }
      oracle.sending(Arrays.copyOfRange(bytes, from, to), name);
      from = to + 1;
    }
    server.send(bytes);
  }

  /** Until what was cancelled has gone as well. */
  private static void settle(FuzzedServer server) throws Exception {
    Awaitility.await()
        .untilAsserted(
            () -> {
              JsonNode answer = FuzzedServer.await(server.run("const x = 1; return 'still ' + x"));
              assertThat(HostileJson.text(answer)).contains("still 1");
            });
  }
}
