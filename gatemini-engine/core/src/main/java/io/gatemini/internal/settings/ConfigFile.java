package io.gatemini.internal.settings;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.inprocess.UnconfiguredBackend;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.spi.Provider;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.NearestKey;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A configuration file: the gateway's own YAML, or the {@code mcpServers} JSON of MCP clients. The
 * content decides which it is, not the name. For one thread.
 *
 * <p>Messages name the file without its directories, the line, and the key path.
 */
public final class ConfigFile {
  private static final Logger LOG = System.getLogger(ConfigFile.class.getName());

  private final Options top;
  private final Transports transports;
  private final Supplier<? extends Collection<? extends Provider>> plugins;
  private final Environment environment;

  /** The keys under the names that they have here. */
  private Options named;

  ConfigFile(
      Options top,
      Transports transports,
      Supplier<? extends Collection<? extends Provider>> plugins,
      Environment environment) {
    this.top = transports.translated(top);
    this.named = this.top;
    this.transports = transports;
    this.plugins = plugins;
    this.environment = environment;
  }

  /**
   * Reads a file of either format.
   *
   * @param secretProviders providers that win over those that are found
   * @param discover whether secret providers are looked for on the class path
   * @param transports whose keys backends may have
   * @param plugins whose settings the file may have; asked where it has any
   * @param own the variables it may name beside those of files
   * @throws ConfigException when there is no such file, or it is malformed
   */
  public static ConfigFile read(
      Path file,
      List<SecretProvider> secretProviders,
      boolean discover,
      Transports transports,
      Supplier<? extends Collection<? extends Provider>> plugins,
      Environment own) {
    return read(
        file,
        source -> Options.read(file, source, "backends"),
        secretProviders,
        discover,
        transports,
        plugins,
        own);
  }

  /** The same, where {@code read} makes the options of what the file says or has said. */
  public static ConfigFile read(
      Path file,
      Function<OptionSource, Options> read,
      List<SecretProvider> secretProviders,
      boolean discover,
      Transports transports,
      Supplier<? extends Collection<? extends Provider>> plugins,
      Environment own) {
    Environment environment = own.with(file);
    OptionSource source =
        source(
            String.valueOf(file.getFileName()),
            Objects.requireNonNullElse(file.getParent(), Path.of("")),
            new Variables(environment::get),
            new Secrets(secretProviders, discover));
    return new ConfigFile(read.apply(source), transports, plugins, environment);
  }

  /**
   * Takes what stands in no file: a resource of the class path, or what a host has bound itself.
   *
   * @param name what messages call it
   * @param read makes the options of where they come from; relative paths begin in the working
   *     directory
   * @param environment the variables it may name
   * @throws ConfigException when it is malformed
   */
  public static ConfigFile of(
      String name,
      Function<OptionSource, Options> read,
      List<SecretProvider> secretProviders,
      boolean discover,
      Transports transports,
      Supplier<? extends Collection<? extends Provider>> plugins,
      Environment environment) {
    OptionSource source =
        source(
            name,
            Path.of(""),
            new Variables(environment::get),
            new Secrets(secretProviders, discover));
    return new ConfigFile(read.apply(source), transports, plugins, environment);
  }

  /** The variables that the file may name, secrets of its backends among them. */
  public Environment environment() {
    return environment;
  }

  static OptionSource source(String name, Path directory, Variables variables, Secrets secrets) {
    return new OptionSource(name, directory, variables::expand, secrets::checked);
  }

  /**
   * Settings and all that the file says over them.
   *
   * @throws ConfigException naming the key that is wrong and what to write
   */
  public GatewaySettings over(GatewaySettings settings) {
    GatewaySettings read =
        ClientFormat.matches(top) ? ClientFormat.read(top, transports, settings) : own(settings);
    Set<String> disabled = new TreeSet<>(read.allBackends().keySet());
    disabled.removeAll(read.backends().keySet());
    if (!disabled.isEmpty()) {
      LOG.log(Level.INFO, "configuration: disabled: {0}", String.join(", ", disabled));
    }
    return read;
  }

  private GatewaySettings own(GatewaySettings settings) {
    Faults faults = new Faults();
    named = faults.in(() -> FormerKeys.renamed(top), top);
    Set<String> known = GatewaySettings.keys();
    if (named.all().keySet().stream().allMatch(key -> NearestKey.of(key, known).isEmpty())) {
      throw top.invalid(
          "there is neither \"backends\" nor \"mcpServers\"; list the backends under one of them");
    }
    BackendFormat format = new BackendFormat(transports);
    boolean strict = settings.strictSecrets() || isStrict(named);
    GatewaySettings read =
        faults.in(
            () ->
                settings.read(
                    named,
                    section ->
                        strict
                            ? format.read(section)
                            : complete(false, () -> format.read(section))),
            settings);
    faults.in(() -> SettingsCheck.plugins(read, named, plugins));
    return faults.unlessFound(apart(read, strict, faults));
  }

  /** The second of two backends with one namespace is down with that reason. */
  private GatewaySettings apart(GatewaySettings read, boolean strict, Faults faults) {
    Map<String, Option> written = SettingsCheck.members(named, "backends");
    Map<String, String> owners = new HashMap<>();
    Iterator<String> names = read.allBackends().keySet().iterator();
    return read.withEachBackend(
        config -> {
          String name = names.next();
          String namespace = BackendNames.namespace(name, config);
          Option at = written.get(name);
          String owner = config.disabled() ? null : owners.putIfAbsent(namespace, name);
          if (owner == null || at == null) {
            return config;
          }
          String free = BackendNames.free(namespace, owners.keySet());
          ConfigException clash =
              at.invalid(
                  "its tools would begin with \"%s\", as those of \"%s\" do; add namespace: %s"
                      .formatted(namespace, owner, free));
          if (strict) {
            faults.in(
                () -> {
                  throw clash;
                });
            return config;
          }
          LOG.log(Level.WARNING, "one backend is left out: " + clash.getMessage());
          owners.put(free, name);
          return UnconfiguredBackend.config(String.valueOf(clash.getMessage())).namespace(free);
        });
  }

  /**
   * Checks where aliases and fallbacks lead, once all backends are known.
   *
   * @throws ConfigException naming the place of each that leads nowhere
   */
  public void check(GatewaySettings settings) {
    if (!ClientFormat.matches(top)) {
      SettingsCheck.check(settings, named);
    }
  }

  /** Read before the key is validated: its faults are reported then. */
  private static boolean isStrict(Options top) {
    return top.get("secrets")
        .filter(Option::isMap)
        .flatMap(secrets -> secrets.section().get("strict"))
        .filter(strict -> strict.written().equals("true"))
        .isPresent();
  }

  /**
   * A backend that is read. Where a value is missing that the file only refers to, it is one that
   * is down with that reason; in a file of a client, where anything is wrong.
   */
  static BackendConfig complete(boolean ofClient, Supplier<BackendConfig> read) {
    try {
      return read.get();
    } catch (ConfigException e) {
      List<ConfigException> faults =
          e.faults().stream()
              .filter(fault -> !ofClient && !(fault.getCause() instanceof MissingValueException))
              .toList();
      if (!faults.isEmpty()) {
        throw ConfigException.of(faults);
      }
      LOG.log(Level.WARNING, "one backend is left out: " + e.getMessage());
      ConfigException first = e.faults().get(0);
      Throwable reason = Objects.requireNonNullElse(first.getCause(), first);
      return UnconfiguredBackend.config(String.valueOf(reason.getMessage()));
    }
  }
}
