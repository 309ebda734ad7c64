package io.gatemini.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Answers before it returns, so that what is left of a call is the gateway's. */
final class InstantBackend implements Backend {
  static final String TRANSPORT = "instant";

  /** The answer as it would arrive: text that was never parsed. */
  private static final byte[] ANSWER =
      "{\"content\":[{\"type\":\"text\",\"text\":\"call 17\"}],\"isError\":false}".getBytes(UTF_8);

  private static final RawJson SCHEMA =
      RawJson.parse(
          """
          {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");

  private final int tools;

  InstantBackend(int tools) {
    this.tools = tools;
  }

  @Override
  public CompletionStage<Void> start() {
    return Backend.done();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        IntStream.range(0, tools)
            .mapToObj(i -> BackendTool.of("tool_" + i, "Does thing " + i + ".", SCHEMA.tree()))
            .toList());
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    return CompletableFuture.completedFuture(
        ToolResult.of(RawJson.copyOf(ANSWER, 0, ANSWER.length)));
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
      return new InstantBackend(tools);
    }
  }
}
