package io.gatemini.internal.state;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.InFlight;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.GatewayStats.MetaToolStats;
import io.gatemini.GatewayStats.Programs;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.internal.state.RememberedState.SharedValue;
import io.gatemini.internal.state.Reports.GatewayReport;
import io.gatemini.internal.state.Reports.LatencyReport;
import io.gatemini.spi.ScriptEngine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * Counts calls, errors, bytes and latencies. Recording takes no lock and never waits; reading may
 * take some milliseconds where thousands of tools were called.
 *
 * <p>Memory is bounded by the catalog, see {@link #retain}: a tool takes less than 0.6 KB; the
 * latencies of a backend take 24 to 30 KB after thousands of calls; the last calls take 30 KB; for
 * sessions see {@link SessionLedger}.
 */
public final class CallTracker {
  /** How many that are gone are remembered, beside as many as there are. */
  private static final int SPARE_TOOLS = 1_000;

  private static final int SPARE_BACKENDS = 20;

  private final Clock clock;
  private final Instant started;
  private final Map<String, ToolCounter> tools = new ConcurrentHashMap<>();
  private final ToolCounter gone = new ToolCounter();
  private final Map<String, ToolCounter> metaTools = new ConcurrentHashMap<>();
  private final Map<String, LatencyCounts> latencies = new ConcurrentHashMap<>();
  private final RecentCalls recent = new RecentCalls();
  private final SessionLedger sessions;
  private final LongAdder programs = new LongAdder();
  private final LongAdder failedPrograms = new LongAdder();
  private final Runnable onCall;
  private final SharedUsage usage = new SharedUsage(tools);
  private volatile boolean anySuccess;

  /** Starts counting now. */
  public CallTracker(Clock clock) {
    this(clock, () -> {});
  }

  /**
   * Starts counting now.
   *
   * @param onCall runs after every call that was counted; must cost nothing
   */
  public CallTracker(Clock clock, Runnable onCall) {
    this.clock = clock;
    this.onCall = onCall;
    this.started = clock.instant();
    this.sessions = new SessionLedger(clock);
  }

  /** Counts one call of a tool. */
  public void recordCall(
      Session session, String tool, String backend, long nanos, boolean success) {
    long now = clock.millis();
    counter(tool).call(success);
    LatencyCounts latency = latencies.get(backend);
    if (latency == null) {
      latency = latencies.computeIfAbsent(backend, key -> new LatencyCounts());
    }
    latency.record(nanos);
    if (success && !anySuccess) {
      anySuccess = true;
    }
    recent.add(session, tool, backend, nanos, success, now);
    onCall.run();
  }

  /** Counts a call that failed before it reached its backend: as an error, without a latency. */
  public void recordUnreached(Session session, String tool, String backend) {
    long now = clock.millis();
    counter(tool).call(false);
    recent.add(session, tool, backend, 0, false, now);
    onCall.run();
  }

  /** Counts an answer that is a single tool's own, before and after reduction. */
  public void recordAnswer(Session session, String tool, long processed, long returned) {
    counter(tool).answer(processed, returned);
    sessions.record(session, tool, processed, returned);
  }

  /**
   * Counts an answer that belongs to no single tool, before and after reduction.
   *
   * @param metaTool one of a few names
   */
  public void recordMetaAnswer(Session session, String metaTool, long processed, long returned) {
    ToolCounter counter = metaTools.get(metaTool);
    if (counter == null) {
      counter = metaTools.computeIfAbsent(metaTool, key -> new ToolCounter());
    }
    counter.answer(processed, returned);
    sessions.record(session, metaTool, processed, returned);
  }

  /** Records that a session received the meta-tools, in so many bytes. */
  public void recordListing(Session session, long bytes) {
    sessions.listed(session, bytes);
  }

  /** Counts a program that has ended. */
  public void recordProgram(boolean success) {
    programs.increment();
    if (!success) {
      failedPrograms.increment();
    }
  }

  private ToolCounter counter(String tool) {
    ToolCounter counter = tools.get(tool);
    return counter != null ? counter : tools.computeIfAbsent(tool, key -> new ToolCounter());
  }

  /** Whether figures of a tool are kept under this name. */
  public boolean knows(String tool) {
    return tools.containsKey(tool);
  }

  /** Whether any tool has been called with success. */
  public boolean anySuccess() {
    return anySuccess || usage.isKnown();
  }

  /** How often the tool with a key was called with success, in other gateways as well. */
  public long successes(String tool) {
    return usage.successes(tool);
  }

  /** How often each tool was called with success. */
  public SharedValue usage() {
    return usage;
  }

  /**
   * Forgets tools and backends that are gone, once they are many. Their calls and bytes stay in the
   * totals; one that ends at this moment may be missed.
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
                        .filter(tool -> tool.key().equals(entry.getKey()))
                        .isPresent();
                if (!known) {
                  gone.add(entry.getValue());
                }
                return !known;
              });
    }
    if (latencies.size() > catalog.backends().size() + SPARE_BACKENDS) {
      latencies.keySet().retainAll(Set.copyOf(catalog.backends()));
    }
  }

  /** Forgets what a session has received; it stays in the totals. */
  public void forget(Session session) {
    sessions.forget(session);
  }

  /** How many sessions are remembered. */
  int sessions() {
    return sessions.size();
  }

  /** The figures of one session so far, beside what the tools of the catalog would have cost it. */
  public SessionStats stats(Session session, CatalogSnapshot catalog, ListedTools listed) {
    return sessions.stats(session, listed.cost(catalog));
  }

  /**
   * The figures so far.
   *
   * @param load what the script engine is busy with
   * @param cleanedTexts how many texts of tools hide something
   */
  public GatewayStats stats(ScriptEngine.Load load, long cleanedTexts, InFlight inFlight) {
    List<ToolStats> perTool =
        tools.entrySet().stream()
            .map(entry -> entry.getValue().figures(entry.getKey()))
            .sorted(
                Comparator.comparingLong(ToolStats::calls)
                    .reversed()
                    .thenComparing(ToolStats::tool))
            .toList();
    List<MetaToolStats> perMetaTool =
        metaTools.entrySet().stream()
            .map(entry -> metaTool(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingLong(MetaToolStats::bytesReturned)
                    .reversed()
                    .thenComparing(MetaToolStats::name))
            .toList();
    Histogram scratch = LatencyCounts.histogram();
    List<BackendLatency> perBackend =
        new TreeMap<>(latencies)
            .entrySet().stream()
                .map(
                    entry -> new BackendLatency(entry.getKey(), latency(entry.getValue(), scratch)))
                .toList();
    ToolCounter all = new ToolCounter();
    all.add(gone);
    tools.values().forEach(all::add);
    metaTools.values().forEach(all::add);
    return new GatewayReport(
        Duration.between(started, clock.instant()),
        all.calls(),
        all.errors.sum(),
        all.answers.sum(),
        all.bytesProcessed.sum(),
        all.bytesReturned.sum(),
        perTool,
        perMetaTool,
        perBackend,
        recent.newestFirst(),
        new Programs(
            programs.sum(), failedPrograms.sum(), load.running(), load.waiting(), load.zombies()),
        cleanedTexts,
        inFlight);
  }

  private static Latency latency(LatencyCounts counts, Histogram scratch) {
    scratch.reset();
    counts.addTo(scratch);
    return new LatencyReport(
        scratch.getTotalCount(),
        micros(scratch.getValueAtPercentile(50)),
        micros(scratch.getValueAtPercentile(95)),
        micros(scratch.getValueAtPercentile(99)),
        micros(Math.round(scratch.getMean())),
        micros(scratch.getMaxValue()));
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  private static MetaToolStats metaTool(String name, ToolCounter counter) {
    return new MetaToolStats(
        name, counter.answers.sum(), counter.bytesProcessed.sum(), counter.bytesReturned.sum());
  }
}
