package io.gatemini.internal.state;

import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.state.Reports.LatencyReport;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How long calls took, by tool; the latency of a backend is the sum of its tools', so that a call
 * is recorded once. Recording is wait-free.
 *
 * <p>What is kept by tool takes {@value #MAX_BYTES} bytes at most. Where that is used up, a tool
 * that needs more gives what it has to its backend and is from then on measured with it; once a
 * minute at most, off the call path, so do those that were quiet longest, and all get another
 * chance. A call that ends while its tool gives up may be missing.
 */
final class Latencies {
  static final int MAX_BYTES = 16 << 20;

  private static final long ROUND_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final Map<String, ToolCounter> tools;
  private final Executor executor;
  private final int maxPages;
  private final Map<String, LatencyCounts> byBackend = new ConcurrentHashMap<>();
  private final AtomicLong pages = new AtomicLong();

  /** What other gateways and earlier ones have measured, by backend. */
  private volatile Map<String, LatencyCounts> elsewhere = Map.of();

  /** The backends there are: others know some that are not. */
  private volatile Collection<String> present = List.of();

  /** Those of the backends are bounded by how many these are. */
  private final AtomicLong backendPages = new AtomicLong();

  private final AtomicLong nextRoundMillis = new AtomicLong(Long.MIN_VALUE);
  private final AtomicInteger round = new AtomicInteger();

  Latencies(Map<String, ToolCounter> tools, Executor executor) {
    this(tools, executor, MAX_BYTES);
  }

  Latencies(Map<String, ToolCounter> tools, Executor executor, int maxBytes) {
    this.tools = tools;
    this.executor = executor;
    this.maxPages = maxBytes / LatencyCounts.PAGE_BYTES;
  }

  void record(ToolCounter tool, long nanos, long nowMillis) {
    LatencyCounts counts = tool.latency.get();
    if (counts == null) {
      if (tool.withoutRoom == round.get()) {
        ofBackend(tool.backend).record(nanos);
        return;
      }
      LatencyCounts made = new LatencyCounts(pages);
      counts = tool.latency.compareAndExchange(null, made);
      counts = counts == null ? made : counts;
    }
    if (counts.record(nanos) && pages.get() > maxPages) {
      tool.withoutRoom = round.get();
      giveUp(tool);
      beginRound(nowMillis);
    }
  }

  /** How much is taken by tools. */
  long bytes() {
    return pages.get() * LatencyCounts.PAGE_BYTES;
  }

  private void beginRound(long nowMillis) {
    long next = nextRoundMillis.get();
    if (nowMillis >= next && nextRoundMillis.compareAndSet(next, nowMillis + ROUND_MILLIS)) {
      // Where it is refused, what is measured from now on is measured by backend.
      Tasks.tryExecute(() -> executor, this::makeRoom);
    }
  }

  private void makeRoom() {
    record Quiet(ToolCounter tool, long since) {}
    List<Quiet> quietest =
        tools.values().stream()
            .map(tool -> new Quiet(tool, tool.lastCallMillis()))
            .sorted(Comparator.comparingLong(Quiet::since))
            .toList();
    for (Quiet tool : quietest) {
      if (pages.get() <= maxPages * 3L / 4) {
        break;
      }
      giveUp(tool.tool());
    }
    round.incrementAndGet();
  }

  /** The tool's latency becomes a part of its backend's. */
  void giveUp(ToolCounter tool) {
    LatencyCounts given = take(tool);
    if (given != null) {
      given.addTo(ofBackend(tool.backend));
    }
  }

  private @Nullable LatencyCounts take(ToolCounter tool) {
    LatencyCounts taken = tool.latency.getAndSet(null);
    if (taken != null) {
      pages.addAndGet(-taken.pages());
    }
    return taken;
  }

  private LatencyCounts ofBackend(String backend) {
    LatencyCounts known = byBackend.get(backend);
    return known != null
        ? known
        : byBackend.computeIfAbsent(backend, key -> new LatencyCounts(backendPages));
  }

  /** How many backends are remembered. */
  int backends() {
    Set<String> names = new HashSet<>(byBackend.keySet());
    tools.values().forEach(tool -> names.add(tool.backend));
    return names.size();
  }

  /** Forgets backends with all that their tools took. */
  void forget(Predicate<String> backend) {
    for (ToolCounter tool : tools.values()) {
      if (backend.test(tool.backend)) {
        take(tool);
      }
    }
    byBackend.keySet().removeIf(backend);
  }

  Optional<Latency> of(ToolCounter tool, Histogram scratch) {
    LatencyCounts counts = tool.latency.get();
    return Optional.ofNullable(counts).map(given -> of(List.of(given), scratch));
  }

  List<BackendLatency> byBackend(Histogram scratch) {
    Map<String, Collection<LatencyCounts>> counts = own();
    for (String backend : present) {
      LatencyCounts there = elsewhere.get(backend);
      if (there != null) {
        counts.computeIfAbsent(backend, key -> new ArrayList<>()).add(there);
      }
    }
    return counts.entrySet().stream()
        .map(entry -> new BackendLatency(entry.getKey(), of(entry.getValue(), scratch)))
        .toList();
  }

  private Map<String, Collection<LatencyCounts>> own() {
    Map<String, Collection<LatencyCounts>> counts = new TreeMap<>();
    byBackend.forEach((backend, given) -> counts.put(backend, new ArrayList<>(List.of(given))));
    for (ToolCounter tool : tools.values()) {
      LatencyCounts latency = tool.latency.get();
      if (latency != null) {
        counts.computeIfAbsent(tool.backend, key -> new ArrayList<>()).add(latency);
      }
    }
    return counts;
  }

  /** What this gateway has measured of each backend. */
  Map<String, LatencyCounts> sums() {
    Map<String, LatencyCounts> sums = new HashMap<>();
    own()
        .forEach(
            (backend, counts) -> {
              LatencyCounts sum = new LatencyCounts();
              counts.forEach(each -> each.addTo(sum));
              sums.put(backend, sum);
            });
    return sums;
  }

  /** Takes what others have measured in place of what was known of that. */
  void elsewhere(Map<String, LatencyCounts> measured) {
    elsewhere = Map.copyOf(measured);
  }

  /** Shows what others have measured of these backends. */
  void present(Collection<String> backends) {
    present = backends;
  }

  private static Latency of(Collection<LatencyCounts> counts, Histogram scratch) {
    scratch.reset();
    counts.forEach(each -> each.addTo(scratch));
    return new LatencyReport(
        scratch.getTotalCount(),
        percentile(scratch, 50),
        percentile(scratch, 95),
        percentile(scratch, 99),
        micros(Math.round(scratch.getMean())),
        micros(scratch.getMaxValue()));
  }

  private static Duration percentile(Histogram histogram, double percentile) {
    return micros(histogram.getValueAtPercentile(percentile));
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
