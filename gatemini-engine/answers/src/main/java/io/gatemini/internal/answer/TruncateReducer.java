package io.gatemini.internal.answer;

import io.gatemini.config.OutputConfig;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.Payload;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The last stage: head and tail of what is still too large, or its head only. It looks at no clock:
 * what ran out of time is truncated. Immutable and thread-safe.
 */
public record TruncateReducer(Supplier<OutputConfig> output) implements TimedReducer {
  /** The name it is configured under. */
  public static final String NAME = "truncate";

  /** Behind every other stage. */
  public static final int WEIGHT = 0;

  /** Shows head and tail. */
  public TruncateReducer() {
    this(OutputConfig::defaults);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return sizeBytes <= request.maxOutputBytes();
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request, TimeBudget time) {
    if (passes(payload.sizeBytes(), request)) {
      return Optional.empty();
    }
    Truncation cut =
        output.get().smartTruncation()
            ? Truncation.of(payload.text(), request.maxOutputBytes())
            : Truncation.headOf(payload.text(), request.maxOutputBytes());
    return Optional.of(payload.reducedTo(cut.text(), note(cut)));
  }

  static String note(Truncation cut) {
    return NAME + ": " + Truncation.kilobytes(cut.omittedBytes()) + " omitted";
  }
}
