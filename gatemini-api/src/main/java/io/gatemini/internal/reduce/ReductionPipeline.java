package io.gatemini.internal.reduce;

import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stages an answer passes, by weight, highest first, and behind them a bound that no stage can
 * break: what is too large after the last one is truncated.
 *
 * <p>A stage that throws is skipped, and logged the first time. Thread-safe.
 */
public final class ReductionPipeline {
  private static final Logger LOG = System.getLogger(ReductionPipeline.class.getName());
  private static final OutputReducer BOUND = new TruncateReducer();

  private final List<OutputReducer> reducers;
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

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
                        provider.create(context.config(provider.name()), context)))
            .toList());
  }

  /** A pipeline that does nothing but keep the bound. */
  public static ReductionPipeline boundOnly() {
    return new ReductionPipeline(List.of(new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));
  }

  /**
   * Whether an answer of this size would pass untouched, whatever it says. Asked before a payload
   * is built, so that an answer that fits costs nothing.
   */
  public boolean passes(long sizeBytes, OutputReducer.Request request) {
    if (sizeBytes > request.maxOutputBytes()) {
      return false;
    }
    for (OutputReducer reducer : reducers) {
      if (!passes(reducer, sizeBytes, request)) {
        return false;
      }
    }
    return true;
  }

  private static boolean passes(
      OutputReducer reducer, long sizeBytes, OutputReducer.Request request) {
    try {
      return reducer.passes(sizeBytes, request);
    } catch (RuntimeException e) {
      // It is asked to reduce then; what fails there is told.
      return false;
    }
  }

  /** Reduces an answer; the result is never larger than the request allows. */
  public Payload reduce(Payload payload, OutputReducer.Request request) {
    Payload current = payload;
    for (OutputReducer reducer : reducers) {
      current = step(reducer, current, request).orElse(current);
    }
    return BOUND.reduce(current, request).orElse(current);
  }

  private Optional<Payload> step(
      OutputReducer reducer, Payload payload, OutputReducer.Request request) {
    try {
      return Objects.requireNonNull(reducer.reduce(payload, request), "a reducer's answer");
    } catch (RuntimeException | StackOverflowError e) {
      // A plug-in's defect must not cost the agent its answer.
      if (failed.add(reducer.name())) {
        LOG.log(Level.WARNING, "the reducer \"" + reducer.name() + "\" failed and is skipped", e);
      }
      return Optional.empty();
    }
  }
}
