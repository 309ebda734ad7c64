package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.reduce.LinesReducer;
import io.gatemini.internal.reduce.TruncateReducer;
import io.gatemini.internal.reduce.intent.IntentReducer;
import io.gatemini.internal.reduce.json.JsonReducer;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TextAnalyzer;
import java.util.List;
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
            analyzer -> new IntentReducer(output, analyzer)),
        new BuiltIn(
            JsonReducer.NAME, JsonReducer.WEIGHT, analyzer -> new JsonReducer(output, analyzer)),
        new BuiltIn(LinesReducer.NAME, LinesReducer.WEIGHT, analyzer -> new LinesReducer(output)),
        new BuiltIn(
            TruncateReducer.NAME, TruncateReducer.WEIGHT, analyzer -> new TruncateReducer(output)));
  }

  private record BuiltIn(String name, int weight, Function<TextAnalyzer, OutputReducer> maker)
      implements OutputReducerProvider {
    @Override
    public OutputReducer create(JsonNode config, PluginContext context) {
      return maker.apply(context.textAnalyzer());
    }
  }
}
