package io.gatemini.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Answers of a megabyte on their way to an agent: all stages, the header, the kept original. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReductionBenchmark {
  private static final int BYTES = 1 << 20;
  private static final String SENTENCE = "The invoice of this month is paid by the customer. ";

  private final byte[] uniform =
      list(
          i ->
              "{\"id\":%d,\"name\":\"item-%d\",\"price\":%d.50,\"tags\":[\"a\",\"b\"],\"text\":\"%s\"}"
                  .formatted(i, i, i, SENTENCE.substring(i % 40)));

  /** No two items alike, and every fifth larger than a chunk. */
  private final byte[] mixed =
      list(
          i ->
              "{\"id\":%d,\"a%d\":[1,2,{\"b%d\":null}],\"text\":\"%s\"}"
                  .formatted(i, i, i, SENTENCE.repeat(i % 5 == 0 ? 70 : 3)));

  private final String text = (SENTENCE + "\n").repeat(BYTES / (SENTENCE.length() + 1));

  private final Gateway gateway =
      Gateway.builder()
          .discover(false)
          .backend(
              "answers",
              BackendConfig.inProcess()
                  .tool("uniform", "Alike items.", "{}", args -> answer(uniform))
                  .tool("mixed", "Items that differ.", "{}", args -> answer(mixed))
                  .tool("text", "Lines.", "{}", args -> ToolResult.text(text)))
          .build();

  /** The answer as a program receives it, unreduced: the baseline of the others. */
  @Benchmark
  public ToolResult unreduced() {
    return gateway.call("answers.uniform", Map.of());
  }

  @Benchmark
  public ChainResult uniformJson() {
    return gateway.run("await answers.uniform({})");
  }

  @Benchmark
  public ChainResult mixedJson() {
    return gateway.run("await answers.mixed({})");
  }

  @Benchmark
  public ChainResult mixedJsonWithIntent() {
    return gateway.run(
        ChainRequest.of("await answers.mixed({})").withIntent("which invoices are not paid yet"));
  }

  @Benchmark
  public ChainResult text() {
    return gateway.run("await answers.text({})");
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  private static ToolResult answer(byte[] json) {
    return ToolResult.text(new String(json, UTF_8));
  }

  private static byte[] list(IntFunction<String> item) {
    StringBuilder list = new StringBuilder("{\"results\":[").append(item.apply(0));
    for (int i = 1; list.length() < BYTES; i++) {
      list.append(',').append(item.apply(i));
    }
    return list.append("]}").toString().getBytes(UTF_8);
  }
}
