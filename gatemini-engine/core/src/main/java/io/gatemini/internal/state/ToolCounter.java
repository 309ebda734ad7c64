package io.gatemini.internal.state;

import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.internal.state.Reports.ToolReport;
import java.util.concurrent.atomic.LongAdder;

/** The figures of one tool. Recording takes no lock. */
final class ToolCounter {
  final LongAdder successes = new LongAdder();
  final LongAdder errors = new LongAdder();
  final LongAdder answers = new LongAdder();
  final LongAdder bytesProcessed = new LongAdder();
  final LongAdder bytesReturned = new LongAdder();

  /** How many successes all gateways with one store know of, and how many they are about to. */
  long written;

  long writing;

  void call(boolean success) {
    (success ? successes : errors).increment();
  }

  void answer(long processed, long returned) {
    answers.increment();
    bytesProcessed.add(processed);
    bytesReturned.add(returned);
  }

  /** Adds the counts of another one. */
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

  ToolStats figures(String tool) {
    long succeeded = successes.sum();
    long failed = errors.sum();
    return new ToolReport(
        tool,
        succeeded + failed,
        succeeded,
        failed,
        answers.sum(),
        bytesProcessed.sum(),
        bytesReturned.sum());
  }
}
