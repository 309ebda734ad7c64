package io.gatemini.internal.state;

import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.Programs;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.ScriptEngine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Counts calls, errors, bytes and latencies. Recording never blocks; memory is bounded by the
 * catalog, see {@link #retain}.
 */
public final class CallTracker {
  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final int SIGNIFICANT_DIGITS = 3;

  /** How many that are gone are remembered, beside as many as there are. */
  private static final int SPARE_TOOLS = 1_000;

  /** Fewer, for a backend's histograms take some 100 KB. */
  private static final int SPARE_BACKENDS = 20;

  private final Clock clock;
  private final Instant started;
  private final Map<String, ToolCounter> tools = new ConcurrentHashMap<>();
  private final Map<String, Latency> backends = new ConcurrentHashMap<>();
  private final ToolCounter gone = new ToolCounter();
  private final ToolCounter programs = new ToolCounter();
  private volatile boolean anySuccess;
  private final LongAdder bytesProcessed = new LongAdder();
  private final LongAdder bytesReturned = new LongAdder();

  /** Starts counting now. */
  public CallTracker(Clock clock) {
    this.clock = clock;
    this.started = clock.instant();
  }

  /** Counts one call of a tool. */
  public void recordCall(String tool, String backend, long nanos, boolean success) {
    ToolCounter counter = tools.get(tool);
    if (counter == null) {
      counter = tools.computeIfAbsent(tool, key -> new ToolCounter());
    }
    if (success) {
      counter.successes.increment();
      if (!anySuccess) {
        anySuccess = true;
      }
    } else {
      counter.errors.increment();
    }
    Latency latency = backends.get(backend);
    if (latency == null) {
      latency = backends.computeIfAbsent(backend, key -> new Latency());
    }
    latency.record(nanos);
  }

  /** Whether any tool has been called with success. */
  public boolean anySuccess() {
    return anySuccess;
  }

  /** How often the tool with a key was called with success. */
  public long successes(String tool) {
    ToolCounter counter = tools.get(tool);
    return counter == null ? 0 : counter.successes.sum();
  }

  /**
   * Forgets tools and backends that are gone, once they are many. Their calls stay in the totals;
   * one that ends at this moment may be missed.
   */
  public void retain(CatalogSnapshot catalog) {
    if (tools.size() > catalog.tools().size() + SPARE_TOOLS) {
      tools
          .entrySet()
          .removeIf(
              entry -> {
                // A user alias may be called like a tool that is gone.
                boolean known =
                    catalog
                        .resolve(entry.getKey())
                        .filter(tool -> tool.name().equals(entry.getKey()))
                        .isPresent();
                if (!known) {
                  gone.successes.add(entry.getValue().successes.sum());
                  gone.errors.add(entry.getValue().errors.sum());
                }
                return !known;
              });
    }
    if (backends.size() > catalog.backends().size() + SPARE_BACKENDS) {
      backends.keySet().removeIf(backend -> catalog.tools(backend).isEmpty());
    }
  }

  /** Counts one answer before and after reduction. */
  public void recordBytes(long processed, long returned) {
    bytesProcessed.add(processed);
    bytesReturned.add(returned);
  }

  /** Counts a program that has ended. */
  public void recordProgram(boolean success) {
    (success ? programs.successes : programs.errors).increment();
  }

  /**
   * The figures so far.
   *
   * @param load what the script engine is busy with
   */
  public GatewayStats stats(ScriptEngine.Load load) {
    List<ToolStats> perTool =
        tools.entrySet().stream()
            .map(
                entry ->
                    new ToolStats(
                        entry.getKey(), entry.getValue().calls(), entry.getValue().errors.sum()))
            .sorted(
                Comparator.comparingLong(ToolStats::calls)
                    .reversed()
                    .thenComparing(ToolStats::tool))
            .toList();
    List<BackendLatency> perBackend =
        backends.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getValue().figures(entry.getKey()))
            .toList();
    return new GatewayStats(
        Duration.between(started, clock.instant()),
        perTool.stream().mapToLong(ToolStats::calls).sum() + gone.calls(),
        perTool.stream().mapToLong(ToolStats::errors).sum() + gone.errors.sum(),
        bytesProcessed.sum(),
        bytesReturned.sum(),
        perTool,
        perBackend,
        new Programs(
            programs.calls(),
            programs.errors.sum(),
            load.running(),
            load.waiting(),
            load.zombies()));
  }

  private static final class ToolCounter {
    final LongAdder successes = new LongAdder();
    final LongAdder errors = new LongAdder();

    long calls() {
      return successes.sum() + errors.sum();
    }
  }

  /** A recorder that writers never wait for, and the sum of its intervals. */
  private static final class Latency {
    private final Recorder recorder = new Recorder(1, MAX_MICROS, SIGNIFICANT_DIGITS);
    private final Histogram total = new Histogram(1, MAX_MICROS, SIGNIFICANT_DIGITS);

    void record(long nanos) {
      recorder.recordValue(Math.min(Math.max(TimeUnit.NANOSECONDS.toMicros(nanos), 1), MAX_MICROS));
    }

    synchronized BackendLatency figures(String backend) {
      total.add(recorder.getIntervalHistogram());
      return new BackendLatency(
          backend,
          total.getTotalCount(),
          micros(total.getValueAtPercentile(50)),
          micros(total.getValueAtPercentile(95)),
          micros(total.getValueAtPercentile(99)),
          micros(total.getMaxValue()));
    }

    private static Duration micros(long micros) {
      return Duration.of(micros, ChronoUnit.MICROS);
    }
  }
}
