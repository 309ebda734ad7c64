package io.gatemini.internal.answer;

import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import java.time.Duration;
import java.util.Optional;

/** A stage that keeps to the time an answer may take. */
public interface TimedReducer extends OutputReducer {
  /** The name of the stage that keeps what an intent asks for; its notes begin with it. */
  String INTENT = "intent-filter";

  /** For all stages of one answer together: some hundred megabytes take that long. */
  Duration TIME = Duration.ofSeconds(2);

  /**
   * The smaller answer, or empty when this stage has nothing to do.
   *
   * @throws TimeBudget.Exceeded when the time is over
   */
  Optional<Payload> reduce(Payload payload, Request request, TimeBudget time);

  @Override
  default Optional<Payload> reduce(Payload payload, Request request) {
    return reduce(payload, request, TimeBudget.of(TIME));
  }
}
