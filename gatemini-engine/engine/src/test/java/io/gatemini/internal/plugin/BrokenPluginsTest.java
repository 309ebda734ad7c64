package io.gatemini.internal.plugin;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendState;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Transport;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.backend.instance.GuardedBackend;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.PlugIns;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway whose plug-ins do nothing right: it lives, and says which of them it was. */
class BrokenPluginsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NAME = "broken";

  /** The ways in which every method of a plug-in fails. */
  enum Way {
    THROWS,
    RETURNS_NULL;

    /** An implementation all of whose methods fail, but for its name. */
    <T> T of(Class<T> type) {
      return PlugIns.of(
          type,
          NAME,
          (self, method, arguments) -> {
            if (this == THROWS || method.getReturnType().isPrimitive()) {
              throw new IllegalStateException("kaputt at " + method.getName());
            }
            return null;
          });
    }

    /** A provider of such an implementation. */
    Provider provider(Class<? extends Provider> type, Class<?> made) {
      return PlugIns.provider(type, NAME, () -> of(made));
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepNothingElseFromBeingServed(Way way) {
    try (LoggedErrors logged = new LoggedErrors();
        Gateway gateway = gateway(way)) {
      gateway.awaitReady(PATIENCE);

      assertThat(gateway.call("good.echo", Map.of()).text()).isEqualTo("good");
      ChainRequest call = ChainRequest.of("{\"tool\": \"good.long\", \"arguments\": {}}");
      assertThat(gateway.run(call.withIntent("a line")).isError()).isFalse();
      assertThat(gateway.tool("good.echo").key()).isEqualTo("good.echo");
      assertThat(gateway.stats()).isNotNull();
      assertThat(gateway.backends())
          .filteredOn(it -> it.name().equals("bad"))
          .singleElement()
          .satisfies(it -> assertThat(it.state()).isNotEqualTo(BackendState.HEALTHY));

      assertThrown(GatewayException.class, () -> gateway.search("echo"))
          .hasMessageContaining("retriever \"" + NAME + "\"");
      assertThat(gateway.run(ChainRequest.of("a program")).isError()).isTrue();
      assertThat(gateway.surface().resources(Session.local()))
          .noneMatch(it -> it.name().equals(NAME));
      assertThat(gateway.surface().prompts(Session.local()))
          .noneMatch(it -> it.name().equals(NAME));
      assertThrown(RuntimeException.class, () -> gateway.expose(way.of(Transport.class)));
      assertThrown(
          ExecutionException.class,
          () ->
              gateway
                  .registerAsync("new", BackendConfig.of(NAME), Session.of("agent"))
                  .get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      gateway.surface().listen(Session.local(), way.of(SurfaceListener.class));

      assertThat(logged.toString())
          .contains("retriever " + NAME, "the reducer \"" + NAME + "\"", "the result store")
          .contains("text analyzer ", "token estimator ", "the registration policy failed (")
          .containsPattern("retriever " + NAME + " \\(.*\\$Proxy")
          .containsPattern("the reducer \"" + NAME + "\" \\(.*\\$Proxy");
    }
  }

  @ParameterizedTest
  @EnumSource
  void failTheCallThatTheyIntercept(Way way) {
    try (Gateway gateway =
        TestGateway.builder()
            .interceptor(way.of(CallInterceptor.class))
            .backend("good", good())
            .build()) {
      assertThrown(GatewayException.class, () -> gateway.call("good.echo", Map.of()))
          .hasMessageStartingWith("interceptor ")
          .hasMessageContaining("$Proxy")
          .hasMessageContaining(" failed at the call of \"good.echo\": ")
          .hasMessageContaining(way == Way.THROWS ? "kaputt" : "it returned null");
    }
  }

  @ParameterizedTest
  @EnumSource
  void failTheCallThatTheyAnswerLater(Way way) {
    CallInterceptor late =
        (call, next) ->
            next.proceed(call)
                .thenApply(
                    result -> {
                      if (way == Way.THROWS) {
                        throw new IllegalStateException("kaputt");
                      }
                      return null;
                    });
    try (Gateway gateway =
        TestGateway.builder().interceptor(late).backend("good", good()).build()) {
      assertThrown(GatewayException.class, () -> gateway.call("good.echo", Map.of()))
          .hasMessageStartingWith("interceptor " + BrokenPluginsTest.class.getName())
          .hasMessageContaining(way == Way.THROWS ? "kaputt" : "it answered with null");
    }
  }

  @Test
  void passOnWhatTheyRefuseWith() {
    try (Gateway gateway =
        TestGateway.builder()
            .interceptor(
                (call, next) -> {
                  throw new CallRefusedException("not today");
                })
            .backend("good", good())
            .build()) {
      assertThrown(CallRefusedException.class, () -> gateway.call("good.echo", Map.of()))
          .hasMessage("not today");
    }
  }

  @ParameterizedTest
  @EnumSource
  void areNamedAtACallThatTheyBreak(Way way) {
    BackendCall call =
        new BackendCall("any", RawJson.emptyObject(), CallContext.of(Session.local()));

    assertThat(new GuardedBackend("bad", way.of(Backend.class)).call(call))
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withMessageContaining("backend \"bad\" failed when it was called");
  }

  @ParameterizedTest
  @EnumSource
  void tellNothingOfASecretThatTheyFailAt(Way way) {
    Secrets secrets = Secrets.of(List.of(way.of(SecretProvider.class)));

    assertThrown(
            IllegalArgumentException.class, () -> secrets.resolve("secretref:" + NAME + ":key"))
        .hasMessageContaining("secret provider \"" + NAME + "\" failed")
        .hasMessageNotContaining("kaputt");
  }

  private static BackendConfig good() {
    return BackendConfig.inProcess()
        .tool("echo", "Echoes.", Tools.ANY_OBJECT.toString(), args -> "good")
        .tool("long", "Long.", Tools.ANY_OBJECT.toString(), args -> "line\n".repeat(9_000));
  }

  private static Gateway gateway(Way way) {
    return TestGateway.builder()
        .retrieval(NAME)
        .plugin(way.provider(BackendProvider.class, Backend.class))
        .plugin(way.provider(RetrieverProvider.class, Retriever.class))
        .plugin(way.provider(OutputReducerProvider.class, OutputReducer.class))
        .plugin(way.provider(ScriptEngineProvider.class, ScriptEngine.class))
        .plugin(way.provider(ResourceProvider.class, ResourceSource.class))
        .plugin(way.provider(PromptProvider.class, PromptSource.class))
        .plugin(way.provider(ResultStoreProvider.class, ResultStore.class))
        .textAnalyzer(way.of(TextAnalyzer.class))
        .tokenEstimator(way.of(TokenEstimator.class))
        .registrationPolicy(way.of(RegistrationPolicy.class))
        .outputConfig(output -> output.maxOutputTokens(100))
        .backend("good", good())
        .backend("bad", BackendConfig.of(NAME))
        .build();
  }
}
