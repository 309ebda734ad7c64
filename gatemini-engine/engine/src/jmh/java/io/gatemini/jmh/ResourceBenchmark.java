package io.gatemini.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InProcessTool;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Lists and reads over 200 backends of 50 tools: again, and for the first time after a change. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ResourceBenchmark {
  private static final int BACKENDS = 200;
  private static final int TOOLS_EACH = 50;
  private static final String CHANGING = "changing";

  /** The gateway, and what is read of it. */
  @State(Scope.Benchmark)
  public static class Reader {
    @Param({
      "resources/list",
      "resources/templates/list",
      "prompts/list",
      "gatemini://overview",
      "gatemini://backends",
      "gatemini://tools",
      "gatemini://recent",
      "gatemini://stats",
      "gatemini://health",
      "gatemini://llms",
      "gatemini://llms-full",
      "gatemini://llms-full?page=3",
      "gatemini://call_tool_chain",
      "gatemini://tool/backend_17.find_record_3",
      "gatemini://backend/backend_17",
      "gatemini://backend/backend_17/tools",
      "gatemini://guide/discovery"
    })
    public String what;

    private Gateway gateway;

    @Setup
    public void build() {
      GatewayBuilder builder = Gateway.builder().discover(false);
      IntStream.range(0, BACKENDS).forEach(i -> builder.backend("backend_" + i, backend(i)));
      gateway = builder.build();
      if (!gateway.awaitReady(Duration.ofMinutes(1))) {
        throw new IllegalStateException("the gateway is not ready");
      }
    }

    @TearDown
    public void close() {
      gateway.close();
    }

    Object read() {
      return switch (what) {
        case "resources/list" -> gateway.resources();
        case "resources/templates/list" -> gateway.resourceTemplates();
        case "prompts/list" -> gateway.prompts();
        default -> gateway.readResource(what).text();
      };
    }
  }

  /** Adds a backend before one read, and removes it before the next. */
  @State(Scope.Benchmark)
  public static class Changing {
    private boolean there;

    @Setup(Level.Invocation)
    public void change(Reader reader) {
      if (there) {
        reader.gateway.deregister(CHANGING);
      } else {
        reader.gateway.register(CHANGING, backend(BACKENDS));
      }
      there = !there;
    }
  }

  @Benchmark
  public Object again(Reader reader) {
    return reader.read();
  }

  @Benchmark
  public Object afterAChange(Reader reader, Changing changing) {
    return reader.read();
  }

  private static BackendConfig backend(int number) {
    Random random = new Random(number);
    List<InProcessTool> tools =
        IntStream.range(0, TOOLS_EACH)
            .mapToObj(
                i ->
                    new InProcessTool(
                        BackendTool.of("find_record_" + i, words(random, 18), schema(random)),
                        arguments -> ToolResult.text("found")))
            .toList();
    return BackendConfig.inProcess().tools(tools);
  }

  private static JsonNode schema(Random random) {
    String properties =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    "\"p"
                        + i
                        + "\":{\"type\":\"string\",\"description\":\""
                        + words(random, 8)
                        + "\"}")
            .collect(Collectors.joining(","));
    return RawJson.parse("{\"type\":\"object\",\"properties\":{" + properties + "}}").tree();
  }

  private static String words(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "word" + random.nextInt(8_000))
        .collect(Collectors.joining(" ", "Finds ", "."));
  }
}
