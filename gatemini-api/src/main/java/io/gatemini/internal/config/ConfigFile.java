package io.gatemini.internal.config;

import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A configuration file: the gateway's own YAML, or the {@code mcpServers} JSON of MCP clients. The
 * content decides which it is, not the name. Immutable.
 *
 * <p>Messages name the file without its directories, the line, and the key path.
 */
public final class ConfigFile {
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
    return new OptionSource(name, directory, variables::expand, secrets::resolve);
  }

  /**
   * Tells a builder all that the file says.
   *
   * @throws ConfigException naming the key that is wrong and what to write
   */
  public void applyTo(GatewayBuilder builder) {
    if (ClientFormat.matches(top)) {
      ClientFormat.apply(top, builder);
    } else {
      GatewayFormat.apply(top, new BackendFormat(transports), builder);
    }
  }
}
