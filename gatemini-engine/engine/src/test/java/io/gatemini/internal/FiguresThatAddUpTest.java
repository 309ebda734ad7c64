package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** 1,000 calls of four sessions at once, and every byte of their answers counted twice. */
class FiguresThatAddUpTest {
  private static final int SESSIONS = 4;
  private static final int CALLS = 250;
  private static final String LINES = "Zeile für Zeile, \uD83D\uDC1F und mehr\n".repeat(2_000);
  private static final String IMAGE = "iVBORw0KGgo=".repeat(500);
  private static final String ROWS = rows();

  private final AtomicInteger reached = new AtomicInteger();

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .alias("eyes", "shots.take")
              .backend(
                  "files",
                  BackendConfig.inProcess()
                      .tool(
                          "read",
                          "Read a file of lines.",
                          """
                      {"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}\
                      """,
                          arguments ->
                              reached("text of " + arguments.get("path").asText() + " \u2713"))
                      .tool("lines", "Read many lines.", "{}", arguments -> reached(LINES))
                      .tool("rows", "List rows.", "{}", arguments -> reached(ROWS))
                      .tool(
                          "fail",
                          "Fails.",
                          "{}",
                          arguments -> reached(ToolResult.error("no fish \u00e9")))
                      .tool("object", "A value.", "{}", arguments -> reached(Map.of("size", 17))))
              .backend(
                  "shots",
                  BackendConfig.inProcess()
                      .tool("take", "Take a screenshot.", "{}", arguments -> reached(image("")))
                      .tool("both", "Image and text.", "{}", arguments -> reached(image(LINES)))));

  /** A call, the name it counts under, and the size of its answer where that gets reduced. */
  private record Asked(String tool, String arguments, String countedAs, long processed) {
    static final long AS_RETURNED = -1;

    static Asked of(String tool, String arguments) {
      return new Asked(tool, arguments, tool, AS_RETURNED);
    }

    static Asked chain(String code, String countedAs) {
      return new Asked(
          "call_tool_chain", "{\"code\":" + RawJson.ofValue(code) + "}", countedAs, AS_RETURNED);
    }

    static Asked chain(String code, int maxBytes, String countedAs, long processed) {
      return new Asked(
          "call_tool_chain",
          "{\"code\":" + RawJson.ofValue(code) + ",\"max_output_size\":" + maxBytes + "}",
          countedAs,
          processed);
    }
  }

  private static final List<Asked> MIX =
      List.of(
          Asked.of("search_tools", "{\"task_description\":\"read a file\"}"),
          Asked.of("search_tools", "{\"task_description\":\"read a file\",\"brief\":false}"),
          Asked.of("search_tools", "{\"task_description\":\"\"}"),
          Asked.of("search_tools", "{\"task_description\":\"read a file\",\"compact\":true}"),
          Asked.of("search_tools", "{\"limit\":true}"),
          Asked.of("tool_info", "{\"tool_name\":\"files.read\"}"),
          Asked.of("tool_info", "{\"tool_name\":\"files.read\",\"detail\":\"full\"}"),
          Asked.of("tool_info", "{\"tool_name\":\"files.raed\"}"),
          Asked.of("list_tools_meta", "{}"),
          Asked.of("get_required_keys_for_tool", "{\"tool_name\":\"shots.take\"}"),
          Asked.of("deregister_manual", "{\"manual_name\":\"files\"}"),
          Asked.of(
              "register_manual", "{\"manual_call_template\":{\"name\":\"x\",\"command\":\"rm\"}}"),
          new Asked("no_such_tool", "{}", "(unknown tool)", Asked.AS_RETURNED),
          new Asked("files.read", "{}", "(unknown tool)", Asked.AS_RETURNED),
          Asked.of("call_tool_chain", "{}"),
          Asked.of("call_tool_chain", "{\"code\":\" \"}"),
          Asked.chain("{\"tool\":\"files.read\",\"arguments\":{\"path\":\"a\"}}", "files.read"),
          Asked.chain("{\"tool\":\"read\",\"arguments\":{\"path\":\"b\"}}", "files.read"),
          Asked.chain("await files.read({path: 'c'})", "files.read"),
          Asked.chain("{\"tool\":\"files.read\",\"arguments\":{}}", "files.read"),
          Asked.chain("{\"tool\":\"files.object\",\"arguments\":{}}", "files.object"),
          Asked.chain("{\"tool\":\"files.fail\",\"arguments\":{}}", "files.fail"),
          Asked.chain("{\"tool\":\"no.tool\",\"arguments\":{}}", "call_tool_chain"),
          Asked.chain("{\"tool\":", "call_tool_chain"),
          Asked.chain("return 1 + 1", "call_tool_chain"),
          Asked.chain("return __getToolInterface(\"files.read\")", "call_tool_chain"),
          Asked.chain(
              "{\"tool\":\"files.lines\",\"arguments\":{}}", 3_000, "files.lines", bytes(LINES)),
          Asked.chain("await files.lines({})", 100, "files.lines", bytes(LINES)),
          Asked.chain(
              "{\"tool\":\"files.rows\",\"arguments\":{}}", 20_000, "files.rows", bytes(ROWS)),
          Asked.chain(
              "{\"tool\":\"files.rows\",\"arguments\":{}}", 200_000, "files.rows", bytes(ROWS)),
          new Asked(
              "call_tool_chain",
              "{\"code\":\"await files.rows({})\",\"intent\":\"r\u00f6w 17\"}",
              "files.rows",
              bytes(ROWS)),
          Asked.chain("{\"tool\":\"eyes\",\"arguments\":{}}", "shots.take"),
          Asked.chain(
              "{\"tool\":\"shots.both\",\"arguments\":{}}",
              9_000,
              "shots.both",
              bytes(IMAGE) + bytes(LINES)));

  /** The test's own book. */
  private static final class Sums {
    long calls;
    long processed;
    long returned;

    Sums add(long processedBytes, long returnedBytes) {
      calls++;
      processed += processedBytes;
      returned += returnedBytes;
      return this;
    }

    Sums add(Sums other) {
      calls += other.calls;
      processed += other.processed;
      returned += other.returned;
      return this;
    }

    @Override
    public String toString() {
      return calls + " calls, " + processed + " -> " + returned;
    }
  }

  @Test
  void everyByteOfAThousandCallsIsCountedOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    List<Future<Map<String, Sums>>> runs = new ArrayList<>();

    for (int i = 0; i < SESSIONS; i++) {
      int seed = i;
      runs.add(threads.submit(() -> drive(Session.of("agent-" + seed), new Random(seed))));
    }
    List<Map<String, Sums>> books = new ArrayList<>();
    for (Future<Map<String, Sums>> run : runs) {
      books.add(run.get());
    }
    threads.shutdown();

    Map<String, Sums> all = new TreeMap<>();
    Sums total = new Sums();
    for (int i = 0; i < SESSIONS; i++) {
      SessionStats stats = gateway.stats(Session.of("agent-" + i));
      Sums own = new Sums();
      books.get(i).values().forEach(own::add);
      assertThat(bySession(stats)).isEqualTo(texts(books.get(i)));
      assertThat(stats.calls()).isEqualTo(own.calls).isEqualTo(CALLS);
      assertThat(stats.bytesProcessed()).isEqualTo(own.processed);
      assertThat(stats.bytesReturned()).isEqualTo(own.returned);
      assertThat(stats.receivedBytes()).isEqualTo(own.returned + (i < 2 ? listing() : 0));
      total.add(own);
      books.get(i).forEach((name, sums) -> all.computeIfAbsent(name, n -> new Sums()).add(sums));
    }
    GatewayStats stats = gateway.stats();
    assertThat(byGateway(stats)).isEqualTo(texts(all));
    assertThat(stats.answers()).isEqualTo(total.calls);
    assertThat(stats.bytesProcessed()).isEqualTo(total.processed);
    assertThat(stats.bytesReturned()).isEqualTo(total.returned).isLessThan(total.processed);
    await().until(() -> gateway.stats().calls() == reached.get());
    assertThat(gateway.stats().recent()).hasSize(Math.min(500, reached.get()));
  }

  @Test
  void tellsWhatAllSchemasWouldHaveCost() {
    long all = 0;
    for (ToolDescriptor tool : gateway.catalog().tools()) {
      all += listed(tool.originalName(), tool.description(), tool.inputSchema());
    }

    SessionStats unheardOf = gateway.stats(Session.of("nobody"));

    assertThat(unheardOf.allToolsBytes()).isEqualTo(all);
    assertThat(unheardOf.allToolsTokens()).isBetween(all / 5, all / 2);
    assertThat(unheardOf.receivedBytes()).isZero();
    assertThat(unheardOf.savingsRatio()).isEqualTo(1.0);
    assertThat(unheardOf.reductionPercent()).isZero();
    assertThat(unheardOf.tools()).isEmpty();
  }

  @Test
  void forgetsASessionThatDisconnectsAndKeepsItsBytesInTheTotals() {
    Session session = Session.of("short");
    ask(session, MIX.get(0));
    long returned = gateway.stats(session).bytesReturned();

    gateway.surface().disconnected(session);

    assertThat(returned).isPositive();
    assertThat(gateway.stats(session).bytesReturned()).isZero();
    assertThat(gateway.stats().bytesReturned()).isEqualTo(returned);
  }

  private Map<String, Sums> drive(Session session, Random random) {
    Map<String, Sums> book = new TreeMap<>();
    if (session.id().equals("agent-0") || session.id().equals("agent-1")) {
      gateway.surface().tools(session);
      gateway.surface().tools(session);
    }
    for (int i = 0; i < CALLS; i++) {
      Asked asked = MIX.get(i < MIX.size() ? i : random.nextInt(MIX.size()));
      ToolResult answer = ask(session, asked);
      long returned = bytes(answer);
      long processed = asked.processed == Asked.AS_RETURNED ? returned : asked.processed;
      book.computeIfAbsent(asked.countedAs, name -> new Sums()).add(processed, returned);
    }
    return book;
  }

  private ToolResult ask(Session session, Asked asked) {
    return TestGateway.ask(gateway, session, asked.tool, asked.arguments);
  }

  private static Map<String, String> texts(Map<String, Sums> book) {
    Map<String, String> texts = new TreeMap<>();
    book.forEach((name, sums) -> texts.put(name, sums.toString()));
    return texts;
  }

  private static Map<String, String> bySession(SessionStats stats) {
    Map<String, String> texts = new TreeMap<>();
    stats
        .tools()
        .forEach(
            tool ->
                texts.put(
                    tool.name(),
                    tool.calls()
                        + " calls, "
                        + tool.bytesProcessed()
                        + " -> "
                        + tool.bytesReturned()));
    return texts;
  }

  private static Map<String, String> byGateway(GatewayStats stats) {
    Map<String, String> texts = new TreeMap<>();
    stats.tools().stream()
        .filter(tool -> tool.answers() > 0)
        .forEach(
            tool ->
                texts.put(
                    tool.tool(),
                    tool.answers()
                        + " calls, "
                        + tool.bytesProcessed()
                        + " -> "
                        + tool.bytesReturned()));
    stats
        .metaTools()
        .forEach(
            tool ->
                texts.put(
                    tool.name(),
                    tool.answers()
                        + " calls, "
                        + tool.bytesProcessed()
                        + " -> "
                        + tool.bytesReturned()));
    return texts;
  }

  private long listing() {
    long bytes = 0;
    for (SurfaceTool tool : gateway.surface().tools(Session.of("test"))) {
      bytes += listed(tool.name(), tool.description(), tool.inputSchema());
    }
    return bytes;
  }

  private static long listed(String name, String description, JsonNode schema) {
    ObjectNode tool = JsonNodeFactory.instance.objectNode();
    tool.put("name", name).put("description", description).set("inputSchema", schema);
    return bytes(tool.toString());
  }

  private static long bytes(ToolResult result) {
    long bytes = 0;
    for (JsonNode block : RawJson.parse(result.json().toString()).tree().get("content")) {
      bytes +=
          switch (block.get("type").asText()) {
            case "text" -> bytes(block.get("text").asText());
            case "image" -> bytes(block.get("data").asText());
            default -> throw new AssertionError(block);
          };
    }
    return bytes;
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private <T> T reached(T answer) {
    reached.incrementAndGet();
    return answer;
  }

  private static ToolResult image(String text) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    var content = result.putArray("content");
    content.addObject().put("type", "image").put("mimeType", "image/png").put("data", IMAGE);
    if (!text.isEmpty()) {
      content.addObject().put("type", "text").put("text", text);
    }
    return ToolResult.of(RawJson.of(result));
  }

  private static String rows() {
    var rows = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 1_000; i++) {
      rows.addObject().put("id", i).put("name", "r\u00f6w " + i).put("data", "x".repeat(50));
    }
    return rows.toString();
  }
}
