package io.gatemini.examples.resilience;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** Calls tools one after the other, for as long as something else goes wrong. */
final class Neighbours {
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  /** Not to be the load that the others suffer from. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Histogram micros = new SynchronizedHistogram(3);
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  /** Starts a caller of each tool, which answers with its text. */
  static Neighbours calling(Gateway gateway, String... tools) {
    Neighbours neighbours = new Neighbours();
    for (String tool : tools) {
      Thread thread = new Thread(() -> neighbours.run(gateway, tool), "neighbour " + tool);
      thread.setDaemon(true);
      neighbours.threads.add(thread);
      thread.start();
    }
    return neighbours;
  }

  private void run(Gateway gateway, String tool) {
    for (int i = 0; !over; i++) {
      String text = tool + "-" + i;
      long from = System.nanoTime();
      try {
        String answer =
            gateway.call(ToolCall.of(tool, Map.of("text", text)).withTimeout(DEADLINE)).text();
        if (!answer.equals(text)) {
          failures.add(text + " was answered with " + answer);
        }
      } catch (GatewayException e) {
        failures.add(text + ": " + e);
      }
      micros.recordValue((System.nanoTime() - from) / 1_000);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Ends the callers and returns their figures. */
  Figures stop() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join(DEADLINE.toMillis() * 2);
    }
    return new Figures(
        micros.getTotalCount(),
        List.copyOf(failures),
        micros.getValueAtPercentile(99) / 1_000.0,
        micros.getMaxValue() / 1_000.0);
  }

  /** How the callers fared; times in milliseconds. */
  record Figures(long calls, List<String> failures, double p99, double max) {
    String shownP99() {
      return String.format(Locale.ROOT, "%.1f ms", p99);
    }
  }
}
