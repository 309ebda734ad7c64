package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.InspectionGuard;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.Passthrough;
import io.gatemini.config.Pinning;
import io.gatemini.config.SandboxConfig;
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
public final class GatewayBuilder {
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

  /** Takes settings as they are, instead of all that was said so far. */
  @Incubating
  public GatewayBuilder settings(GatewaySettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
    return this;
  }

  /**
   * Adds a backend.
   *
   * @param name 1 to 64 visible characters of any script, the first and the last no blanks. Its
   *     tools begin with its namespace: {@link BackendConfig#namespace(String)}, else the name as
   *     far as a key can have it, {@code Google_Maps} for {@code Google Maps}
   * @throws ConfigException when the name is bad or taken
   */
  public GatewayBuilder backend(String name, BackendConfig config) {
    return settings(settings.backend(name, config));
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

  /** Lets a tool be called by another name. An alias never shadows a tool. */
  public GatewayBuilder alias(String alias, String tool) {
    return settings(settings.alias(alias, tool));
  }

  /**
   * Adds a tool that is a program over other tools.
   *
   * @param name 1 to 64 letters, digits, {@code -} and {@code _}, beginning with a letter or digit
   * @throws ConfigException when the name is bad or taken
   */
  public GatewayBuilder compositeTool(String name, CompositeTool tool) {
    return settings(settings.compositeTool(name, tool));
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

  /**
   * Remembers in a file what {@link #stateStore} would, where neither that nor a plug-in does: it
   * is {@link StateStore#file}. Without it a gateway in a host has none.
   */
  public GatewayBuilder cachePath(Path file) {
    return settings(settings.cachePath(file));
  }

  /** Sets the configuration of a plug-in. */
  public GatewayBuilder pluginConfig(String name, JsonNode config) {
    return settings(settings.pluginConfig(name, config));
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

  /** Whether plug-ins are looked for on the class path; on by default. */
  public GatewayBuilder discover(boolean discover) {
    return settings(settings.discover(discover));
  }

  /** Leaves a discovered plug-in of this name out. */
  public GatewayBuilder exclude(String name) {
    return settings(settings.exclude(name));
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

  /**
   * The surface that agents are shown, by the name of its {@link io.gatemini.spi.SurfaceProvider};
   * {@code meta}, the seven tools, by default; {@code servers}, the five that walk servers. In a
   * file, {@code surface}.
   */
  public GatewayBuilder surface(String name) {
    return settings(settings.surface(name));
  }

  /**
   * The retriever that answers searches; the one of the highest weight by default. In a file,
   * {@code retrieval} under {@code search}.
   */
  public GatewayBuilder retrieval(String name) {
    return settings(settings.retrieval(name));
  }

  /**
   * Whether, of tools that answer a query about equally well, those that have been called with
   * success come first; on by default. It never counts for more than 5 % of a score. In a file,
   * {@code usage_boost} under {@code search}.
   */
  public GatewayBuilder usageBoost(boolean usageBoost) {
    return settings(settings.usageBoost(usageBoost));
  }

  /**
   * Whether search compares meanings beside words, where a retriever can; on by default. It is
   * {@code enabled} in the configuration of the plug-in {@code semantic}, and in a file under
   * {@code semantic}.
   */
  public GatewayBuilder semantic(boolean enabled) {
    return settings(settings.semantic(enabled));
  }

  /**
   * The directory of the embedding model to compare meanings with, instead of the one that comes
   * with the search. It is {@code model} in the configuration of the plug-in {@code semantic}, and
   * in a file under {@code semantic}.
   */
  public GatewayBuilder semanticModel(Path directory) {
    return settings(settings.semanticModel(directory));
  }

  /**
   * Whether backends wait with their start for the first use: a client that has connected, a
   * search, a call, {@link Gateway#awaitReady}. By default they start when the gateway is built.
   */
  public GatewayBuilder lazyStart(boolean lazyStart) {
    return settings(settings.lazyStart(lazyStart));
  }

  /**
   * Bound of a chain's answer in UTF-8 bytes, where the call does not say: the component {@code
   * maxOutputSize} of the output configuration.
   */
  public GatewayBuilder maxOutputBytes(int maxOutputBytes) {
    return settings(settings.maxOutputBytes(maxOutputBytes));
  }

  /**
   * Bound of all messages together that are on their way through the gateway, in bytes as they
   * arrive; a twelfth of the heap by default, because a message takes several times its size while
   * it is read and made to fit. An answer that does not fit waits for a moment, then fails alone.
   */
  public GatewayBuilder maxInFlightBytes(long maxInFlightBytes) {
    return settings(settings.maxInFlightBytes(maxInFlightBytes));
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
   * Wall-clock bound of a program, where the call does not say; a chain that is one call has the
   * {@code timeout} of its backend.
   */
  public GatewayBuilder chainTimeout(Duration chainTimeout) {
    return settings(settings.chainTimeout(chainTimeout));
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
   * Programs that agents may start under the guarded policy, alone or with their first arguments. A
   * program alone may be started with any arguments: {@code npx} lets agents run any package there
   * is, {@code npx -y @scope/package} that one.
   */
  public GatewayBuilder allowedCommands(String... commands) {
    return settings(settings.allowedCommands(List.of(commands)));
  }

  /**
   * Hosts, with a port or without, that agents may register without being public or https, under
   * the guarded policy.
   */
  public GatewayBuilder allowedHosts(String... hosts) {
    return settings(settings.allowedHosts(List.of(hosts)));
  }

  /**
   * Secrets that agents may name in headers and variables of what they register under the guarded
   * policy, as {@code provider:reference@host}, for example {@code
   * env:GITHUB_TOKEN@api.github.com}: it goes to that host alone. Without a host the secret may go
   * anywhere an agent may register a backend, even when a stranger's text asks the agent to.
   */
  public GatewayBuilder allowedSecrets(String... secrets) {
    return settings(settings.allowedSecrets(List.of(secrets)));
  }

  /** How many backends agents may register. */
  public GatewayBuilder maxDynamicBackends(int maxDynamicBackends) {
    return settings(settings.maxDynamicBackends(maxDynamicBackends));
  }

  /**
   * Keeps what agents register in the state store, with its variables and headers as they were
   * given: it is there again after a restart, and in other gateways with the store. Each asks its
   * own policy first. Off by default, because anyone who can write to the store can name programs.
   */
  public GatewayBuilder sharedRegistrations(boolean sharedRegistrations) {
    return settings(settings.sharedRegistrations(sharedRegistrations));
  }

  /**
   * Adds words on the catalog to the description of {@code search_tools}; the instructions list the
   * backends.
   */
  public GatewayBuilder catalogDigest(String catalogDigest) {
    return settings(settings.catalogDigest(catalogDigest));
  }

  /** Sets the limits of programs and where they run; {@link SandboxConfig#defaults} by default. */
  public GatewayBuilder sandbox(SandboxConfig sandbox) {
    return settings(settings.sandbox(sandbox));
  }

  /**
   * Changes what programs may use, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  public GatewayBuilder sandbox(UnaryOperator<SandboxConfig> change) {
    return sandbox(change.apply(settings.sandbox()));
  }

  /**
   * How backends are watched, started again and ended; {@link HealthConfig#defaults} by default.
   */
  public GatewayBuilder health(HealthConfig health) {
    return settings(settings.health(health));
  }

  /**
   * Changes how backends are watched, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  public GatewayBuilder health(UnaryOperator<HealthConfig> change) {
    return health(change.apply(settings.health()));
  }

  /** Sets what happens when a tool's definition changes; reported by default. */
  public GatewayBuilder pinning(Pinning pinning) {
    return settings(settings.pinning(pinning));
  }

  /**
   * Puts the resources of backends into the list that clients see, or leaves them out, as by
   * default: those are read under their addresses all the same.
   */
  public GatewayBuilder passedResources(Passthrough resources) {
    return settings(settings.passedResources(resources));
  }

  /**
   * Puts the prompts of backends into the list that clients see, as {@code backend/prompt}, or
   * leaves them out, as by default: those are got by that name all the same.
   */
  public GatewayBuilder passedPrompts(Passthrough prompts) {
    return settings(settings.passedPrompts(prompts));
  }

  /**
   * Sets what happens when a program calls a tool whose details or response its session has not
   * looked at; nothing by default. It needs a surface that notes who has: {@code servers}.
   */
  @Incubating
  public GatewayBuilder inspectionGuard(InspectionGuard inspectionGuard) {
    return settings(settings.inspectionGuard(inspectionGuard));
  }

  /**
   * Replaces the instructions that clients get at initialization; they get none where it is blank.
   */
  public GatewayBuilder instructions(String instructions) {
    return settings(settings.instructions(instructions));
  }

  /**
   * Adds a line to the instructions that clients get at initialization: what is special about this
   * host. It is not counted in the 1,150 characters that the gateway itself keeps to.
   */
  public GatewayBuilder moreInstructions(String moreInstructions) {
    return settings(settings.moreInstructions(moreInstructions));
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
