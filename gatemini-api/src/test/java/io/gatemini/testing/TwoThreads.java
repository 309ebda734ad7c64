package io.gatemini.testing;

/**
 * Two threads for tests that Lincheck repeats under every interleaving; plain, since it also
 * instruments whatever they use to check the outcome.
 */
public final class TwoThreads {
  private TwoThreads() {}

  /** Runs one task on this thread and another on a new thread, and waits for both. */
  public static void run(Runnable here, Runnable there) {
    Thread other = new Thread(there);
    other.start();
    here.run();
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Fails with what was found unless the condition holds. */
  public static void check(boolean holds, Object found) {
    if (!holds) {
      throw new AssertionError("found " + found);
    }
  }
}
