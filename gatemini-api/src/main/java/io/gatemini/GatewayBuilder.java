package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.SettingsChanges;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.internal.BuiltInPlugins;
import io.gatemini.internal.GatewayEngine;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.settings.ConfigFile;
import io.gatemini.internal.settings.Environment;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.prompt.GivenPrompts;
import io.gatemini.internal.surface.resource.GivenResources;
import io.gatemini.internal.wrapper.GuardedStateStore;
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
import io.gatemini.stability.Incubating;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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

/**
 * Describes a gateway. Not thread-safe; {@link #build} may be called more than once.
 *
 * <p>Most setters have a key of the same name in the configuration file, in snake case. {@code
 * backend} and {@code alias} are the sections {@code backends} and {@code aliases}, {@code
 * retrieval} is {@code search.retrieval}, {@code allowedCommands} and its like are in {@code
 * registration}; {@code executor}, {@code clock}, {@code interceptor} and {@code plugin} have none.
 */
public final class GatewayBuilder implements SettingsChanges<GatewayBuilder> {
  /** Bound of a {@code call_tool_chain} answer where nothing else is said. */
  public static final int DEFAULT_MAX_OUTPUT_BYTES = 200_000;

  /** Bound of a chain where nothing else is said. */
  public static final Duration DEFAULT_CHAIN_TIMEOUT = Duration.ofSeconds(30);

  /** How many backends agents may register. */
  public static final int DEFAULT_MAX_DYNAMIC_BACKENDS = 10;

  /** The least bound of all messages that are on their way, in bytes. */
  public static final long LEAST_IN_FLIGHT_BYTES = 1 << 20;

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

  GatewayBuilder() {}

  /**
   * All that was said so far and that a configuration can say, without what is code of the host.
   *
   * @throws ConfigException naming file, line and key of each alias and fallback of a file that
   *     leads to a backend that is not there so far
   */
  @Incubating
  public GatewaySettings settings() {
    files.forEach(file -> file.check(settings));
    return settings;
  }

  @Override
  @Incubating
  public GatewayBuilder settings(UnaryOperator<GatewaySettings> change) {
    return settings(change.apply(settings));
  }

  /** Takes settings as they are, instead of all that was said so far. */
  @Incubating
  public GatewayBuilder settings(GatewaySettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
    return this;
  }

  /**
   * Takes the variables that configuration files name from here, instead of from the environment of
   * this process: a host that serves several people has one gateway for each of their environments.
   * Counts for files that are added afterwards.
   */
  public GatewayBuilder variables(Map<String, String> variables) {
    this.variables = Environment.of(variables);
    environment = this.variables;
    return this;
  }

  /**
   * Adds all that a configuration file says. Secret providers, plug-ins, and {@link #discover}
   * count for it when they are set before; a backend that it refers to can be added afterwards.
   *
   * @throws ConfigException naming file, line and key where something is wrong; or this process was
   *     started by a gateway with the same file, which then contains itself
   */
  public GatewayBuilder config(Path file) {
    GatewayAncestry.ofHost().enter(file);
    boolean discover = settings.discover();
    return config(
        ConfigFile.read(
            file, secrets(), discover, transports(), () -> providers(discover), variables));
  }

  /**
   * The same for a text that the file has had: a server that has not taken over a change of the
   * file goes on with the text before it.
   *
   * @param file whose name messages have, and beside which relative paths begin
   * @param text YAML or JSON
   * @throws ConfigException as {@link #config(Path)}
   */
  @Incubating
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

  /**
   * Adds all that a configuration says which stands in no file, a resource of the class path for
   * example. It is as for {@link #config(Path)}, but relative paths begin in the working directory.
   *
   * @param name what messages call it
   * @param text YAML or JSON
   * @throws ConfigException naming line and key where something is wrong
   */
  public GatewayBuilder config(String name, String text) {
    return config(name, source -> Options.parse(text, source, "backends"));
  }

  /**
   * The same for a configuration that a host has as a tree, with the keys of a file.
   *
   * @param name what messages call it
   * @param object a JSON object
   * @throws ConfigException naming the key where something is wrong
   */
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

