package io.gatemini.sandbox.jmh;

import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The calls of {@link LanguagesBenchmark} from Java, through the same gateway. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DirectCallsBenchmark {
  private Gateway gateway;

  @Setup
  public void build() {
    gateway = SampleGateway.ready();
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  @Benchmark
  public ToolResult oneCall() {
    return gateway.call("b.tool_1", Map.of("text", "call"));
  }

  @Benchmark
  public void tenCallsInSequence(Blackhole taken) {
    for (int i = 0; i < 10; i++) {
      taken.consume(gateway.call("b.tool_1", Map.of("text", "call", "i", i)));
    }
  }

  /** Receives a megabyte and reads its text. */
  @Benchmark
  public String megabyte() {
    return gateway.call("b.megabyte", Map.of()).text();
  }
}
