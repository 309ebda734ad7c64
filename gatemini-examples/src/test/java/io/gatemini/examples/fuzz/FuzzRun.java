package io.gatemini.examples.fuzz;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * How long a fuzzer runs, and where its chance begins.
 *
 * @param first the step to begin with
 * @param last the last step, however much time there is
 */
record FuzzRun(long seed, Duration length, int first, int last) {
  /** The same with every build: a failure then is of what has changed. */
  private static final long USUAL_SEED = 12;

  /** One input of a fuzzer. */
  interface Step {
    void run(int number, Chance chance) throws Exception;
  }

  /** As the properties {@code fuzz.minutes}, {@code fuzz.seed} and {@code fuzz.steps} say. */
  static FuzzRun configured() {
    String minutes = System.getProperty("fuzz.minutes", "");
    String[] steps = System.getProperty("fuzz.steps", "0-" + (Integer.MAX_VALUE - 1)).split("-", 2);
    return new FuzzRun(
        Long.getLong("fuzz.seed", minutes.isEmpty() ? USUAL_SEED : System.nanoTime()),
        Duration.ofMillis(minutes.isEmpty() ? 30_000 : (long) (Double.parseDouble(minutes) * 6e4)),
        Integer.parseInt(steps[0]),
        Integer.parseInt(steps[steps.length - 1]));
  }

  /** A share of it, which goes on where another share ends. */
  FuzzRun share(int count) {
    return new FuzzRun(seed, length.dividedBy(count), first, last);
  }

  Chance at(int step) {
    return Chance.of(seed, step);
  }

  /** Takes the steps one by one until the time is over; their number. */
  int steps(Callable<Boolean> goesOn, Step step) throws Exception {
    long end = System.nanoTime() + length.toNanos();
    int number = first;
    for (; number <= last && System.nanoTime() < end && goesOn.call(); number++) {
      step.run(number, at(number));
    }
    return number - first;
  }

  @Override
  public String toString() {
    return "fuzz.seed=" + seed + " for " + length.toSeconds() + " s";
  }
}
