package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.spi.TokenEstimator;
import java.util.EnumMap;
import java.util.Map;

/**
 * An agent that does every step for every task: search, look in brief, look in full, call. Counts
 * the arguments it writes and the texts it reads. For one gateway and one thread.
 */
final class DiscoveryFlow {
  private enum Step {
    SEARCH("search_tools"),
    BRIEF("tool_info"),
    FULL("tool_info"),
    CALL("call_tool_chain");

    private final String tool;

    Step(String tool) {
      this.tool = tool;
    }
  }

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Gateway gateway;
  private final RegisteredTools registered;
  private final String form;
  private final TokenEstimator tokens;
  private final JsonLinesWriter texts;
  private final Session session = Session.of("evaluation");
  private final Map<Step, Long> sums = new EnumMap<>(Step.class);
  private long written;
  private long structured;

  DiscoveryFlow(
      Gateway gateway,
      RegisteredTools registered,
      String form,
      TokenEstimator tokens,
      JsonLinesWriter texts) {
    this.gateway = gateway;
    this.registered = registered;
    this.form = form;
    this.tokens = tokens;
    this.texts = texts;
  }

  FlowCost run(CatalogCut cut) {
    long fixed = fixed();
    long dearest = 0;
    int found = 0;
    for (EvaluatedQuery task : cut.tasks()) {
      String tool = name(task.gold().iterator().next());
      long before = sum();
      ToolResult rows =
          step(Step.SEARCH, task, JSON.objectNode().put("task_description", task.text()));
      found += isAmong(rows, tool) ? 1 : 0;
      step(Step.BRIEF, task, JSON.objectNode().put("tool_name", tool));
      step(Step.FULL, task, JSON.objectNode().put("tool_name", tool).put("detail", "full"));
      step(Step.CALL, task, JSON.objectNode().put("code", call(tool)));
      dearest = Math.max(dearest, sum() - before);
    }
    return new FlowCost(
        form,
        cut.tasks().size(),
        found,
        fixed,
        sums.getOrDefault(Step.SEARCH, 0L),
        sums.getOrDefault(Step.BRIEF, 0L),
        sums.getOrDefault(Step.FULL, 0L),
        sums.getOrDefault(Step.CALL, 0L),
        written,
        structured,
        dearest);
  }

  /** The meta-tools as a model sees them, and the instructions at initialization. */
  private long fixed() {
    ArrayNode definitions = JSON.arrayNode();
    for (SurfaceTool tool : gateway.surface().tools(session)) {
      definitions.add(
          TokenMeasurement.definition(tool.name(), tool.description(), tool.inputSchema()));
    }
    String instructions = gateway.surface().instructions().orElse("");
    write("", "tools/list", definitions.toString());
    write("", "instructions", instructions);
    return tokens.estimate(definitions.toString()) + tokens.estimate(instructions);
  }

  private ToolResult step(Step step, EvaluatedQuery task, ObjectNode arguments) {
    ToolResult answer =
        gateway
            .surface()
            .call(new SurfaceCall(step.tool, RawJson.of(arguments), CallContext.of(session)))
            .toCompletableFuture()
            .join();
    if (answer.isError()) {
      throw new GatewayException(
          "task \"" + task.id() + "\": " + step.tool + " failed: " + answer.text());
    }
    write(task.id(), step.name() + " arguments", arguments.toString());
    write(task.id(), step.name(), answer.text());
    long asked = tokens.estimate(arguments.toString());
    written += asked;
    sums.merge(step, asked + tokens.estimate(answer.text()), Long::sum);
    structured +=
        answer.structuredContent().map(value -> tokens.estimate(value.toString())).orElse(0L);
    return answer;
  }

  private void write(String task, String step, String text) {
    texts.write(line(gateway.catalog().tools().size(), form, task, step, text));
  }

  /** A text that was counted, as it is written for other tokenizers. */
  static ObjectNode line(int tools, String form, String task, String step, String text) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("tools", tools)
        .put("form", form)
        .put("task", task)
        .put("step", step)
        .put("text", text);
  }

  private long sum() {
    return sums.values().stream().mapToLong(Long::longValue).sum();
  }

  private String name(String id) {
    for (ToolDescriptor tool : gateway.catalog().tools()) {
      if (id.equals(registered.id(tool))) {
        return tool.key();
      }
    }
    throw new GatewayException("the tool \"" + id + "\" of the data is not in the gateway");
  }

  private static boolean isAmong(ToolResult rows, String tool) {
    for (JsonNode row :
        rows.structuredContent().map(value -> value.path("results")).orElseThrow()) {
      if (row.path("name").asText().equals(tool)) {
        return true;
      }
    }
    return false;
  }

  /** A JSON call with the arguments of the example. */
  private String call(String tool) {
    JsonNode schema = gateway.tool(tool).definition().inputSchema();
    ObjectNode call = JSON.objectNode().put("tool", tool);
    call.set("arguments", SampleValue.arguments(schema));
    return call.toString();
  }
}
