package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Shows that work on a text takes time in proportion to its length. Measured is the time of the
 * processor, in this thread, the least of a few tries: what else runs on the machine counts little.
 */
public final class LinearTime {
  private static final int[] SIZES = {10_000, 100_000, 1_000_000};

  /** The most that ten times as much text may take; a quadratic reader takes a hundred times. */
  private static final int GROWTH = 40;

  /**
   * Shorter times show the caches of the processor and nothing else: a reader that takes one
   * nanosecond for each pair of characters takes 10 seconds for 100 KB.
   */
  private static final long FLOOR = TimeUnit.SECONDS.toNanos(1);

  /** Until the compiler has done its work, code that is linear takes a hundred times as long. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  private static final int TRIES = 4;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LinearTime() {}

  /** Gives work every hostile text in three sizes. */
  public static void of(Consumer<String> work) {
    of(SIZES[SIZES.length - 1], work);
  }

  /** The same with texts that are no longer than the work takes. */
  public static void of(int longest, Consumer<String> work) {
    List<Map<String, String>> bySize = new ArrayList<>();
    for (int size : SIZES) {
      if (size <= longest) {
        bySize.add(HostileText.ofSize(size));
      }
    }
    List<String> slow = new ArrayList<>();
    bySize
        .get(0)
        .keySet()
        .forEach(
            name -> {
              String found = slow(bySize.stream().map(texts -> texts.get(name)).toList(), work);
              if (!found.isEmpty()) {
                slow.add(name + ": " + found);
              }
            });
    assertThat(slow).as("what takes more than %d times as long", GROWTH).isEmpty();
  }

  /** Ends at the first step that grows too much: the next one would take minutes. */
  private static String slow(List<String> texts, Consumer<String> work) {
    long before = time(texts.get(0), work, 0);
    for (int i = 1; i < texts.size(); i++) {
      long allowed = Math.max(FLOOR, GROWTH * before);
      long now = time(texts.get(i), work, allowed);
      if (now > allowed) {
        return texts.get(i - 1).length()
            + " characters take "
            + millis(before)
            + " ms, "
            + texts.get(i).length()
            + " take "
            + millis(now)
            + " ms";
      }
      before = now;
    }
    return "";
  }

  /** The least of many tries; one is enough where it is no more than is allowed. */
  private static long time(String text, Consumer<String> work, long allowed) {
    long began = THREADS.getCurrentThreadCpuTime();
    long least = Long.MAX_VALUE;
    long end = began;
    for (int i = 0;
        least > allowed && (i < TRIES || (allowed > 0 && end - began < PATIENCE));
        i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      work.accept(text);
      end = THREADS.getCurrentThreadCpuTime();
      least = Math.min(least, end - start);
    }
    return least;
  }

  private static String millis(long nanos) {
    return String.valueOf(nanos / 1_000_000.0);
  }
}
