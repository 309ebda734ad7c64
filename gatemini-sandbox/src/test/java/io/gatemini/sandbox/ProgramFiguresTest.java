package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.MetaToolStats;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.SessionStats.ToolBytes;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The answers of programs of four sessions at once: every byte counted twice. */
class ProgramFiguresTest {
  private static final int SESSIONS = 4;
  private static final int ROUNDS = 5;
  private static final String LINES = "Zeile für Zeile\n".repeat(4_000);
  private static final long AS_RETURNED = -1;

  /** A program, and the size of its answer where that gets reduced. */
  private record Asked(String code, int maxBytes, long processed) {}

  private static final List<Asked> PROGRAMS =
      List.of(
          new Asked("const all = await files.lines({}); return all + ''", 3_000, bytes(LINES)),
          new Asked(
              "const a = await files.lines({}); return [a.length, 'ü']", 200_000, AS_RETURNED),
          new Asked("console.log('é'); return {a: 1}", 200_000, AS_RETURNED),
          new Asked("await files.lines({}); throw new Error('no')", 200_000, AS_RETURNED),
          new Asked("return files.nothing({})", 200_000, AS_RETURNED),
          new Asked("return (((", 200_000, AS_RETURNED));

  private record Sums(long calls, long processed, long returned) {
    Sums add(long processedBytes, long returnedBytes) {
      return new Sums(calls + 1, processed + processedBytes, returned + returnedBytes);
    }
  }

  @Test
  void everyByteOfProgramsIsCountedForThemAndNotForTheToolsTheyCalled() throws Exception {
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .backend(
                    "files",
                    BackendConfig.inProcess().tool("lines", "Lines.", "{}", arguments -> LINES))
                .compositeTool(
                    "count",
                    CompositeTool.of("Counts.", "return (await files.lines({})).length + 0;")))) {

      ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
      List<Future<List<Sums>>> runs = new ArrayList<>();

      for (int i = 0; i < SESSIONS; i++) {
        Session session = Session.of("agent-" + i);
        runs.add(threads.submit(() -> drive(gateway, session)));
      }
      Sums programs = new Sums(0, 0, 0);
      Sums composite = new Sums(0, 0, 0);
      for (int i = 0; i < SESSIONS; i++) {
        List<Sums> own = runs.get(i).get();
        programs = sum(programs, own.get(0));
        composite = sum(composite, own.get(1));
        assertThat(gateway.stats(Session.of("agent-" + i)).tools())
            .containsExactlyInAnyOrder(
                row("call_tool_chain", own.get(0)), row("__composite.count", own.get(1)));
      }
      threads.shutdown();

      assertThat(gateway.stats().metaTools())
          .containsExactly(
              new MetaToolStats(
                  "call_tool_chain", programs.calls, programs.processed, programs.returned));
      assertThat(gateway.stats().bytesProcessed())
          .isEqualTo(programs.processed + composite.processed);
      assertThat(gateway.stats().bytesReturned()).isEqualTo(programs.returned + composite.returned);
      assertThat(programs.returned).isLessThan(programs.processed);
      assertThat(gateway.stats().tools())
          .filteredOn(tool -> tool.tool().equals("files.lines"))
          .extracting(ToolStats::answers, ToolStats::bytesReturned)
          .containsExactly(tuple(0L, 0L));
    }
  }

  private static List<Sums> drive(Gateway gateway, Session session) {
    Sums programs = new Sums(0, 0, 0);
    Sums composite = new Sums(0, 0, 0);
    for (int i = 0; i < ROUNDS; i++) {
      for (Asked asked : PROGRAMS) {
        long returned = bytes(ask(gateway, session, asked.code, asked.maxBytes));
        programs =
            programs.add(asked.processed == AS_RETURNED ? returned : asked.processed, returned);
      }
      long returned = bytes(ask(gateway, session, "await __composite.count({})", 200_000));
      composite = composite.add(returned, returned);
    }
    return List.of(programs, composite);
  }

  private static ToolResult ask(Gateway gateway, Session session, String code, int maxBytes) {
    RawJson arguments =
        RawJson.parse(
            "{\"code\":" + RawJson.ofValue(code) + ",\"max_output_size\":" + maxBytes + "}");
    return TestGateway.ask(gateway, session, "call_tool_chain", arguments);
  }

  private static Sums sum(Sums one, Sums other) {
    return new Sums(
        one.calls + other.calls, one.processed + other.processed, one.returned + other.returned);
  }

  private static ToolBytes row(String name, Sums sums) {
    return new ToolBytes(name, sums.calls, sums.processed, sums.returned);
  }

  private static long bytes(ToolResult result) {
    return Stream.of(RawJson.parse(result.json().toString()).tree().get("content"))
        .flatMap(
            blocks -> {
              List<JsonNode> all = new ArrayList<>();
              blocks.forEach(all::add);
              return all.stream();
            })
        .mapToLong(block -> bytes(block.get("text").asText()))
        .sum();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
