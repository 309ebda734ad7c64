package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private static final List<String> HOSTILE = List.of("h0", "h1", "h2", "h3");
  private static final int MOST_OPEN = 24;
  private static final long PATIENCE_SECONDS = 60;

  /** How long a call on a backend that behaves may take beside others that do not. */
  private static final long CALL_MILLIS = 1_000;

  /**
   * Backends that were started again have pipes and threads of the same number. The index of the
   * longest lists, 20,000 tools of each backend, is compacted at the change of the catalog after
   * the one that made them short again, which does not come here. A spare worker stands by for a
   * minute after a program was ended with its worker.
   */
  private static final ProcessFootprint TOLERANCE = new ProcessFootprint(16, 12, 1, 80_000_000);

  private static final Grammar REQUESTS =
      HostileJson.grammar(
              """
              request = 39× ‹call› ¦ "resources/read","params":{"uri":"gatemini://‹address›"}
              call = "tools/call","params":{"name":‹tool_call›}
              tool_call = "search_tools","arguments":{"task_description":‹key›,"brief":‹flag›}
                "tool_info","arguments":{"tool_name":"‹tool›","detail":"full"}
                "list_tools_meta","arguments":{"page_size":500}
                "call_tool_chain","arguments":{"timeout":‹short›,"code":"const r = await ‹tool›({text: 'x'}); return r"}
                10× "call_tool_chain","arguments":{"timeout":‹short›,"code":‹code›‹?,"intent":‹key››}
              tool = ‹backend›.‹name›
              backend = h0 ¦ h1 ¦ h2 ¦ h3
              name = 2× echo ¦ echo1 ¦ size ¦ json ¦ tool_7
              address = tools ¦ overview ¦ backend/‹backend› ¦ tool/‹tool› ¦ llms-full ¦ health ¦ backend/‹backend›/tools
              json_call = {"tool":"‹tool›","arguments":{"text":‹key›}}
              """)
          .with("short", chance -> "" + chance.between(200, 1_500))
          .with("code", chance -> HostileJson.quoted(jsonCall(chance)));

  private final Findings findings = new Findings();
  private final Deque<Map.Entry<String, CompletableFuture<JsonNode>>> open = new ArrayDeque<>();

  @TempDir Path directory = Path.of("");

  private static String jsonCall(Chance chance) {
    return REQUESTS.text("json_call", chance);
  }

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
      server.run("const x: number = 1; return x + 1");
      ProcessFootprint before = ProcessFootprint.of(server.handle());
      for (String backend : HOSTILE) {
        Files.writeString(armed(backend), "");
      }
      fuzz(server, run);
      for (String backend : HOSTILE) {
        Files.delete(armed(backend));
      }
      if (server.isAlive()) {
        awaitAllHonest(server);
        before.mustLast(server.handle(), TOLERANCE, must);
        server.end();
      }
      must.assertThat(findings.list()).as("%s: found", run).isEmpty();
    }
    must.assertAll();
  }

  private Path armed(String backend) {
    return directory.resolve(backend).resolve(HostileServer.ARMED);
  }

  private String config(FuzzRun run) throws IOException {
    Map<String, List<String>> backends = new TreeMap<>();
    backends.put("good", FuzzServer.command());
    for (String name : HOSTILE) {
      long seed = run.seed() + backends.size() * 1_000_000L;
      backends.put(
          name, HostileServer.command(seed, Files.createDirectory(directory.resolve(name))));
    }
    // More often than a server that is well is looked after, so that more happens in a run.
    return """
        {"backends":{%s},
        "health":{"interval":"2s","timeout":"1s","max_restarts":1000,"restart_timeout":"10s",
        "restart_initial_backoff":"100ms","restart_max_backoff":"1s"}}"""
        .formatted(FuzzServer.config(backends));
  }

  /** Until each backend has its four tools and answers by them; what it had before is gone. */
  private static void awaitAllHonest(FuzzedServer server) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              for (String backend : HOSTILE) {
                assertThat(server.echo(backend, backend)).isEqualTo(backend);
              }
              assertThat(server.echo("good", "y")).isEqualTo("y");
              String tools = server.call("list_tools_meta", "{\"page_size\":500}");
              assertThat(Json.mapper().readTree(tools).path("tools"))
                  .hasSize(4 * (HOSTILE.size() + 1));
              // An index is made when it is needed, and takes the place of that of longer lists.
              assertThat(server.call("search_tools", "{\"task_description\":\"size of a text\"}"))
                  .isNotEmpty();
            });
  }

  @SuppressWarnings("try") // a watch works in the background
  private void fuzz(FuzzedServer server, FuzzRun run) throws Exception {
    try (SteadyWatch pings = server.pings();
        SteadyWatch calls = server.watch("honest call", CALL_MILLIS, () -> honest(server))) {
      int steps =
          run.steps(
              server::isAlive,
              (step, chance) -> {
                String request = REQUESTS.text("request", chance);
                findings.at("step " + step + ": " + request);
                open.add(Map.entry(request, server.request(request)));
                awaitAtMost(MOST_OPEN);
              });
      awaitAtMost(0);
      System.out.println("  " + steps + " requests");
    } catch (IOException e) {
      findings.add("reads no more", e.toString());
    }
  }

  /** A call on the backend that behaves; fails where its answer is not its own. */
  private static void honest(FuzzedServer server) throws Exception {
    String text = "honest " + System.nanoTime();
    assertThat(server.echo("good", text)).isEqualTo(text);
  }

  private void awaitAtMost(int count) throws Exception {
    while (open.size() > count) {
      var first = open.remove();
      try {
        first.getValue().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        findings.add("not answered", first.getKey());
      } catch (ExecutionException e) {
        throw new IOException("the server ended", e);
      }
    }
  }
}
