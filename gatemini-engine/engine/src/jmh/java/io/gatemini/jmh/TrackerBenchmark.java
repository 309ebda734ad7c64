package io.gatemini.jmh;

import io.gatemini.GatewayStats;
import io.gatemini.Session;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.ScriptEngine;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** The cost of counting a call, alone and under contention, and of reading the figures. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TrackerBenchmark {
  private static final int LATENCIES = 1 << 12;
  private static final int SESSIONS = 4;

  /** How many tools are called in turn: many are more than the processor's caches hold. */
  @Param({"1", "258", "10000"})
  int tools;

  private final CallTracker tracker = new CallTracker(Clock.systemUTC());
  private final long[] nanos = new long[LATENCIES];
  private String[] names;
  private Session[] sessions;

  @Setup
  public void call() {
    Random random = new Random(1);
    for (int i = 0; i < LATENCIES; i++) {
      nanos[i] = (long) (5_000_000 * Math.exp(random.nextGaussian() / 2));
    }
    names = new String[tools];
    for (int i = 0; i < tools; i++) {
      names[i] = "backend" + i % 200 + ".tool" + i;
    }
    sessions = new Session[SESSIONS];
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = Session.of("session" + i);
    }
  }

  /** Where a thread stands. */
  @State(Scope.Thread)
  public static class Turn {
    int next;
  }

  @Benchmark
  @Threads(1)
  public void aCall(Turn turn) {
    recordCall(turn);
  }

  @Benchmark
  @Threads(4)
  public void aCallBesideThreeOthers(Turn turn) {
    recordCall(turn);
  }

  @Benchmark
  @Threads(1)
  public void anAnswer(Turn turn) {
    recordAnswer(turn);
  }

  @Benchmark
  @Threads(4)
  public void anAnswerBesideThreeOthers(Turn turn) {
    recordAnswer(turn);
  }

  @Benchmark
  @Threads(1)
  public GatewayStats readingAfterACall(Turn turn) {
    recordCall(turn);
    return tracker.stats(new ScriptEngine.Load(0, 0, 0), 0, new GatewayStats.InFlight(0, 1, 0, 0));
  }

  private void recordCall(Turn turn) {
    int next = turn.next++ & Integer.MAX_VALUE;
    tracker.recordCall(
        Session.local(), names[next % tools], "backend", nanos[next & LATENCIES - 1], true);
  }

  private void recordAnswer(Turn turn) {
    int next = turn.next++ & Integer.MAX_VALUE;
    tracker.recordAnswer(sessions[next % SESSIONS], names[next % tools], 10_000, 100);
  }
}
