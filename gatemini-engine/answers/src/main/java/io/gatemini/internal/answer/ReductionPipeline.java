package io.gatemini.internal.answer;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The stages an answer passes, by weight, highest first, and behind them a bound that no stage can
 * break: what is too large after the last one is truncated.
 *
 * <p>A stage that throws is skipped. A stage that exceeds the time of an answer is left out, and
 * the answer says so. Thread-safe.
 */
public final class ReductionPipeline {
  private static final Logger LOG = System.getLogger(ReductionPipeline.class.getName());
  private static final TruncateReducer BOUND = new TruncateReducer();

  /** The note of a stage that had no time, behind its name. */
  static final String OUT_OF_TIME = ": ran out of time";

  private final List<TimedReducer> reducers;

  /**
   * A stage and its place.
   *
   * @param weight of the provider; higher runs earlier
   * @param reducer the stage
   */
  public record Stage(int weight, OutputReducer reducer) {}

  public ReductionPipeline(List<Stage> stages) {
    this.reducers =
        stages.stream()
            .sorted(Comparator.comparingInt(Stage::weight).reversed())
            .map(Stage::reducer)
            .map(reducer -> reducer instanceof TimedReducer own ? own : new PluginStage(reducer))
            .toList();
  }

  /** The stages of a gateway: those that it always has, and its plug-ins. */
  public static ReductionPipeline of(PluginContext context) {
    return new ReductionPipeline(
        context.plugins(OutputReducerProvider.class).stream()
            .map(
                provider ->
                    new Stage(
                        provider.weight(),
                        Plugins.made(
                            provider,
                            () -> provider.create(context.config(provider.name()), context))))
            .toList());
  }

  /**
   * Whether an answer of this size would pass untouched, whatever it says. Asked before a payload
   * is built, so that an answer that fits costs nothing.
   */
  public boolean passes(long sizeBytes, OutputReducer.Request request) {
    return sizeBytes <= Math.min(request.maxOutputBytes(), EmbeddedFiles.SMALL)
        && reducers.stream().allMatch(reducer -> reducer.passes(sizeBytes, request));
  }

  /** Reduces an answer; the result is never larger than the request allows. */
  public Payload reduce(Payload payload, OutputReducer.Request request) {
    return reduce(payload, request, TimeBudget.of(TimedReducer.TIME));
  }

  /** The same within a time, after which an answer that is too large is only truncated. */
  Payload reduce(Payload payload, OutputReducer.Request request, TimeBudget time) {
    Payload current = EmbeddedFiles.without(payload);
    for (TimedReducer reducer : reducers) {
      current = step(reducer, current, request, time).orElse(current);
    }
    return BOUND.reduce(current, request).orElse(current);
  }

  private static Optional<Payload> step(
      TimedReducer reducer, Payload payload, OutputReducer.Request request, TimeBudget time) {
    // A defect of ours or a full heap must not cost the agent its answer: the bound makes it fit.
    return Guarded.valueOr(
        () -> reducer.reduce(payload, request, time),
        problem -> {
          if (problem instanceof TimeBudget.Exceeded) {
            return Optional.of(payload.withNote(reducer.name() + OUT_OF_TIME));
          }
          Guarded.log(LOG, "the reducer \"" + reducer.name() + "\" failed and is skipped", problem);
          return Optional.empty();
        });
  }
}
