package io.gatemini.sandbox.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers as soon as it is called, but for one tool, so that what is left is the program's. */
final class SampleBackend implements Backend {
  static final String TRANSPORT = "sample";
  private static final int SLOW_MILLIS = 200;
  private static final Map<String, byte[]> ANSWERS =
      Map.of("rows", answer(rows(20)), "megabyte", answer(rows(12_000)), "slow", answer("1"));
  private static final byte[] OTHER = answer("{\"text\":\"call 17\",\"count\":3}");

  private final int tools;

  private SampleBackend(int tools) {
    this.tools = tools;
  }

  /** Each row takes about 87 bytes. */
  private static String rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"id\":"
                    + i
                    + ",\"name\":\"report-"
                    + i
                    + ".txt\",\"size\":"
                    + i * 37 % 1_000
                    + ",\"owner\":\"team-"
                    + i % 7
                    + "\",\"path\":\"/reports/2026\"}")
        .collect(Collectors.joining(",", "{\"rows\":[", "]}"));
  }

  /** As it would arrive: text that was never parsed. */
  private static byte[] answer(String text) {
    return ("{\"content\":[{\"type\":\"text\",\"text\":" + RawJson.ofValue(text) + "}]}")
        .getBytes(UTF_8);
  }

  @Override
  public CompletionStage<Void> start() {
    return Backend.done();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    List<BackendTool> all = new ArrayList<>();
    ANSWERS.keySet().forEach(name -> all.add(tool(name)));
    IntStream.range(0, tools).forEach(i -> all.add(tool("tool_" + i)));
    return CompletableFuture.completedFuture(all);
  }

  private static BackendTool tool(String name) {
    return BackendTool.of(
        name, "Does " + name, JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    byte[] json = ANSWERS.getOrDefault(call.tool(), OTHER);
    ToolResult result = ToolResult.of(RawJson.copyOf(json, 0, json.length));
    return call.tool().equals("slow")
        ? answer.completeOnTimeout(result, SLOW_MILLIS, TimeUnit.MILLISECONDS)
        : CompletableFuture.completedFuture(result);
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    return Backend.done();
  }

  /** Makes it. */
  record Provider(int tools) implements BackendProvider {
    @Override
    public String name() {
      return TRANSPORT;
    }

    @Override
    public Backend create(BackendContext context) {
      return new SampleBackend(tools);
    }
  }
}
