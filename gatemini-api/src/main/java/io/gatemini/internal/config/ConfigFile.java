package io.gatemini.internal.config;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.inprocess.UnconfiguredBackend;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A configuration file: the gateway's own YAML, or the {@code mcpServers} JSON of MCP clients. The
 * content decides which it is, not the name. Immutable.
 *
 * <p>Messages name the file without its directories, the line, and the key path.
 */
public final class ConfigFile {
  private static final Logger LOG = System.getLogger(ConfigFile.class.getName());

  private final Options top;
  private final Transports transports;

  ConfigFile(Options top, Transports transports) {
    this.top = top;
    this.transports = transports;
  }

  /**
   * Reads a file of either format.
   *
   * @param secretProviders providers that win over those that are found
   * @param discover whether secret providers are looked for on the class path
   * @param transports whose keys backends may have
   * @throws ConfigException when there is no such file, or it is malformed
   */
  public static ConfigFile read(
      Path file, List<SecretProvider> secretProviders, boolean discover, Transports transports) {
    OptionSource source =
        source(
            String.valueOf(file.getFileName()),
            Objects.requireNonNullElse(file.getParent(), Path.of("")),
            new Variables(System::getenv),
            new Secrets(secretProviders, discover));
    return new ConfigFile(Options.read(file, source, "backends"), transports);
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
    if (ClientFormat.matches(top)) {
      return ClientFormat.read(top, settings);
    }
    top.get("retrieval")
        .ifPresent(
            at -> {
              throw at.invalid(
                  "this key stands under \"search\" now; write search: {retrieval: "
                      + at.written()
                      + "}");
            });
    Set<String> known = GatewaySettings.keys();
    if (!top.has("backends") && top.all().keySet().stream().noneMatch(known::contains)) {
      throw top.invalid(
          "there is neither \"backends\" nor \"mcpServers\"; list the backends under one of them");
    }
    BackendFormat format = new BackendFormat(transports);
    return settings.read(top, section -> complete(() -> format.read(section)));
  }

  /** What is read; a backend that is down where a value is missing that the file only refers to. */
  static BackendConfig complete(Supplier<BackendConfig> read) {
    try {
      return read.get();
    } catch (ConfigException e) {
      List<ConfigException> faults =
          e.faults().stream()
              .filter(fault -> !(fault.getCause() instanceof MissingValueException))
              .toList();
      if (!faults.isEmpty()) {
        throw ConfigException.of(faults);
      }
      LOG.log(Level.WARNING, "one backend is left out: " + e.getMessage());
      Throwable missing = e.faults().get(0).getCause();
      return UnconfiguredBackend.config(
          missing == null ? "" : String.valueOf(missing.getMessage()));
    }
  }
}
