package io.gatemini.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One call, from the backend itself outwards: call path, chain, surface; and a Java tool. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {
  private static final byte[] ARGUMENTS = "{\"text\":\"call 17\"}".getBytes(UTF_8);
  private static final String CODE = "{\"tool\":\"b.tool_1\",\"arguments\":{\"text\":\"call 17\"}}";
  private static final String PROGRAM = "await b.tool_1({text: 'call 17'})";
  private static final String LONGER_PROGRAM =
      """
      // find out
      const answer = await b.tool_1({
        text: 'call 17',
        options: {depth: 2, tags: ["a", `b`], strict: true,}, // all of them
      });
      return answer;
      """;
  private static final byte[] SURFACE_ARGUMENTS =
      ("{\"code\":" + RawJson.ofValue(CODE) + "}").getBytes(UTF_8);

  /** How many tools the catalog has; no figure may follow it. */
  @Param({"2", "10000"})
  int tools;

  private InstantBackend backend;
  private Gateway gateway;

  @Setup
  public void build() {
    backend = new InstantBackend(tools);
    gateway =
        Gateway.builder()
            .plugin(new InstantBackend.Provider(tools))
            .backend("b", BackendConfig.of(InstantBackend.TRANSPORT))
            .backend(
                "java",
                BackendConfig.inProcess()
                    .tool(
                        "echo",
                        "Echo a text.",
                        "{\"type\":\"object\"}",
                        arguments -> arguments.get("text").textValue()))
            .build();
    if (!gateway.awaitReady(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the gateway is not ready");
    }
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  @Benchmark
  public CompletableFuture<ToolResult> backendAlone() {
    return backend
        .call(new BackendCall("tool_1", arguments(), CallContext.local()))
        .toCompletableFuture();
  }

  @Benchmark
  public CompletableFuture<ToolResult> callPath() {
    return gateway.callAsync(ToolCall.of("b.tool_1", arguments()));
  }

  @Benchmark
  public CompletableFuture<ChainResult> jsonChain() {
    return gateway.runAsync(ChainRequest.of(CODE));
  }

  /** The fast path, with no engine behind it. */
  @Benchmark
  public ChainResult simpleCall() {
    return gateway.run(PROGRAM);
  }

  @Benchmark
  public ChainResult simpleCallOfManyLines() {
    return gateway.run(LONGER_PROGRAM);
  }

  @Benchmark
  public CompletableFuture<ToolResult> surface() {
    RawJson arguments = RawJson.copyOf(SURFACE_ARGUMENTS, 0, SURFACE_ARGUMENTS.length);
    return gateway
        .surface()
        .call(new SurfaceCall("call_tool_chain", arguments, CallContext.local()))
        .toCompletableFuture();
  }

  /** A Java tool may block and runs on a thread of its own: two hand-overs between threads. */
  @Benchmark
  public ToolResult inProcessTool() {
    return gateway.call(ToolCall.of("java.echo", arguments()));
  }

  private static RawJson arguments() {
    return RawJson.copyOf(ARGUMENTS, 0, ARGUMENTS.length);
  }
}
