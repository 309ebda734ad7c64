package io.gatemini.internal.state;

import io.gatemini.GatewayStats.Latency;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.internal.state.Reports.ToolReport;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The figures of one tool. Recording takes no lock. */
final class ToolCounter {
  final LongAdder successes = new LongAdder();
  final LongAdder errors = new LongAdder();
  final LongAdder answers = new LongAdder();
  final LongAdder bytesProcessed = new LongAdder();
  final LongAdder bytesReturned = new LongAdder();

  /** How long its calls took, where there is room for that. */
  final AtomicReference<@Nullable LatencyCounts> latency = new AtomicReference<>();

  /** The round of {@link Latencies} in which it had to give its latency up. */
  volatile int withoutRoom = -1;

  /** Whose tool it is; empty before the first call. */
  volatile String backend = "";

  /** How many successes all gateways with one store know of, and how many they are about to. */
  long told;

  long telling;

  /** Read to find the tool that was quiet longest: an old value does no harm. */
  private long lastCallMillis;

  void call(boolean success, long atMillis) {
    (success ? successes : errors).increment();
    if (lastCallMillis != atMillis) {
      // Written as seldom as can be: every thread that counts reads what stands beside it.
      lastCallMillis = atMillis;
    }
  }

  void answer(long processed, long returned) {
    answers.increment();
    bytesProcessed.add(processed);
    bytesReturned.add(returned);
  }

  /** Adds the counts of another one, but not its latency. */
  void add(ToolCounter other) {
    successes.add(other.successes.sum());
    errors.add(other.errors.sum());
    answers.add(other.answers.sum());
    bytesProcessed.add(other.bytesProcessed.sum());
    bytesReturned.add(other.bytesReturned.sum());
  }

  long calls() {
    return successes.sum() + errors.sum();
  }

  long lastCallMillis() {
    return lastCallMillis;
  }

  ToolStats figures(String tool, Optional<Latency> measured) {
    long succeeded = successes.sum();
    long failed = errors.sum();
    return new ToolReport(
        tool,
        succeeded + failed,
        succeeded,
        failed,
        answers.sum(),
        bytesProcessed.sum(),
        bytesReturned.sum(),
        measured);
  }
}
