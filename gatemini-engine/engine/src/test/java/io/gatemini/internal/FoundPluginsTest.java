package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.PluginInfo;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.CallInterceptorProvider;
import io.gatemini.spi.Invocation;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.RegistrationPolicyProvider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzerProvider;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.TokenEstimatorProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
import io.gatemini.testing.TestGateway;
import io.gatemini.text.EnglishAnalyzer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interceptors, policies, analyzers and estimators that a jar on the class path brings. */
class FoundPluginsTest {
  /** Calls that the plug-ins received; the loader creates the plug-ins. */
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();

  private static final String OBJECT = "{\"type\": \"object\"}";

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final URLClassLoader found;

  FoundPluginsTest(@TempDir Path classes) throws IOException {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    for (Class<? extends Provider> kind :
        List.of(
            CallInterceptorProvider.class,
            RegistrationPolicyProvider.class,
            TextAnalyzerProvider.class,
            TokenEstimatorProvider.class)) {
      Files.writeString(services.resolve(kind.getName()), Found.class.getName());
    }
    found = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before);
  }

  /** Brings one of each kind. */
  public static final class Found
      implements CallInterceptorProvider,
          RegistrationPolicyProvider,
          TextAnalyzerProvider,
          TokenEstimatorProvider {
    private static final OptionTable KEYS = new OptionTable("found");
    private static final OptionKey<String> LABEL =
        KEYS.add("label", OptionType.text(), "found", "");

    @Override
    public String name() {
      return "found";
    }

    @Override
    public OptionTable settings() {
      return KEYS;
    }

    @Override
    public All create(JsonNode config, PluginContext context) {
      return new All(KEYS.read(Options.of("found", config)).get(LABEL));
    }
  }

  /** All that {@link Found} makes. */
  public static final class All
      implements CallInterceptor, RegistrationPolicy, TextAnalyzer, TokenEstimator {
    private final String label;
    private final TextAnalyzer english = new EnglishAnalyzer();

    All(String label) {
      this.label = label;
    }

    @Override
    public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
      SEEN.add(label);
      return next.proceed(call);
    }

    @Override
    public Optional<String> refusal(String name, BackendConfig config, Session session) {
      return Optional.of("refused by " + label);
    }

    @Override
    public List<String> tokens(String text) {
      SEEN.add("tokens");
      return english.tokens(text);
    }

    @Override
    public long estimate(String text) {
      SEEN.add("estimate");
      return 1;
    }
  }

  @BeforeEach
  void putOnTheClassPath() {
    SEEN.clear();
    Thread.currentThread().setContextClassLoader(found);
  }

  @AfterEach
  void takeFromTheClassPath() throws IOException {
    Thread.currentThread().setContextClassLoader(before);
    found.close();
  }

  private static GatewayBuilder builder() {
    return Gateway.builder()
        .backend("log", BackendConfig.inProcess().tool("read", "Reads it.", OBJECT, args -> "x"));
  }

  private static Throwable refusal(GatewayBuilder builder) {
    try (Gateway gateway = builder.build()) {
      return catchThrowable(
          () ->
              gateway
                  .registerAsync("more", BackendConfig.stdio("rm", "-r"), Session.of("ann"))
                  .get(60, TimeUnit.SECONDS));
    }
  }

  /** A search reads texts, a listing of the gateway's own tools counts them. */
  private static void use(GatewayBuilder builder) {
    SEEN.clear();
    try (Gateway gateway = TestGateway.ready(builder)) {

      gateway.search("read it");
      gateway.stats(Session.local());
      gateway.call(ToolCall.of("log.read", Map.of()));
    }
  }

  @Test
  void areListed() {
    try (Gateway gateway = builder().build()) {
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.name().equals("found"))
          .extracting(PluginInfo::kind)
          .containsExactlyInAnyOrder(
              "call-interceptor", "registration-policy", "text-analyzer", "token-estimator");
    }
  }

  @Test
  void areUsed() {
    use(builder().pluginConfig("found", JsonNodeFactory.instance.objectNode().put("label", "it")));

    assertThat(SEEN).contains("it", "tokens", "estimate");
    assertThat(refusal(builder())).hasMessageContaining("refused by found");
  }

  @Test
  void areLeftOutWhereTheyAreExcludedOrNothingIsLookedFor() {
    for (GatewayBuilder without : List.of(builder().exclude("found"), builder().discover(false))) {
      use(without);

      assertThat(SEEN).isEmpty();
      assertThat(refusal(without)).hasMessageContaining("exactly this command line");
    }
  }

  /** Interceptors are not one for another: the host's comes first. */
  @Test
  void giveWayToWhatTheHostGave() {
    use(
        builder()
            .interceptor(
                (call, next) -> {
                  SEEN.add("host's");
                  return next.proceed(call);
                })
            .textAnalyzer(new EnglishAnalyzer())
            .tokenEstimator(text -> 2));

    assertThat(SEEN).containsExactly("host's", "found");
    assertThat(refusal(builder().registrationPolicy(RegistrationPolicy.off())))
        .hasMessageContaining("switched off");
  }

  @Test
  void aPolicyGivesWayToTheGuardedOneThatAFileNames(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(directory.resolve("gatemini.yaml"), "registration:\n  policy: guarded\n");

    assertThat(refusal(builder().config(file))).hasMessageContaining("exactly this command line");
    assertThat(refusal(builder().registrationPolicy(RegistrationPolicy.guarded())))
        .hasMessageContaining("exactly this command line");
    assertThat(RegistrationPolicy.guarded().refusal("x", BackendConfig.stdio("x"), Session.local()))
        .isPresent();
  }
}
