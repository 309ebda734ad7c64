package io.gatemini.internal.settings;

import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.trust.StartSecrets;
import io.gatemini.spi.Provider;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The settings after a text was read. */
record ReadConfig(GatewaySettings settings, Secrets secrets) {
  static ReadConfig of(String text) {
    return of(text, Map.of());
  }

  static ReadConfig of(String text, Map<String, String> environment, SecretProvider... secrets) {
    return of(text, GatewaySettings.defaults(), environment, secrets);
  }

  /** Reads a text over earlier settings of a builder. */
  static ReadConfig of(String text, GatewayBuilder builder) {
    return of(text, builder.settings(), Map.of());
  }

  private static ReadConfig of(
      String text,
      GatewaySettings before,
      Map<String, String> environment,
      SecretProvider... secrets) {
    Secrets known = new Secrets(List.of(secrets), false);
    OptionSource source =
        ConfigFile.source("gatemini.yaml", Path.of("etc"), new Variables(environment::get), known);
    ConfigFile file =
        new ConfigFile(
            Options.parse(text, source, "backends"),
            GivenTransports.ALL,
            () -> List.of(new Plugin()),
            Environment.system());
    GatewaySettings settings = file.over(before);
    file.check(settings);
    return new ReadConfig(settings, known);
  }

  /** One that takes settings. */
  private record Plugin() implements Provider {
    private static final OptionTable KEYS = new OptionTable("ranked");

    static {
      KEYS.add("k1", OptionType.decimal(0, 2), 1.2, "");
      KEYS.add("fields", OptionType.texts(), List.of(), "");
    }

    @Override
    public String name() {
      return "ranked";
    }

    @Override
    public OptionTable settings() {
      return KEYS;
    }
  }

  /** The backend as it starts. */
  BackendConfig backend(String name) {
    BackendConfig config = Objects.requireNonNull(settings.backends().get(name), name);
    return new StartSecrets(secrets)
        .in(config, GivenTransports.ALL.options(config.transport()), secret -> {});
  }
}
