package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.answer.LinesReducer;
import io.gatemini.internal.answer.TruncateReducer;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.internal.inprocess.InProcessBackend.InProcessProvider;
import io.gatemini.internal.inprocess.UnconfiguredBackend;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.program.ToolPrograms;
import io.gatemini.internal.retrieval.Retrieval;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.internal.surface.servers.ServerTools;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The plug-ins that every gateway has. */
record BuiltInPlugins(
    Settings settings, Environment environment, Supplier<ToolPrograms> toolPrograms) {
  List<Provider> all() {
    List<Provider> all = new ArrayList<>(reducers());
    all.add(new InProcessProvider());
    all.add(new UnconfiguredBackend.Provider());
    all.add(new CompositeBackend.Provider(() -> settings.now().compositeTools(), toolPrograms));
    all.addAll(Secrets.builtIn(settings::now, environment));
    all.addAll(choices());
    all.add(new GuardedResultStore.MemoryProvider());
    return all;
  }

  /** The ones that a configuration chooses by name. */
  public static List<Provider> choices() {
    return List.of(Retrieval.byName(), new MetaTools.Provider(), new ServerTools.Provider());
  }

  /**
   * The stages in the order of their work, each with its switch: what the caller wants comes before
   * the form of the answer, and that before the bound.
   *
   * <pre>
   * truncate(lines(json(intent-filter(answer))))
   * </pre>
   */
  private List<OutputReducerProvider> reducers() {
    Supplier<OutputConfig> output = () -> settings.now().output();
    return List.of(
        new Stage(
            IntentReducer.NAME,
            IntentReducer.WEIGHT,
            context -> new IntentReducer(output, context.textAnalyzer(), model(context))),
        new Stage(
            JsonReducer.NAME,
            JsonReducer.WEIGHT,
            context -> new JsonReducer(output, context.textAnalyzer())),
        new Stage(LinesReducer.NAME, LinesReducer.WEIGHT, context -> new LinesReducer(output)),
        new Stage(
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

  private record Stage(String name, int weight, Function<PluginContext, OutputReducer> maker)
      implements OutputReducerProvider {
    @Override
    public OutputReducer create(JsonNode config, PluginContext context) {
      return maker.apply(context);
    }
  }
}
