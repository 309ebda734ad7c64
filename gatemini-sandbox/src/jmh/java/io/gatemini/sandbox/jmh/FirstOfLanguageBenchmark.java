package io.gatemini.sandbox.jmh;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The first program of a Java process whose gateway is ready and has called a tool before. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(5)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class FirstOfLanguageBenchmark {
  private static final int PROGRAMS = 100;

  /** The language of the programs. */
  @Param ProgramLanguage language;

  private Gateway gateway;

  @Setup
  public void build() {
    gateway = SampleGateway.ready();
    gateway.run("{\"tool\": \"b.tool_1\", \"arguments\": {\"text\": \"a\"}}");
  }

  @TearDown
  public void close() {
    gateway.close();
  }

  @Benchmark
  public ChainResult program() {
    return SampleGateway.run(gateway, language.request(language.oneCall, 1));
  }

  /** The figure of interest is {@link Memory#kilobytes}. */
  @Benchmark
  @Fork(1) // the counter would add up those of several
  public void memory(Memory memory) {
    long before = memory.used();
    for (int i = 0; i < PROGRAMS; i++) {
      SampleGateway.run(gateway, language.request(language.tenCalls, i));
    }
    memory.kilobytes = (memory.used() - before) / 1024;
  }

  /** Live heap after collections, and what the virtual machine keeps of classes and code. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Memory {
    /** The cost of the first program of a further language. */
    public long kilobytes;

    long used() {
      for (int i = 0; i < 3; i++) {
        System.gc();
      }
      MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
      return memory.getHeapMemoryUsage().getUsed() + memory.getNonHeapMemoryUsage().getUsed();
    }
  }
}
