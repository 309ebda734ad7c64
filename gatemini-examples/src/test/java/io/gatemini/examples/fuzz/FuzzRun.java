package io.gatemini.examples.fuzz;

import java.time.Duration;

/**
 * How long a fuzzer runs, and where its chance begins.
 *
 * @param first the step to begin with
 * @param last the last step, however much time there is
 */
record FuzzRun(long seed, Duration length, int first, int last) {
  private static final Duration USUAL = Duration.ofSeconds(30);

  /** The same with every build: a failure then is of what has changed. */
  private static final long USUAL_SEED = 12;

  /** As the properties {@code fuzz.minutes}, {@code fuzz.seed} and {@code fuzz.steps} say. */
  static FuzzRun configured() {
    String minutes = System.getProperty("fuzz.minutes", "");
    String[] steps = System.getProperty("fuzz.steps", "0-" + (Integer.MAX_VALUE - 1)).split("-", 2);
    return new FuzzRun(
        Long.getLong("fuzz.seed", minutes.isEmpty() ? USUAL_SEED : System.nanoTime()),
        minutes.isEmpty()
            ? USUAL
            : Duration.ofMillis(Math.round(Double.parseDouble(minutes) * 60_000)),
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

  @Override
  public String toString() {
    return "fuzz.seed=" + seed + " for " + length.toSeconds() + " s";
  }
}
