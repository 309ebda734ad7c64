package io.gatemini.sandbox.jmh;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
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

/** Lua beside JavaScript, through the same gateway; {@link DirectCallsBenchmark} is without one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LanguagesBenchmark {
  /** The language of the programs. */
  @Param ProgramLanguage language;

  private Gateway gateway;
  private long number;

  @Setup
  public void build() {
    gateway = SampleGateway.ready();
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  private ChainResult run(String program) {
    return SampleGateway.run(gateway, language.request(program, ++number));
  }

  @Benchmark
  public ChainResult oneCall() {
    return run(language.oneCall);
  }

  @Benchmark
  public ChainResult tenCallsInSequence() {
    return run(language.tenCalls);
  }

  /** A megabyte in, a kilobyte out. */
  @Benchmark
  public ChainResult filterMegabyte() {
    return run(language.megabyte);
  }

  @Benchmark
  public ChainResult millionTurns() {
    return run(language.turns);
  }

  /** A quarter of a million calls of a function. */
  @Benchmark
  public ChainResult fibonacci() {
    return run(language.fibonacci);
  }
}
