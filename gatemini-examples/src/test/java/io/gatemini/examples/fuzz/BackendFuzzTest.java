package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backends that write what they like, beside one that is honest, behind the bundled server. */
@Tag("long")
class BackendFuzzTest {
  private static final int HOSTILE = 4;
  private static final int MOST_OPEN = 24;
  private static final long PATIENCE_SECONDS = 60;
  private static final Duration RECOVERY = Duration.ofMinutes(3);

  /**
   * Backends that were started again have pipes and threads of the same number. The index of the
   * longest lists, 20,000 tools of each backend, is compacted at the change of the catalog after
   * the one that made them short again, which does not come here.
   */
  private static final ProcessFootprint.Tolerance TOLERANCE =
      new ProcessFootprint.Tolerance(16, 12, 0, 80_000_000);

  /** A request that waits for its answer. */
  private record Asked(String line, CompletableFuture<JsonNode> answer) {}

  private final Findings findings = new Findings();
  private final Deque<Asked> open = new ArrayDeque<>();

  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  Path directory;

  @Test
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void servesTheOthersAndKeepsNothing() throws Exception {
    FuzzRun run = FuzzRun.configured();
    System.out.println("backends: " + run);
    SoftAssertions must = new SoftAssertions();
    try (FuzzedServer server = FuzzedServer.start(config(run), directory, findings)) {
      server.initialize("2025-11-25");
      awaitAllHonest(server);
      // A worker is started with the first program, and stays for a while.
      FuzzedServer.await(server.run("const x: number = 1; return x + 1"));
      ProcessFootprint before = ProcessFootprint.of(server.handle());
      arm();
      fuzz(server, run);
      disarm();
      if (server.isAlive()) {
        awaitAllHonest(server);
        ProcessFootprint after = ProcessFootprint.of(server.handle());
        System.out.println("  before: " + before + "\n  after:  " + after);
        after.mustBeLike(before, TOLERANCE, must);
        server.end();
      }
      must.assertThat(findings.list()).as("%s: found", run).isEmpty();
    }
    must.assertAll();
  }

  private ObjectNode config(FuzzRun run) throws IOException {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    ObjectNode backends = config.putObject("backends");
    backend(backends, "good", FuzzServer.command());
    for (int i = 0; i < HOSTILE; i++) {
      Path own = Files.createDirectory(directory.resolve("h" + i));
      backend(backends, "h" + i, HostileServer.command(run.seed() + i * 1_000_000L, own));
    }
    // More often than a server that is well is looked after, so that more happens in a run.
    config
        .putObject("health")
        .put("interval", "2s")
        .put("timeout", "1s")
        .put("max_restarts", 1_000)
        .put("restart_initial_backoff", "100ms")
        .put("restart_max_backoff", "1s")
        .put("restart_timeout", "10s");
    return config;
  }

  private static void backend(ObjectNode backends, String name, List<String> command) {
    ObjectNode backend = backends.putObject(name).put("command", command.get(0));
    command.subList(1, command.size()).forEach(backend.withArray("args")::add);
  }

  private void arm() throws IOException {
    for (int i = 0; i < HOSTILE; i++) {
      Files.writeString(directory.resolve("h" + i).resolve(HostileServer.ARMED), "");
    }
  }

  private void disarm() throws IOException {
    for (int i = 0; i < HOSTILE; i++) {
      Files.deleteIfExists(directory.resolve("h" + i).resolve(HostileServer.ARMED));
    }
  }

