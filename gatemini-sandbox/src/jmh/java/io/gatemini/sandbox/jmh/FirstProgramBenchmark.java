package io.gatemini.sandbox.jmh;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A fresh Java process: a gateway is built, and a program is there at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(5)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class FirstProgramBenchmark {
  @Benchmark
  public ChainResult buildAndRun() {
    try (Gateway gateway =
        Gateway.builder()
            .plugin(new SampleBackend.Provider(2))
            .backend("b", BackendConfig.of(SampleBackend.TRANSPORT))
            .build()) {
      ChainResult result = gateway.run(Programs.THREE_CALLS);
      if (result.isError()) {
        throw new IllegalStateException(result.toString());
      }
      return result;
    }
  }
}
