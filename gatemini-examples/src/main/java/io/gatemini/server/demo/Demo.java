package io.gatemini.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolDefinition;
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

  private static final String TASK = "how many working days are left until the deadline";

  /** The part of the search's answer that an agent uses. */
  private static final String CHOSEN = "dates.business_days_between";

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
    try (Gateway gateway =
        DemoBackends.addTo(Gateway.builder(), Clock.systemUTC()).interceptor(measure).build()) {
      gateway.awaitReady(Duration.ofSeconds(10));
      return new Demo(out, gateway, toolBytes).tour();
    }
  }

  private static ToolResult counted(ToolResult result, AtomicLong bytes) {
    bytes.addAndGet(result.json().length());
    return result;
  }

  private boolean tour() {
    int tools = gateway.catalog().tools().size();
    long allSchemas = bytesOf(gateway.catalog().tools().stream().map(Demo::listed).toList());
    long sevenTools = bytesOf(gateway.surface().tools(session).stream().map(Demo::listed).toList());
    agentBytes = sevenTools;

    title("%d backends in this process, %d tools", gateway.backends().size(), tools);
    line(
        "without a gateway the agent reads %,7d bytes of schemas   ~%,d tokens",
        allSchemas, tokens(allSchemas));
    line(
        "with it, seven tools:             %,7d bytes              ~%,d tokens",
        sevenTools, tokens(sevenTools));

    title("search_tools \"%s\"", TASK);
    JsonNode rows = ask("search_tools", Map.of("task_description", TASK, "limit", 3));
    rows.forEach(
        row -> line("%s: %s", row.path("name").asText(), row.path("description").asText()));

    title("tool_info %s", CHOSEN);
    JsonNode brief = ask("tool_info", Map.of("tool_name", CHOSEN));
    wrapped("brief, %d bytes: %s".formatted(bytes(brief.toString()), brief));
    JsonNode full = ask("tool_info", Map.of("tool_name", CHOSEN, "detail", "full"));
    line("full,  %d bytes, with its schema: %s", bytes(full.toString()), full.path("input_schema"));

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
    wrapped("-> " + all.text().replaceAll("\\s*\\n\\s*", " "));
    line(
        "%d tool calls; %,d bytes of results stayed here, %,d bytes went to the agent",
        all.toolCalls(), inside, outside);

    title("What the agent read in all");
    long without = allSchemas + inside + bytes(one.text());
    line(
        "%,d bytes instead of %,d: %.0f %% less; every further tool behind the gateway costs it 0",
        agentBytes, without, 100.0 * (without - agentBytes) / without);
    return !one.isError() && !all.isError() && rows.size() > 0;
  }

  private ChainResult run(String code) {
    ChainResult result = gateway.run(code);
    agentBytes += bytes(result.text());
    return result;
  }

  /** Asks a meta-tool the way a client does, and counts the answer. */
  private JsonNode ask(String tool, Map<String, Object> arguments) {
    Surface surface = gateway.surface();
    ToolResult result =
        surface
            .call(
                new SurfaceCall(session, tool, RawJson.ofValue(arguments), ProgressListener.none()))
            .toCompletableFuture()
            .join();
    agentBytes += bytes(result.text());
    return RawJson.parse(result.text()).tree();
  }

  private static ObjectNode listed(ToolDefinition tool) {
    return listed(tool.name(), tool.description(), tool.inputSchema());
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
