package io.gatemini.internal.config;

import io.gatemini.ConfigException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.internal.config.Entry.Origin;
import io.gatemini.spi.SecretProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A configuration file, read and checked: the gateway's own YAML, or the {@code mcpServers} JSON of
 * MCP clients. The content decides which it is, not the name. Immutable.
 *
 * <p>Messages name the file without its directories, the line, and the key path.
 */
public final class ConfigFile {
  private final List<Setting> settings;

  private ConfigFile(List<Setting> settings) {
    this.settings = List.copyOf(settings);
  }

  /**
   * Reads a file of either format, with the secret providers that are found.
   *
   * @throws ConfigException naming the key that is wrong and what to write
   */
  public static ConfigFile read(Path file) {
    return read(file, List.of(), true);
  }

  /**
   * Reads a file of either format.
   *
   * @param secretProviders providers that win over those that are found
   * @param discover whether secret providers are looked for on the class path
   */
  public static ConfigFile read(Path file, List<SecretProvider> secretProviders, boolean discover) {
    String fileName = String.valueOf(file.getFileName());
    return parse(
        DocumentFile.text(file, fileName),
        new Origin(
            fileName,
            Objects.requireNonNullElse(file.getParent(), Path.of("")),
            new Variables(System::getenv),
            new Secrets(secretProviders, discover)));
  }

  static ConfigFile parse(String text, Origin origin) {
    Section top = new Section(origin, "", DocumentParser.parse(origin.fileName(), text));
    ConfigFile file =
        new ConfigFile(
            ClientFormat.matches(top) ? ClientFormat.read(top) : GatewayFormat.read(top));
    // What only the builder checks, names for one, is wrong here and not first when it is applied.
    file.applyTo(Gateway.builder());
    return file;
  }

  /** Tells a builder all that the file says. */
  public void applyTo(GatewayBuilder builder) {
    for (Setting setting : settings) {
      try {
        setting.change().accept(builder);
      } catch (ConfigException e) {
        throw setting.at().wrong(String.valueOf(e.getMessage()));
      }
    }
  }
}
