package io.gatemini.sandbox.jmh;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import java.time.Duration;
import java.util.Locale;
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

/** Programs as an agent sends them, one after the other, over a backend that answers at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GatewayProgramBenchmark {
  /** How many tools the catalog has; no figure may follow it. */
  @Param({"2", "10000"})
  int tools;

  @Param({"in_process", "process"})
  String isolation;

  /** Agents write another text each time; a composite tool is the same text again. */
  @Param({"new", "same"})
  String text;

  private Gateway gateway;
  private long run;

  @Setup
  public void build() {
    Isolation where = Isolation.valueOf(isolation.toUpperCase(Locale.ROOT));
    gateway =
        Gateway.builder()
            .plugin(new SampleBackend.Provider(tools))
            .backend("b", BackendConfig.of(SampleBackend.TRANSPORT))
            .sandbox(SandboxConfig.defaults().isolation(where))
            .build();
    if (!gateway.awaitReady(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the gateway is not ready");
    }
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  private ChainResult run(String program) {
    if (text.equals("new")) {
      run++;
    }
    ChainResult result = gateway.run(program.replace("%d", Long.toString(run)));
    if (result.isError()) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }

  @Benchmark
  public ChainResult oneCall() {
    return run(Programs.ONE_CALL);
  }

  /** Ten lines. */
  @Benchmark
  public ChainResult threeCalls() {
    return run(Programs.THREE_CALLS);
  }

  /** Ten lines that are no JavaScript. */
  @Benchmark
  public ChainResult typescript() {
    return run(Programs.TYPESCRIPT);
  }

  @Benchmark
  public ChainResult tenCallsInSequence() {
    return run(Programs.TEN_CALLS);
  }

  /** A megabyte in, a kilobyte out. */
  @Benchmark
  public ChainResult filterMegabyte() {
    return run(Programs.MEGABYTE);
  }

  /** Three calls of 200 ms. */
  @Benchmark
  public ChainResult parallelCalls() {
    return run(Programs.PARALLEL);
  }
}
