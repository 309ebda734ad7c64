package io.gatemini.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.CallInterceptor;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The tour that {@code gatemini demo} prints: what an agent reads with and without the gateway,
 * step by step. Every figure is measured while it runs.
 */
public final class Demo {
  private static final int WIDTH = 98;

  /** Bytes a token of English text and JSON, roughly, with the tokenizers in use. */
  private static final int BYTES_PER_TOKEN = 4;

  private static final String TASK = "how many workng days are left untill the dedline";

  /** The part of the search's answer that an agent uses. */
  private static final String CHOSEN = "dates.business_days_between";

  private static final String LOG = "return await workspace.read_log({})";

  /** In a line of the log that the intent leaves out. */
  private static final String WANTED = "orders/4999";

  private static final String PROGRAM =
      """
      const open = await workspace.list_issues({state: "open"});
      const today = (await dates.get_current_time({timezone: "UTC"})).slice(0, 10);
      const rows = [];
      for (const issue of open.filter(i => i.labels.includes("bug"))) {
        const age = await dates.business_days_between({from: issue.opened, to: today});
        const slug = await text.slugify({text: issue.title});
        if (age > 10) rows.push({branch: `fix/${issue.id}-${slug}`, age});
      }
      return rows.sort((a, b) => b.age - a.age);""";

  private final PrintWriter out;
  private final Gateway gateway;
  private final AtomicLong toolBytes;
  private final Session session = Session.random();
  private long agentBytes;

  private Demo(PrintWriter out, Gateway gateway, AtomicLong toolBytes) {
    this.out = out;
    this.gateway = gateway;
    this.toolBytes = toolBytes;
  }

