package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayListener;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.settings.ConfigFile;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.prompt.GivenPrompts;
import io.gatemini.internal.surface.resource.GivenResources;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The description of a gateway. Not thread-safe. */
final class EngineBuilder implements GatewayBuilder {
  private GatewaySettings settings = GatewaySettings.defaults();
  private final List<ConfigFile> files = new ArrayList<>();
  private final List<Provider> plugins = new ArrayList<>();
  private final List<CallInterceptor> interceptors = new ArrayList<>();
  private final List<GatewayListener> listeners = new ArrayList<>();
  private GivenResources resources = GivenResources.none();
  private GivenPrompts prompts = GivenPrompts.none();
  private @Nullable Executor executor;
  private @Nullable ScheduledExecutorService scheduler;
  private Clock clock = Clock.systemUTC();
  private Environment variables = Environment.system();
  private Environment environment = Environment.system();
  private @Nullable TextAnalyzer textAnalyzer;
  private @Nullable TokenEstimator tokenEstimator;
  private @Nullable RegistrationPolicy registrationPolicy;
  private @Nullable ResultStore resultStore;

  @Override
  public GatewaySettings settings() {
    files.forEach(file -> file.check(settings));
    return settings;
  }

  @Override
  public GatewayBuilder settings(UnaryOperator<GatewaySettings> change) {
    return settings(change.apply(settings));
  }

  @Override
  public GatewayBuilder settings(GatewaySettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
    return this;
  }

  @Override
  public GatewayBuilder variables(Map<String, String> variables) {
    this.variables = Environment.of(variables);
    environment = this.variables;
    return this;
  }

  @Override
  public GatewayBuilder config(Path file) {
    GatewayAncestry.ofHost().enter(file);
    boolean discover = settings.discover();
    return config(
        ConfigFile.read(
            file, secrets(), discover, transports(), () -> providers(discover), variables));
  }

  @Override
  public GatewayBuilder config(Path file, String text) {
    GatewayAncestry.ofHost().enter(file);
    boolean discover = settings.discover();
    return config(
        ConfigFile.read(
            file,
            source -> Options.parse(text, source, "backends"),
            secrets(),
            discover,
            transports(),
            () -> providers(discover),
            variables));
  }

  @Override
  public GatewayBuilder config(String name, String text) {
    return config(name, source -> Options.parse(text, source, "backends"));
  }

  @Override
  public GatewayBuilder config(String name, JsonNode object) {
    return config(name, source -> Options.of(source, "", object));
  }

  private GatewayBuilder config(String name, Function<OptionSource, Options> read) {
    boolean discover = settings.discover();
    return config(
        ConfigFile.of(
            name, read, secrets(), discover, transports(), () -> providers(discover), environment));
  }

  private GatewayBuilder config(ConfigFile read) {
    environment = read.environment();
    files.add(read);
    return settings(read.over(settings));
  }

  private List<SecretProvider> secrets() {
    return Plugins.of(SecretProvider.class, plugins, false);
  }

  private Transports transports() {
    return new Transports(Plugins.of(BackendProvider.class, plugins, settings.discover()));
  }

  private List<Provider> providers(boolean discover) {
    List<Provider> all = new ArrayList<>(Plugins.of(Provider.class, plugins, discover));
    all.addAll(BuiltInPlugins.choices());
    return all;
  }

  @Override
  public GatewayBuilder plugin(Provider provider) {
    plugins.add(Objects.requireNonNull(provider, "provider"));
    return this;
  }

  @Override
  public GatewayBuilder resource(Resource resource, Supplier<String> text) {
    resources = resources.with(resource, Objects.requireNonNull(text, "text"));
    return this;
  }

  @Override
  public GatewayBuilder prompt(Prompt prompt, Function<Map<String, String>, String> text) {
    prompts = prompts.with(prompt, Objects.requireNonNull(text, "text"));
    return this;
  }

  @Override
  public GatewayBuilder resultStore(ResultStore resultStore) {
    this.resultStore = Objects.requireNonNull(resultStore, "resultStore");
    return this;
  }

  @Override
  public GatewayBuilder stateStore(StateStore stateStore) {
    return plugin(Plugins.given(stateStore));
  }

  @Override
  public GatewayBuilder interceptor(CallInterceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  @Override
  public GatewayBuilder listener(GatewayListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  @Override
  public GatewayBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  @Override
  public GatewayBuilder scheduler(ScheduledExecutorService scheduler) {
    this.scheduler = scheduler;
    return this;
  }

  @Override
  public GatewayBuilder clock(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  @Override
  public GatewayBuilder textAnalyzer(TextAnalyzer textAnalyzer) {
    this.textAnalyzer = Objects.requireNonNull(textAnalyzer, "textAnalyzer");
    return this;
  }

  @Override
  public GatewayBuilder tokenEstimator(TokenEstimator tokenEstimator) {
    this.tokenEstimator = Objects.requireNonNull(tokenEstimator, "tokenEstimator");
    return this;
  }

  @Override
  public GatewayBuilder outputConfig(OutputConfig outputConfig) {
    return settings(settings.output(outputConfig));
  }

  @Override
  public GatewayBuilder outputConfig(UnaryOperator<OutputConfig> change) {
    return outputConfig(change.apply(settings.output()));
  }

  @Override
  public GatewayBuilder registrationPolicy(RegistrationPolicy registrationPolicy) {
    this.registrationPolicy = Objects.requireNonNull(registrationPolicy, "registrationPolicy");
    return this;
  }

  @Override
  public Gateway build() {
    GatewayAncestry.ofHost().enter();
    GatewaySettings settings = settings();
    List<Provider> all = new ArrayList<>(plugins);
    if (!resources.isEmpty()) {
      all.add(resources);
    }
    if (!prompts.isEmpty()) {
      all.add(prompts);
    }
    if (resultStore != null) {
      all.add(new GuardedResultStore.Given(resultStore));
    }
    return GatewayEngine.start(
        settings,
        new HostParts(
            all,
            interceptors,
            listeners,
            Optional.ofNullable(executor),
            Optional.ofNullable(scheduler),
            clock,
            environment,
            Optional.ofNullable(textAnalyzer),
            Optional.ofNullable(tokenEstimator),
            Optional.ofNullable(registrationPolicy)));
  }
}
