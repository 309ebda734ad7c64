package io.gatemini.examples.resilience;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Callers that ask backends at random, each for something of its own, and look at what they get: it
 * must be theirs, or an error, and it must come in time.
 */
final class SoakCallers {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final Duration DEADLINE_OF_HANGS = Duration.ofMillis(300);

  /** The time that a busy machine may add to a deadline. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int HANGS_PERCENT = 1;
  private static final int ACTS_PERCENT = 10;

  private final Gateway gateway;
  private final List<String> backends;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
  private final Set<String> acted = ConcurrentHashMap.newKeySet();
  private final Histogram micros = new SynchronizedHistogram(3);
  private final Histogram overshootMicros = new SynchronizedHistogram(3);
  private volatile boolean over;

  SoakCallers(Gateway gateway, List<String> backends) {
    this.gateway = gateway;
    this.backends = backends;
  }

  /**
   * Starts callers.
   *
   * @param names how the texts of their calls begin
   */
  void start(String names, int callers, long seed) {
    for (int i = 0; i < callers; i++) {
      String name = names + i;
      Random random = new Random(seed + i);
      Thread thread = new Thread(() -> run(name, random), "caller " + name);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  void stop() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join(DEADLINE.plus(MARGIN).toMillis());
      if (thread.isAlive()) {
        wrong.add(thread.getName() + " never got an answer");
      }
    }
  }

  private void run(String name, Random random) {
    for (int i = 0; !over; i++) {
      int percent = random.nextInt(100);
      String backend = backends.get(random.nextInt(backends.size()));
      String text = name + "-" + i + "-" + Long.toHexString(random.nextLong());
      if (percent < HANGS_PERCENT) {
        call(backend + ".hang", text, DEADLINE_OF_HANGS);
      } else if (percent < HANGS_PERCENT + ACTS_PERCENT) {
        call(backend + ".act", text, DEADLINE);
      } else {
        call(backend + ".echo", text + "x".repeat(random.nextInt(2_000)), DEADLINE);
      }
      LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
    }
  }

  private void call(String tool, String text, Duration deadline) {
    String outcome;
    long from = System.nanoTime();
    try {
      String answer =
          gateway.call(ToolCall.of(tool, Map.of("text", text)).withTimeout(deadline)).text();
      outcome = "answered";
      if (!answer.equals(text)) {
        wrong.add(tool + " of " + text + " was answered with " + answer);
      } else if (tool.matches("(stdio|http)\\d+\\.act")) {
        acted.add(text);
      }
    } catch (GatewayException e) {
      outcome = e.getClass().getSimpleName();
    } catch (RuntimeException e) {
      outcome = "something else";
      wrong.add(tool + ": " + e);
    }
    long took = System.nanoTime() - from;
    long late = took - deadline.toNanos();
    if (late > MARGIN.toNanos()) {
      wrong.add(tool + " took " + took / 1_000_000 + " ms to be " + outcome);
    }
    overshootMicros.recordValue(Math.max(0, late / 1_000));
    if (outcome.equals("answered")) {
      micros.recordValue(took / 1_000);
    }
    counts.computeIfAbsent(outcome, key -> new LongAdder()).increment();
  }

  /** Whatever must not happen. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** The texts of the {@code act} calls that were answered by servers that note them. */
  Set<String> acted() {
    return acted;
  }

  Map<String, LongAdder> counts() {
    return counts;
  }

  /** The durations of answered calls, in milliseconds. */
  double percentile(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1_000.0;
  }

  /** The longest that a caller was kept beyond its deadline, in milliseconds. */
  double longestOvershoot() {
    return overshootMicros.getMaxValue() / 1_000.0;
  }
}
