package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random lines of a client against the bundled server, a process with the flags of its launcher.
 */
@Tag("long")
class ClientFuzzTest {
  /** Beyond the longest timeout that a line may ask for, and a machine that stands still. */
  private static final long PATIENCE_SECONDS = 60;

  /** As many as a client that is in a hurry would have. */
  private static final int MOST_OPEN = 64;

  /** Pools that have grown, and caches that are bounded by what they hold. */
  // A program that comes before a cancelled one has left gets a second worker, for a minute.
  private static final ProcessFootprint TOLERANCE = new ProcessFootprint(16, 12, 1, 40_000_000);

  private static final String CONFIG =
      """
      {"backends":{%s,"tools":{"tools":{
        "upper":{"description":"Writes a text in capitals.","command":"tr a-z A-Z","stdin":"{{text}}"},
        "word":{"description":"Repeats a word.","command":"echo {{text}}"}}}},
      "composite_tools":{"twice":{"description":"Echoes twice.","code":
        "return (await good.echo({text: params.text})) + (await good.echo({text: params.text}));"}}}""";

  private final Findings findings = new Findings();

  @TempDir Path directory = Path.of("");

  @Values("2025-03-26 | 2025-11-25") // with batches, and without
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void answersEveryRequestOnceAndKeepsNothing(String version) throws Exception {
    FuzzRun run = FuzzRun.configured().share(2);
    System.out.println("client " + version + ": " + run);
    SoftAssertions must = new SoftAssertions();
    String good = FuzzServer.config(Map.of("good", FuzzServer.command()));
    try (FuzzedServer server = FuzzedServer.start(CONFIG.formatted(good), directory, findings)) {
      ClientLines lines = new ClientLines(run);
      early(server, lines);
      server.initialize(version);
      warmUp(server);
      ProcessFootprint before = ProcessFootprint.of(server.handle());
      write(server, lines, run, version.equals("2025-03-26"));
      if (server.isAlive()) {
        // Until what was cancelled has gone as well.
        Awaitility.await()
            .untilAsserted(
                () -> assertThat(server.run("const x = 1; return 'still ' + x")).contains("still"));
        before.mustLast(server.handle(), TOLERANCE, must);
        server.end();
      }
      must.assertThat(findings.list()).as("%s, %s: found", run, version).isEmpty();
    }
    must.assertAll();
  }

  /** A line before the handshake is answered as well; a reader before it is refused. */
  private static void early(FuzzedServer server, ClientLines lines) throws Exception {
    for (int step = -100; step < 0; step++) {
      byte[] line = lines.at(step);
      // One that is right would be the handshake.
      if (!new String(line, StandardCharsets.ISO_8859_1).contains("initialize")) {
        send(server, line, "early step " + step, false);
      }
    }
  }

  /** So that what is there once for all is there before it is measured. */
  private static void warmUp(FuzzedServer server) throws Exception {
    Awaitility.await()
        .untilAsserted(() -> assertThat(server.echo("good", "warm")).isEqualTo("warm"));
    for (int i = 0; i < 20; i++) {
      assertThat(
              server.run("const x: number = " + i + "; return (await good.echo({text: 'x'})) + x"))
          .contains("x" + i);
      server.run("await tools.upper({text: 'x'})");
      server.call("search_tools", "{\"task_description\":\"echo a text\"}");
    }
  }

  @SuppressWarnings("try") // a watch works in the background
  private void write(FuzzedServer server, ClientLines lines, FuzzRun run, boolean batches)
      throws Exception {
    try (SteadyWatch pings = server.pings()) {
      int steps =
          run.steps(
              // Open requests are reported below.
              () -> server.isAlive() && awaitAtMost(server, MOST_OPEN),
              (step, chance) -> {
                byte[] line = lines.at(step);
                String name =
                    "step "
                        + step
                        + ": "
                        + Findings.shown(new String(line, StandardCharsets.UTF_8));
                findings.at(name);
                send(server, line, name, batches);
              });
      findings.at("the end");
      if (server.isAlive() && !awaitAtMost(server, 0) && server.isAlive()) {
        server.book().lines().forEach(open -> findings.add("not answered", open.toString()));
        server.printThreads();
      }
      System.out.println("  " + steps + " lines");
    } catch (IOException e) {
      findings.add("reads no more", e.toString());
    }
  }

  private static boolean awaitAtMost(FuzzedServer server, int open) throws InterruptedException {
    return server.book().awaitAtMost(open, PATIENCE_SECONDS);
  }

  private static void send(FuzzedServer server, byte[] bytes, String name, boolean batches)
      throws IOException {
    for (int from = 0, to = 0; to < bytes.length; to++) {
      if (bytes[to] == '\n') {
        server.book().sending(Arrays.copyOfRange(bytes, from, to), name, batches);
        from = to + 1;
      }
    }
    server.send(bytes);
  }
}