  /** Adds a plug-in; it wins over a discovered one of its kind and name. */
  public GatewayBuilder plugin(Provider provider) {
    plugins.add(Objects.requireNonNull(provider, "provider"));
    return this;
  }

  /**
   * Adds a resource for clients to read. For several texts, or texts that change, implement {@link
   * io.gatemini.spi.ResourceProvider}.
   *
   * @param resource its address may have any scheme but {@code gatemini}
   * @param text asked at each reading, on the gateway's executor
   * @throws ConfigException when the address is none, the gateway's own, or taken
   */
  public GatewayBuilder resource(Resource resource, Supplier<String> text) {
    resources = resources.with(resource, Objects.requireNonNull(text, "text"));
    return this;
  }

  /**
   * Adds a prompt for people to start. For several messages, implement {@link
   * io.gatemini.spi.PromptProvider}.
   *
   * @param text makes the user's message of the arguments, on the gateway's executor
   * @throws ConfigException when the name is empty or taken
   */
  public GatewayBuilder prompt(Prompt prompt, Function<Map<String, String>, String> text) {
    prompts = prompts.with(prompt, Objects.requireNonNull(text, "text"));
    return this;
  }

  /**
   * Keeps the originals of reduced answers, instead of memory. The host's own: it wins over any
   * plug-in, and the gateway does not close it.
   */
  public GatewayBuilder resultStore(ResultStore resultStore) {
    this.resultStore = Objects.requireNonNull(resultStore, "resultStore");
    return this;
  }

  /**
   * Remembers in a store what the gateway learns of tools and of their use, and begins with what is
   * there; without one it begins anew. The host's own: it wins over any plug-in, and the gateway
   * does not close it.
   */
  public GatewayBuilder stateStore(StateStore stateStore) {
    return plugin(new GuardedStateStore.Given(stateStore));
  }

  /** Adds an interceptor; the first added is the outermost, and those of plug-ins come after. */
  public GatewayBuilder interceptor(CallInterceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  /**
   * Adds a listener of backends and tools; it hears of all of them, from the first on. The gateway
   * can {@linkplain Gateway#removeListener remove} it.
   */
  public GatewayBuilder listener(GatewayListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Runs what may block: Java tools, programs, starts of backends. The gateway does not end it. It
   * must not run tasks on the calling thread.
   */
  public GatewayBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /** Runs what has a time: deadlines, restarts. The gateway does not end it. */
  public GatewayBuilder scheduler(ScheduledExecutorService scheduler) {
    this.scheduler = scheduler;
    return this;
  }

  /** The clock of status and statistics. */
  public GatewayBuilder clock(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  /**
   * How text becomes tokens; by default that of a plug-in, else {@link
   * io.gatemini.text.EnglishAnalyzer}.
   */
  public GatewayBuilder textAnalyzer(TextAnalyzer textAnalyzer) {
    this.textAnalyzer = Objects.requireNonNull(textAnalyzer, "textAnalyzer");
    return this;
  }

  /**
   * How many tokens a text is taken for; by default what a plug-in says, else {@link
   * io.gatemini.text.BytesTokenEstimator}.
   */
  public GatewayBuilder tokenEstimator(TokenEstimator tokenEstimator) {
    this.tokenEstimator = Objects.requireNonNull(tokenEstimator, "tokenEstimator");
    return this;
  }

  /** How answers are made to fit; {@link OutputConfig#defaults} by default. */
  public GatewayBuilder outputConfig(OutputConfig outputConfig) {
    return settings(settings.output(outputConfig));
  }

  /**
   * Changes how answers are made to fit, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  public GatewayBuilder outputConfig(UnaryOperator<OutputConfig> change) {
    return outputConfig(change.apply(settings.output()));
  }

  /**
   * Decides which backends agents may register; by default that of a plug-in, else {@link
   * RegistrationPolicy#guarded}.
   */
  public GatewayBuilder registrationPolicy(RegistrationPolicy registrationPolicy) {
    this.registrationPolicy = Objects.requireNonNull(registrationPolicy, "registrationPolicy");
    return this;
  }

  /**
   * Builds the gateway and returns at once; backends start in the background.
   *
   * @throws ConfigException when something does not fit together
   */
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
