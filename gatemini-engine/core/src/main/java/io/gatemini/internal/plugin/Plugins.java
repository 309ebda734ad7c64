package io.gatemini.internal.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Exposure;
import io.gatemini.GatewayException;
import io.gatemini.PluginInfo;
import io.gatemini.PluginInfo.Origin;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.settings.SettingsCheck;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.CallInterceptorProvider;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicyProvider;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.TextAnalyzerProvider;
import io.gatemini.spi.TokenEstimatorProvider;
import io.gatemini.spi.TokenStoreProvider;
import io.gatemini.spi.TransportProvider;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of one gateway. A provider given to the builder wins over a discovered one of its
 * kind and name, and that over one of the engine; among equals the heavier wins. Thread-safe.
 */
public final class Plugins {
  private static final Logger LOG = System.getLogger(Plugins.class.getName());

  /** The kinds, by the name they are listed under. */
  private static final Map<String, Class<? extends Provider>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("backend", BackendProvider.class);
    KINDS.put("surface", SurfaceProvider.class);
    KINDS.put("transport", TransportProvider.class);
    KINDS.put("retriever", RetrieverProvider.class);
    KINDS.put("output-reducer", OutputReducerProvider.class);
    KINDS.put("script-engine", ScriptEngineProvider.class);
    KINDS.put("typescript-transpiler", TypeScriptTranspiler.class);
    KINDS.put("secret", SecretProvider.class);
    KINDS.put("resource", ResourceProvider.class);
    KINDS.put("prompt", PromptProvider.class);
    KINDS.put("result-store", ResultStoreProvider.class);
    KINDS.put("state-store", StateStoreProvider.class);
    KINDS.put("token-store", TokenStoreProvider.class);
    KINDS.put("backplane", BackplaneProvider.class);
    KINDS.put("call-interceptor", CallInterceptorProvider.class);
    KINDS.put("registration-policy", RegistrationPolicyProvider.class);
    KINDS.put("text-analyzer", TextAnalyzerProvider.class);
    KINDS.put("token-estimator", TokenEstimatorProvider.class);
    KINDS.put("embedding-model", EmbeddingModelProvider.class);
  }

  private final List<Entry> entries;
  private final Map<String, JsonNode> configs;
  private final Map<String, JsonNode> resolved = new ConcurrentHashMap<>();

  /** At first those of the engine alone, because the settings of a provider may need one, too. */
  private volatile Secrets secrets;

  private Plugins(List<Entry> entries, Map<String, JsonNode> configs) {
    this.entries = List.copyOf(entries);
    this.configs = configs;
    this.secrets =
        Secrets.of(all(SecretProvider.class).stream().filter(Plugins::isOfTheEngine).toList());
  }

  /** Finds the plug-ins of a gateway and says in one log line what was discovered. */
  public static Plugins of(GatewaySettings settings, List<Provider> given, List<Provider> builtIn) {
    List<Entry> all = new ArrayList<>();
    KINDS.forEach(
        (kind, type) -> {
          Map<String, Entry> byName = new LinkedHashMap<>();
          add(byName, kind, type, builtIn, Origin.BUILT_IN);
          if (settings.discover()) {
            List<Provider> discovered = discover(type);
            discovered.removeIf(provider -> settings.excluded().contains(provider.name()));
            discovered.removeIf(
                provider ->
                    provider.isOptIn() && !settings.pluginConfigs().containsKey(provider.name()));
            add(
                byName,
                kind,
                type,
                discovered.stream().filter(Plugins::isOfTheEngine).toList(),
                Origin.BUILT_IN);
            discovered.removeIf(Plugins::isOfTheEngine);
            add(byName, kind, type, discovered, Origin.DISCOVERED);
          }
          add(byName, kind, type, given, Origin.EXPLICIT);
          byName.values().stream()
              .sorted(
                  Comparator.comparingInt((Entry entry) -> entry.provider.weight())
                      .reversed()
                      .thenComparing(entry -> entry.provider.name()))
              .forEach(all::add);
        });
    Plugins plugins = new Plugins(all, settings.pluginConfigs());
    LOG.log(Level.DEBUG, () -> "plug-ins: " + plugins.describe());
    return plugins;
  }

  /**
   * The providers of one kind that a builder knows, before there is a gateway.
   *
   * @param type {@link Provider} for those of every kind
   */
  public static <T extends Provider> List<T> of(
      Class<T> type, List<Provider> given, boolean discover) {
    List<Provider> all = new ArrayList<>(given);
    if (discover) {
      KINDS.values().stream()
          .filter(type::isAssignableFrom)
          .forEach(kind -> all.addAll(discover(kind)));
    }
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The engine's own, which are found like all others. */
  private static boolean isOfTheEngine(Provider provider) {
    return provider.getClass().getName().startsWith("io.gatemini.internal.");
  }

  private static void add(
      Map<String, Entry> byName,
      String kind,
      Class<? extends Provider> type,
      List<Provider> providers,
      Origin origin) {
    for (Provider provider : providers) {
      if (type.isInstance(provider)) {
        Entry entry = new Entry(kind, provider, origin);
        byName.merge(provider.name(), entry, Entry::stronger);
      }
    }
  }

  private static <T extends Provider> List<Provider> discover(Class<T> type) {
    List<Provider> found = new ArrayList<>();
    Iterator<T> providers = ServiceLoader.load(type).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return found;
        }
        found.add(providers.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        // One jar that does not fit must not take the others with it.
        LOG.log(
            Level.WARNING,
            "a plug-in could not be loaded and is left out: "
                + e.getMessage()
                + (e.getCause() == null ? "" : ": " + Failures.sentence(e.getCause())),
            e);
      }
    }
  }

  /** Providers of every kind. */
  public List<Provider> all() {
    return entries.stream().map(Entry::provider).toList();
  }

  /** Providers of one kind, heaviest first. */
  public <T extends Provider> List<T> all(Class<T> type) {
    // By kind: a provider of two kinds is an entry in each.
    return entries.stream()
        .filter(entry -> type.equals(KINDS.get(entry.kind())))
        .map(entry -> type.cast(entry.provider()))
        .toList();
  }

  /**
   * The products of all providers of one kind, heaviest first; each is created when the stream
   * reaches it.
   *
   * @param create takes a provider and its configuration
   */
  public <P extends Provider, T> Stream<T> made(Class<P> type, BiFunction<P, JsonNode, T> create) {
    return all(type).stream().map(provider -> made(provider, create));
  }

  /** The product of one provider, as in {@link #made(Class, BiFunction)}. */
  public <P extends Provider, T> T made(P provider, BiFunction<P, JsonNode, T> create) {
    JsonNode config = config(provider.name());
    // SettingsCheck reads sections that are there; a plug-in must not meet a required key that is
    // not.
    OptionTable keys = provider.settings();
    keys.readKnown(Options.of("plugins." + provider.name(), config), keys.defaults());
    return made(provider, () -> create.apply(provider, config));
  }

  /**
   * Creates a provider's product.
   *
   * @throws ConfigException that names the plug-in, where it makes nothing
   */
  public static <T> T made(Provider provider, Supplier<? extends @Nullable T> create) {
    String who = "plug-in \"" + provider.name() + "\" (" + provider.getClass().getName() + ") ";
    T made;
    try {
      made = create.get();
    } catch (GatewayException e) {
      throw e;
    } catch (RuntimeException | Error e) { // whatever it is, its message names the plug-in
      if (e instanceof Error) {
        Guarded.log(LOG, who + "cannot be used", e);
      }
      throw new ConfigException(who + "cannot be used: " + Failures.sentence(e), e);
    }
    if (made == null) {
      throw new ConfigException(who + "cannot be used: it returned null");
    }
    return made;
  }

  /** The engine of a provider. */
  public ScriptEngine scriptEngine(
      ScriptEngineProvider provider, SandboxConfig sandbox, PluginContext context) {
    return new GuardedScriptEngine(
        provider.name(), made(provider, (it, config) -> it.create(sandbox, config, context)));
  }

  /** Opens a transport. Its own refusals reach the host that opens it unchanged. */
  public static Exposure opened(Transport transport, Surface surface, PluginContext context) {
    Exposure open;
    try {
      open = transport.open(surface, context);
    } catch (Error e) { // a class of it may be missing, which is no reason to end its host
      Guarded.log(LOG, "transport " + transport.name() + " could not be opened", e);
      throw new GatewayException("the transport could not be opened: " + e, e);
    }
    if (open == null) {
      throw new GatewayException("transport \"" + transport.name() + "\" opened nothing");
    }
    return open;
  }

  /** The provider of a store that a host gave to the builder. */
  public static Provider given(StateStore store) {
    return new GuardedStateStore.Given(store);
  }

  /** The provider of one kind with a name. */
  public <T extends Provider> Optional<T> named(Class<T> type, String name) {
    return all(type).stream().filter(provider -> provider.name().equals(name)).findFirst();
  }

  /** The provider of one kind with a name, or an error that lists the names there are. */
  public <T extends Provider> T required(Class<T> type, String name, String key) {
    return named(type, name)
        .orElseThrow(
            () ->
                new ConfigException(
                    key
                        + " \""
                        + name
                        + "\" is not known; there is "
                        + names(type)
                        + SettingsCheck.comesWith(name)));
  }

  private String names(Class<? extends Provider> type) {
    List<? extends Provider> all = all(type);
    return all.isEmpty()
        ? "none"
        : all.stream().map(Provider::name).collect(Collectors.joining(", "));
  }

  /**
   * The configuration given for a plug-in, with its secrets; an empty object where there is none.
   * Each secret is asked for once.
   *
   * @throws ConfigException naming the key of a secret that cannot be had
   */
  public JsonNode config(String name) {
    JsonNode known = resolved.get(name);
    if (known == null) {
      OptionSource source =
          new OptionSource("", Path.of(""), secrets::resolve, UnaryOperator.identity());
      JsonNode config = configs.getOrDefault(name, JsonNodeFactory.instance.objectNode());
      known = Options.of(source, "plugins." + name, config).json();
      resolved.put(name, known);
    }
    return known;
  }

  /**
   * Makes the providers of secrets, which all other plug-ins may need; once, before any of them.
   */
  void resolveSecrets(PluginContext context) {
    secrets =
        Secrets.of(
            this.<SecretProvider, SecretProvider>made(
                    SecretProvider.class, (provider, config) -> provider.create(config, context))
                .toList());
    resolved.clear();
  }

  /** The secrets of this gateway. */
  public Secrets secrets() {
    return secrets;
  }

  /**
   * Asks for the secrets of all plug-ins.
   *
   * @throws ConfigException naming each key whose secret cannot be had
   */
  public void requireSecrets() {
    Faults faults = new Faults();
    configs.keySet().forEach(name -> faults.in(() -> config(name)));
    faults.unlessFound(this);
  }

  /** The plug-ins that were found and given. */
  public List<PluginInfo> list() {
    return entries.stream()
        .map(
            entry ->
                new PluginInfo(
                    entry.kind,
                    entry.provider.name(),
                    entry.provider.weight(),
                    entry.provider.getClass().getName(),
                    entry.origin))
        .toList();
  }

  private String describe() {
    return entries.stream()
        .filter(entry -> entry.origin != Origin.BUILT_IN)
        .map(entry -> entry.kind + " " + entry.provider.name())
        .collect(Collectors.joining(", "));
  }

  private record Entry(String kind, Provider provider, Origin origin) {
    Entry stronger(Entry other) {
      if (origin != other.origin) {
        return origin.compareTo(other.origin) > 0 ? this : other;
      }
      return other.provider.weight() > provider.weight() ? other : this;
    }
  }
}