  /**
   * Builds the gateway, prints the tour and closes the gateway.
   *
   * @return whether every step worked
   */
  public static boolean run(PrintWriter out) {
    AtomicLong toolBytes = new AtomicLong();
    CallInterceptor measure =
        (call, next) -> next.proceed(call).thenApply(result -> counted(result, toolBytes));
    GatewayBuilder builder =
        GeneratedTools.addTo(DemoBackends.addTo(Gateway.builder(), Clock.systemUTC()))
            .backend(RestartedServer.NAME, RestartedServer.config())
            .interceptor(measure);
    out.println(
        "The tour starts a gateway with 28 backends in this process and one in a process of its own.");
    out.flush();
    try (Gateway gateway = builder.build()) {
      gateway.awaitReady(Duration.ofSeconds(30));
      return new Demo(out, gateway, toolBytes).tour();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static ToolResult counted(ToolResult result, AtomicLong bytes) {
    bytes.addAndGet(result.json().length());
    return result;
  }

  private boolean tour() throws InterruptedException {
    int tools = gateway.catalog().tools().size();
    long allSchemas = bytesOf(gateway.catalog().tools().stream().map(Demo::listed).toList());
    long sevenTools = bytesOf(gateway.surface().tools(session).stream().map(Demo::listed).toList());
    agentBytes = sevenTools;

    title("%d backends, %,d tools, most of them generated", gateway.backends().size(), tools);
    line(
        "without a gateway an agent reads %,9d bytes of schemas   ~%,d tokens",
        allSchemas, tokens(allSchemas));
    line(
        "with it, seven tools:            %,9d bytes              ~%,d tokens",
        sevenTools, tokens(sevenTools));

    title("search_tools \"%s\" (as it was typed)", TASK);
    JsonNode rows = ask("search_tools", Map.of("task_description", TASK, "limit", 3));
    rows.forEach(
        row -> line("%s: %s", row.path("call").asText(), row.path("description").asText()));

    title("call_tool_chain: a call");
    String call = "await " + CHOSEN + "({from: \"2026-12-01\", to: \"2027-01-04\"})";
    ChainResult one = run(call);
    line("%s -> %s", call, one.text());

    title("call_tool_chain: a program over three backends");
    PROGRAM.lines().forEach(codeLine -> line("%s", codeLine));
    toolBytes.set(0);
    ChainResult all = run(PROGRAM);
    long inside = toolBytes.get();
    long outside = bytes(all.text());
    RawJson.parse(all.text()).tree().forEach(row -> line("-> %s", row));
    line(
        "%d tool calls; %,d bytes of results stayed in the sandbox, the agent read %,d",
        all.toolCalls(), inside, outside);

    title("call_tool_chain: a log, with the intent \"declined refunds\"");
    toolBytes.set(0);
    ChainResult log = counted(gateway.run(ChainRequest.of(LOG).withIntent("declined refunds")));
    long logBytes = toolBytes.get();
    log.text().lines().limit(1).forEach(this::wrapped);
    log.text().lines().filter(row -> row.contains("declined")).forEach(row -> line("%s", row));
    String id = log.resultId().orElseThrow();
    line("the rest is kept; gatemini://result/%s?search=%s finds:", id, WANTED);
    gateway.result(id).search(WANTED).matches().stream()
        .limit(1)
        .forEach(match -> line("%s", match.text()));

    title("a backend whose process is killed: the gateway logs a WARNING and starts it again");
    wrapped(RestartedServer.killAndCall(gateway));

    title("bytes that the agent read");
    long without = allSchemas + inside + logBytes + bytes(one.text());
    line(
        "%,d instead of %,d: %.1f %% less; each further tool behind the gateway costs none",
        agentBytes, without, 100.0 * (without - agentBytes) / without);

    title("next: a configuration for your own servers, then the entry for your client");
    line("java -jar gatemini-server/target/gatemini.jar config init --folder FOLDER");
    line("java -jar gatemini-server/target/gatemini.jar install claude");
    return !one.isError()
        && !all.isError()
        && !log.isError()
        && rows.size() > 0
        && RestartedServer.isBack(gateway);
  }

  private ChainResult counted(ChainResult result) {
    agentBytes += bytes(result.text());
    return result;
  }

  private ChainResult run(String code) {
    return counted(gateway.run(code));
  }

  /** Asks a meta-tool the way a client does, and counts the answer. */
  private JsonNode ask(String tool, Map<String, Object> arguments) {
    Surface surface = gateway.surface();
    ToolResult result =
        surface
            .call(new SurfaceCall(tool, RawJson.ofValue(arguments), CallContext.of(session)))
            .toCompletableFuture()
            .join();
    agentBytes += bytes(result.text());
    return RawJson.parse(result.text()).tree();
  }

  private static ObjectNode listed(ToolDescriptor tool) {
    return listed(tool.key(), tool.description(), tool.inputSchema());
  }

  private static ObjectNode listed(Surface.SurfaceTool tool) {
    return listed(tool.name(), tool.description(), tool.inputSchema());
  }

  /** A tool as a model sees it in {@code tools/list}. */
  private static ObjectNode listed(String name, String description, JsonNode schema) {
    ObjectNode tool = JsonNodeFactory.instance.objectNode();
    tool.put("name", name).put("description", description).set("inputSchema", schema);
    return tool;
  }

  private void title(String format, Object... args) {
    out.println();
    line("* " + format, args);
  }

  private void line(String format, Object... args) {
    String line = String.format(Locale.ROOT, format, args);
    String text = line.startsWith("* ") ? line : "  " + line;
    out.println(text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…");
    out.flush();
  }

  private void wrapped(String text) {
    String rest = text;
    while (rest.length() > WIDTH - 2) {
      int space = rest.lastIndexOf(' ', WIDTH - 2);
      int end = space > 0 ? space : WIDTH - 2;
      line("%s", rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    line("%s", rest);
  }

  private static long bytesOf(List<ObjectNode> tools) {
    return tools.stream().mapToLong(tool -> bytes(tool.toString())).sum();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long tokens(long bytes) {
    return bytes / BYTES_PER_TOKEN;
  }
}
