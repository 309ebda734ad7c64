package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.reduce.LinesReducer;
import io.gatemini.internal.reduce.TruncateReducer;
import io.gatemini.internal.reduce.intent.IntentReducer;
import io.gatemini.internal.reduce.json.JsonReducer;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The stages that every gateway has, in the order of their work:
 *
 * <pre>
 * truncate(lines(json(intent-filter(answer))))
 * </pre>
 *
 * <p>What the caller wants comes before what the answer is, and that before the bound.
 */
public final class DefaultReducers {
  private DefaultReducers() {}

  /** The providers of all stages; each stage keeps to its switch. */
  public static List<OutputReducerProvider> of(Supplier<OutputConfig> output) {
    return List.of(
        new BuiltIn(
            IntentReducer.NAME,
            IntentReducer.WEIGHT,
            context -> new IntentReducer(output, context.textAnalyzer(), model(context))),
        new BuiltIn(
            JsonReducer.NAME,
            JsonReducer.WEIGHT,
            context -> new JsonReducer(output, context.textAnalyzer())),
        new BuiltIn(LinesReducer.NAME, LinesReducer.WEIGHT, context -> new LinesReducer(output)),
        new BuiltIn(
            TruncateReducer.NAME, TruncateReducer.WEIGHT, context -> new TruncateReducer(output)));
  }

  /** The first that may be asked while an answer is reduced. */
  private static Optional<EmbeddingModel> model(PluginContext context) {
    return context.plugins(EmbeddingModelProvider.class).stream()
        .map(
            provider ->
                Plugins.made(
                    provider, () -> provider.create(context.config(provider.name()), context)))
        .filter(EmbeddingModel::instant)
        .findFirst();
  }

  private record BuiltIn(String name, int weight, Function<PluginContext, OutputReducer> maker)
      implements OutputReducerProvider {
    @Override
    public OutputReducer create(JsonNode config, PluginContext context) {
      return maker.apply(context);
    }
  }
}