  /** Until each backend has its four tools and answers by them; what it had before is gone. */
  private static void awaitAllHonest(FuzzedServer server) throws Exception {
    Awaitility.await()
        .atMost(RECOVERY)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              for (int i = 0; i < HOSTILE; i++) {
                assertEcho(server, "h" + i, "x" + i);
              }
              assertEcho(server, "good", "y");
              ObjectNode page = JsonNodeFactory.instance.objectNode().put("page_size", 500);
              JsonNode tools = FuzzedServer.await(server.call("list_tools_meta", page));
              String names = tools.at("/result/content/0/text").asText();
              assertThat(Json.mapper().readTree(names).path("tools")).hasSize(4 * (HOSTILE + 1));
              // An index is made when it is needed, and takes the place of that of longer lists.
              ObjectNode task = JsonNodeFactory.instance.objectNode();
              task.put("task_description", "the size of a text");
              assertThat(FuzzedServer.await(server.call("search_tools", task)).has("result"))
                  .isTrue();
            });
  }

  private static void assertEcho(FuzzedServer server, String backend, String text)
      throws Exception {
    JsonNode answer =
        server
            .run("{\"tool\":\"" + backend + ".echo\",\"arguments\":{\"text\":\"" + text + "\"}}")
            .get(60, TimeUnit.SECONDS);
    assertThat(answer.at("/result/content/0/text").asText()).isEqualTo(text);
  }

  private void fuzz(FuzzedServer server, FuzzRun run) throws Exception {
    long end = System.nanoTime() + run.length().toNanos();
    int step = run.first();
    try (SteadyWatch pings = SteadyWatch.pings(server, findings);
        SteadyWatch calls =
            new SteadyWatch(
                server, findings, "honest call", SteadyWatch.CALL_MILLIS, () -> honest(server))) {
      for (; step <= run.last() && System.nanoTime() < end && server.isAlive(); step++) {
        ask(server, step, run.at(step));
        while (open.size() > MOST_OPEN) {
          awaitFirst();
        }
      }
      while (!open.isEmpty()) {
        awaitFirst();
      }
      System.out.println("  " + step + " requests; " + pings.end() + "; " + calls.end());
    } catch (IOException e) {
      findings.add("reads no more", e + " at " + server.where());
    }
  }

  /** A call on the backend that behaves; fails where its answer is not its own. */
  private static long honest(FuzzedServer server) throws Exception {
    long from = System.nanoTime();
    String text = "honest " + from;
    JsonNode answer =
        server
            .run("{\"tool\":\"good.echo\",\"arguments\":{\"text\":\"" + text + "\"}}")
            .get(SteadyWatch.PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!answer.at("/result/content/0/text").asText().equals(text)) {
      throw new IllegalStateException("answered " + Findings.shown(HostileJson.text(answer)));
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
  }

  private void ask(FuzzedServer server, int step, Chance chance) throws IOException {
    String backend = "h" + chance.below(HOSTILE);
    String tool = backend + "." + chance.of("echo", "echo", "echo1", "size", "json", "tool_7");
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    String name =
        switch (chance.below(14)) {
          case 0 -> {
            arguments
                .put("task_description", HostileText.small(chance))
                .put("brief", chance.oneIn(2));
            yield "search_tools";
          }
          case 1 -> {
            arguments.put("tool_name", tool).put("detail", "full");
            yield "tool_info";
          }
          case 2 -> {
            arguments.put("page_size", 500);
            yield "list_tools_meta";
          }
          case 3 -> {
            arguments.put("code", "const r = await " + tool + "({text: 'x'}); return r");
            yield "call_tool_chain";
          }
          default -> {
            ObjectNode call = JsonNodeFactory.instance.objectNode().put("tool", tool);
            call.putObject("arguments").put("text", HostileText.small(chance));
            arguments.put("code", HostileJson.text(call));
            if (chance.oneIn(4)) {
              arguments.put("intent", HostileText.small(chance));
            }
            yield "call_tool_chain";
          }
        };
    if (name.equals("call_tool_chain")) {
      arguments.put("timeout", chance.between(200, 1_500));
    }
    String line = "step " + step + ": " + name + " " + HostileJson.text(arguments);
    server.at(line);
    if (chance.oneIn(40)) {
      String uri =
          chance.of(
              "gatemini://tools",
              "gatemini://overview",
              "gatemini://backend/" + backend,
              "gatemini://tool/" + tool,
              "gatemini://llms-full",
              "gatemini://health",
              "gatemini://backend/" + backend + "/tools");
      open.add(
          new Asked(
              uri,
              server.request(
                  "resources/read", JsonNodeFactory.instance.objectNode().put("uri", uri))));
    }
    open.add(new Asked(line, server.call(name, arguments)));
  }

  private void awaitFirst() throws Exception {
    Asked first = open.remove();
    try {
      first.answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      findings.add("not answered", first.line);
    } catch (ExecutionException e) {
      throw new IOException("the server ended", e);
    }
  }
}
