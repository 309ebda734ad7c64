package io.gatemini.config;

import static io.gatemini.config.SettingsKeys.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import io.gatemini.stability.Incubating;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * All that a configuration says of a gateway, as one value. Immutable: every setter returns a
 * changed copy. Two that mean the same are equal.
 *
 * <p>A {@link io.gatemini.GatewayBuilder} and a configuration file make it, under the same names:
 * {@code chainTimeout} is {@code chain_timeout} in a file.
 */
@Incubating
public final class GatewaySettings extends ConfigValues
    implements SettingsChanges<GatewaySettings> {
  private static final GatewaySettings DEFAULTS = new GatewaySettings(TOP.defaults());

  /** The plug-in that compares meanings. */
  private static final String SEMANTIC_PLUGIN = "semantic";

  /**
   * This part of the heap is for the bytes of messages as they arrive. A message takes several
   * times its size while it is read, decoded and made to fit: the line, a copy of its result, its
   * text as characters and as a string.
   */
  private static final int HEAP_PARTS = 12;

  private GatewaySettings(OptionValues values) {
    super(values);
  }

  @Override
  public GatewaySettings settings(UnaryOperator<GatewaySettings> change) {
    return change.apply(this);
  }

  <T> GatewaySettings with(OptionKey<T> key, T value) {
    return new GatewaySettings(values.with(key, value));
  }

  <T> GatewaySettings within(OptionKey<OptionValues> section, OptionKey<T> key, T value) {
    return with(section, get(section).with(key, value));
  }

  /** The settings where nothing is said. */
  public static GatewaySettings defaults() {
    return DEFAULTS;
  }

  /** The keys at the top of a configuration file. */
  public static Set<String> keys() {
    return TOP.names();
  }

  /** The JSON schema of a configuration file, without its definitions. */
  public static ObjectNode schema() {
    return TOP.schema();
  }

  /**
   * These settings and what a configuration says over them: other values, further members.
   *
   * @param backend reads one backend
   * @throws ConfigException naming the place, when a key is not known or a value invalid
   */
  public GatewaySettings read(Options top, Function<Options, BackendConfig> backend) {
    Faults faults = new Faults();
    faults.in(() -> top.allow(TOP.names()));
    Set<String> plain = new LinkedHashSet<>(TOP.names());
    List.of(BACKENDS, COMPOSITE_TOOLS, MAX_OUTPUT_BYTES, SEMANTIC)
        .forEach(key -> plain.remove(key.name()));
    // First, for output_config says more; the other way round below, for plug-ins say less.
    GatewaySettings bounded =
        faults.in(
            () ->
                top.get(MAX_OUTPUT_BYTES.name())
                    .map(at -> maxOutputBytes(MAX_OUTPUT_BYTES.read(at)))
                    .orElse(this),
            this);
    GatewaySettings known =
        faults.in(
            () -> new GatewaySettings(TOP.readKnown(top.only(plain), bounded.values)), bounded);
    GatewaySettings settings = faults.in(() -> known.withSemantic(top), known);
    for (Map.Entry<String, Option> each : members(top, COMPOSITE_TOOLS).entrySet()) {
      Option at = each.getValue();
      settings =
          settings.over(
              at,
              said -> said.compositeTool(each.getKey(), CompositeTool.read(at.section())),
              faults);
    }
    for (Map.Entry<String, Option> each : members(top, BACKENDS).entrySet()) {
      Option at = each.getValue();
      settings =
          settings.over(
              at, said -> said.backend(each.getKey(), said.inheriting(at, backend)), faults);
    }
    return faults.unlessFound(settings);
  }

  /** A backend that inherits what the file says for all, where it says nothing itself. */
  private BackendConfig inheriting(Option at, Function<Options, BackendConfig> backend) {
    BackendConfig config = backend.apply(at.section());
    List<String> inherited = get(INHERIT_ENV);
    return inherited.isEmpty() || at.section().has(INHERIT_ENV.name()) || config.url().isPresent()
        ? config
        : config.inheritEnv(inherited.toArray(String[]::new));
  }

  private GatewaySettings withSemantic(Options top) {
    Optional<OptionValues> semantic = top.get(SEMANTIC.name()).map(SEMANTIC::read);
    GatewaySettings all = semantic.map(it -> semantic(to -> to.setAll(it.json()))).orElse(this);
    return get(SEARCH).find(EXAMPLES).map(all::searchExamples).orElse(all);
  }

  private static Map<String, Option> members(Options top, OptionKey<?> key) {
    return top.get(key.name()).map(at -> at.section().all()).orElseGet(Map::of);
  }

  private GatewaySettings over(Option at, UnaryOperator<GatewaySettings> change, Faults faults) {
    return faults.in(
        () -> {
          try {
            return change.apply(this);
          } catch (ConfigException e) {
            throw at.located(e);
          }
        },
        this);
  }

  /** The difference between these settings and those that are to replace them. */
  public SettingsChange to(GatewaySettings next) {
    Map<String, BackendConfig> before = backends();
    Map<String, BackendConfig> after = next.backends();
    Set<String> added = new LinkedHashSet<>(after.keySet());
    added.removeAll(before.keySet());
    Set<String> removed = new LinkedHashSet<>(before.keySet());
    removed.removeAll(after.keySet());
    Set<String> changed = new LinkedHashSet<>();
    before.forEach(
        (name, config) -> {
          if (!config.equals(after.getOrDefault(name, config))) {
            changed.add(name);
          }
        });
    Set<String> keys = new TreeSet<>();
    for (OptionKey<?> key : values.changed(next.values)) {
      if (!key.equals(BACKENDS)) {
        keys.addAll(paths(key, values.find(key), next.values.find(key)));
      }
    }
    return new SettingsChange(added, removed, changed, keys);
  }

  private static List<String> paths(OptionKey<?> key, Optional<?> before, Optional<?> after) {
    Optional<OptionValues> inside = before.flatMap(GatewaySettings::inside);
    Optional<OptionValues> other = after.flatMap(GatewaySettings::inside);
    return inside.isPresent() && other.isPresent()
        ? inside.get().changed(other.get()).stream().map(OptionKey::toString).toList()
        : List.of(key.name());
  }

  private static Optional<OptionValues> inside(Object value) {
    return value instanceof ConfigValues config
        ? Optional.of(config.values)
        : value instanceof OptionValues section ? Optional.of(section) : Optional.empty();
  }

  /** Changes each backend there is so far. */
  public GatewaySettings withEachBackend(UnaryOperator<BackendConfig> change) {
    Map<String, BackendConfig> changed = new LinkedHashMap<>(allBackends());
    changed.replaceAll((name, config) -> change.apply(config));
    return with(BACKENDS, Collections.unmodifiableMap(changed));
  }

  static <T> Map<String, T> added(String kind, Map<String, T> members, String name, T member) {
    if (members.containsKey(name)) {
      throw new ConfigException(
          "there are two " + kind + " named \"" + name + "\"; give one of them another name");
    }
    return joined(members, Map.of(name, member));
  }

  /** Whether a secret or a variable that is missing is an error of the whole configuration. */
  public GatewaySettings strictSecrets(boolean strict) {
    return within(SECRETS, STRICT, strict);
  }

  GatewaySettings semantic(UnaryOperator<ObjectNode> change) {
    ObjectNode config =
        pluginConfigs().get(SEMANTIC_PLUGIN) instanceof ObjectNode known
            ? known.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    return pluginConfig(SEMANTIC_PLUGIN, change.apply(config));
  }

  /** Bound of a chain's answer in bytes: {@code maxOutputSize} of the output. */
  GatewaySettings withMaxOutputBytes(int maxOutputBytes) {
    MAX_OUTPUT_BYTES.check(maxOutputBytes);
    return output(output().maxOutputSize(maxOutputBytes));
  }

  /** How answers are made to fit. */
  public GatewaySettings output(OutputConfig output) {
    return with(OUTPUT, output);
  }

  /** The backends by name that are not disabled, in the order of the configuration. */
  public Map<String, BackendConfig> backends() {
    Map<String, BackendConfig> enabled = new LinkedHashMap<>(allBackends());
    enabled.values().removeIf(BackendConfig::disabled);
    return Collections.unmodifiableMap(enabled);
  }

  /** The backends by name, disabled ones among them. */
  @Incubating
  public Map<String, BackendConfig> allBackends() {
    return get(BACKENDS);
  }

  /** Other names of tools. */
  public Map<String, String> aliases() {
    return find(ALIASES).orElseGet(Map::of);
  }

  /** The composite tools by name. */
  public Map<String, CompositeTool> compositeTools() {
    return get(COMPOSITE_TOOLS);
  }

  /** The configuration of plug-ins, by name. */
  public Map<String, JsonNode> pluginConfigs() {
    return get(PLUGINS);
  }

  public boolean discover() {
    return get(DISCOVER);
  }

  /** The names of discovered plug-ins that are left out. */
  public List<String> excluded() {
    return find(EXCLUDE).orElseGet(List::of);
  }

  /** The name of the surface that agents are shown. */
  public String surface() {
    return get(SURFACE);
  }

  public boolean lazyStart() {
    return get(LAZY_START);
  }

  /** The retriever that answers searches; the one of the highest weight where it is empty. */
  public Optional<String> retrieval() {
    return get(SEARCH).find(RETRIEVAL);
  }

  public boolean usageBoost() {
    return get(SEARCH).get(USAGE_BOOST);
  }

  /** In bytes; a twelfth of the heap where nothing is said. */
  public long maxInFlightBytes() {
    return find(MAX_IN_FLIGHT_BYTES)
        .orElseGet(
            () -> Math.max(LEAST_IN_FLIGHT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
  }

  public Duration chainTimeout() {
    return get(CHAIN_TIMEOUT);
  }

  public OutputConfig output() {
    return get(OUTPUT);
  }

  public SandboxConfig sandbox() {
    return get(SANDBOX);
  }

  /** The policy that a file names; empty where it names none. */
  public Optional<RegistrationPolicy> registrationPolicy() {
    return get(REGISTRATION).isSet(POLICY)
        ? Optional.of(get(REGISTRATION).get(POLICY).made())
        : Optional.empty();
  }

  public List<String> allowedCommands() {
    return get(REGISTRATION).find(ALLOWED_COMMANDS).orElseGet(List::of);
  }

  public List<String> allowedHosts() {
    return get(REGISTRATION).find(ALLOWED_HOSTS).orElseGet(List::of);
  }

  public List<String> allowedSecrets() {
    return get(REGISTRATION).find(ALLOWED_SECRETS).orElseGet(List::of);
  }

  /** Who sees, calls and removes a backend that an agent registers. */
  @Incubating
  public enum RegistrationVisible {
    /** The authenticated client that registered it; without authentication every client. */
    OWNER,

    /** Every client. */
    ALL
  }

  /** Who sees, calls and removes what an agent registers. */
  public RegistrationVisible registrationVisible() {
    return get(REGISTRATION).get(REGISTRATION_VISIBLE);
  }

  public int maxDynamicBackends() {
    return get(REGISTRATION).get(MAX_DYNAMIC_BACKENDS);
  }

  public boolean sharedRegistrations() {
    return get(REGISTRATION).get(SHARED_REGISTRATIONS);
  }

  public Passthrough passedResources() {
    return get(PASSTHROUGH).get(PASSED_RESOURCES);
  }

  public Passthrough passedPrompts() {
    return get(PASSTHROUGH).get(PASSED_PROMPTS);
  }

  public Pinning pinning() {
    return get(PINNING);
  }

  public InspectionGuard inspectionGuard() {
    return get(INSPECTION_GUARD);
  }

  public HealthConfig health() {
    return get(HEALTH);
  }

  /** The log level of the bundled server; empty for its default. */
  public Optional<LogThreshold> logLevel() {
    return values.isSet(LOG_LEVEL) ? Optional.of(get(LOG_LEVEL)) : Optional.empty();
  }

  /** The file in which the gateway remembers what it has learnt; empty where there is none. */
  public Optional<Path> cachePath() {
    return values.isSet(CACHE_PATH) ? Optional.of(get(CACHE_PATH)) : Optional.empty();
  }

  /** How long a daemon runs without clients; zero for ever. */
  public Duration daemonIdleTimeout() {
    return get(DAEMON).get(IDLE_TIMEOUT);
  }

  /** How long answers under way may take once a daemon ends. */
  public Duration daemonDrainTimeout() {
    return get(DAEMON).get(CLIENT_DRAIN_TIMEOUT);
  }

  /** Whether the bundled server waits for an operator before it starts what a changed file adds. */
  public boolean reloadAsks() {
    return get(DAEMON).get(RELOAD) == SettingsKeys.Reload.ASK;
  }

  /** The port for operators of the bundled server; empty where it is not enabled. */
  public Optional<Admin> admin() {
    OptionValues admin = get(ADMIN);
    return admin.get(ADMIN_ENABLED)
        ? Optional.of(
            new Admin(
                admin.get(ADMIN_LISTEN), admin.get(ADMIN_ALLOWED_CIDRS), admin.find(ADMIN_TOKEN)))
        : Optional.empty();
  }

  /**
   * A port for operators.
   *
   * @param listen its address, as host:port
   * @param allowedCidrs who may ask it
   * @param token the credentials that a request must present; empty if none are needed
   */
  public record Admin(String listen, List<String> allowedCidrs, Optional<String> token) {
    /** The same port with another token. */
    public Admin withToken(Optional<String> other) {
      return new Admin(listen, allowedCidrs, other);
    }

    /** The address alone: the token is a secret. */
    @Override
    public String toString() {
      return "Admin[" + listen + "]";
    }
  }

  /** Whether a secret or a variable that is missing is an error of the configuration. */
  public boolean strictSecrets() {
    return get(SECRETS).get(STRICT);
  }

  /** Where the relative paths of {@code secretref:file:} begin. */
  public Optional<Path> secretsDirectory() {
    return get(SECRETS).get(PROVIDERS).get(FILE_SECRETS).find(SECRETS_DIRECTORY);
  }

  /** The argument vectors of the programs that print secrets, by the names of references. */
  public Map<String, List<String>> secretCommands() {
    return get(SECRETS).get(PROVIDERS).get(SECRET_COMMANDS);
  }

  /** The account at Bitwarden Secrets Manager; empty where it is not enabled. */
  public Optional<Bitwarden> bitwarden() {
    OptionValues bws = get(SECRETS).get(PROVIDERS).get(BWS);
    return bws.get(BWS_ENABLED)
        ? Optional.of(new Bitwarden(bws.find(BWS_ACCESS_TOKEN), bws.find(BWS_ORGANIZATION_ID)))
        : Optional.empty();
  }

  /** An account at Bitwarden Secrets Manager; the environment has what is empty. */
  public record Bitwarden(Optional<String> accessToken, Optional<String> organizationId) {}

  public Optional<String> catalogDigest() {
    return find(CATALOG_DIGEST);
  }

  public Optional<String> instructions() {
    return find(INSTRUCTIONS);
  }

  public Optional<String> moreInstructions() {
    return find(MORE_INSTRUCTIONS);
  }
}
