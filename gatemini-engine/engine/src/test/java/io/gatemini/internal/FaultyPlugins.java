package io.gatemini.internal;

import io.gatemini.Exposure;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.Transport;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.internal.Faults.Place;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.testing.TestRetriever;
import io.gatemini.text.WordAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One plug-in of each kind, which throws where the test asks for it. */
record FaultyPlugins(Faults faults) {
  private static final Prompt PROMPT =
      new Prompt("one", "", "", List.of(new PromptArgument("word", "", "", false)));
  private static final Outcome SEVEN =
      new Outcome(Status.OK, RawJson.parse("7"), "", OptionalInt.empty(), List.of());

  List<Provider> all() {
    return List.of(
        new GivenRetriever("faulty", (config, context) -> retriever()),
        faults.faulty(
            BackendProvider.class,
            Map.of("create", this::backend, "allowsDedicatedInstances", () -> true)),
        provider(
            OutputReducerProvider.class,
            OutputReducer.class,
            Map.of("passes", () -> !faults.isArmed(Place.REDUCE), "reduce", Optional::empty)),
        provider(ScriptEngineProvider.class, ScriptEngine.class, Map.of("run", () -> done(SEVEN))),
        provider(
            ResourceProvider.class,
            ResourceSource.class,
            Map.of(
                "resources",
                () -> List.of(new Resource("test://one", "one", "", "", "text/plain")))),
        provider(
            PromptProvider.class,
            PromptSource.class,
            Map.of("prompts", () -> List.of(PROMPT), "complete", () -> done(List.of("any")))),
        faults.faulty(SecretProvider.class, Map.of("resolve", () -> Optional.of("a secret"))));
  }

  private <T> Provider provider(
      Class<? extends Provider> type, Class<T> made, Map<String, Supplier<?>> answers) {
    return faults.faulty(
        type,
        Map.of(
            "create", () -> faults.faulty(made, answers), "languages", () -> Set.of("typescript")));
  }

  private static <T> CompletableFuture<T> done(T answer) {
    return CompletableFuture.completedFuture(answer);
  }

  /** A backend with one tool, {@code work}. */
  private Backend backend() {
    return faults.faulty(
        Backend.class,
        Map.of(
            "start",
            Backend::done,
            "listTools",
            () -> done(List.of(BackendTool.of("work", "Works.", Tools.ANY_OBJECT))),
            "call",
            () -> done(ToolResult.text("done")),
            "ping",
            Backend::done,
            "memoryBytes",
            () -> OptionalLong.of(1),
            "stop",
            Backend::done));
  }

  Retriever retriever() {
    faults.at(Place.CREATE_RETRIEVER);
    return new TestRetriever(
        "faulty",
        (snapshot, previous) -> {
          faults.at(Place.INDEX);
          return query -> {
            faults.at(Place.SEARCH);
            return TestRetriever.all(snapshot).search(query);
          };
        });
  }

  TextAnalyzer analyzer() {
    TextAnalyzer words = new WordAnalyzer();
    return text -> {
      faults.at(Place.ANALYZER);
      return words.tokens(text);
    };
  }

  TokenEstimator estimator() {
    return text -> {
      faults.at(Place.ESTIMATOR);
      return text.length() / 4;
    };
  }

  RegistrationPolicy policy() {
    return faults.faulty(
        RegistrationPolicy.class, Map.of("refusal", Optional::empty, "mayUseSecret", () -> true));
  }

  SurfaceListener listener() {
    return faults.faulty(SurfaceListener.class, Map.of());
  }

  Transport transport() {
    Map<String, Supplier<?>> exposure = Map.of("closed", CompletableFuture::new);
    return faults.faulty(
        Transport.class, Map.of("open", () -> faults.faulty(Exposure.class, exposure)));
  }
}
