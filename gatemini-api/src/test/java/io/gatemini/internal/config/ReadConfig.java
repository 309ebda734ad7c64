package io.gatemini.internal.config;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a builder knows after a text was applied to it. */
record ReadConfig(GatewayBuilder builder) {
  static ReadConfig of(String text) {
    return of(text, Map.of());
  }

  static ReadConfig of(String text, Map<String, String> environment, SecretProvider... secrets) {
    return of(text, Gateway.builder(), environment, secrets);
  }

  /** Applies a text to a builder that has been told something before. */
  static ReadConfig of(String text, GatewayBuilder builder) {
    return of(text, builder, Map.of());
  }

  private static ReadConfig of(
      String text,
      GatewayBuilder builder,
      Map<String, String> environment,
      SecretProvider... secrets) {
    OptionSource source =
        ConfigFile.source(
            "gatemini.yaml",
            Path.of("etc"),
            new Variables(environment::get),
            new Secrets(List.of(secrets), false));
    new ConfigFile(Options.parse(text, source, "backends"), GivenTransports.ALL).applyTo(builder);
    return new ReadConfig(builder);
  }

  BackendConfig backend(String name) {
    Object config = ((Map<?, ?>) field("backends")).get(name);
    return (BackendConfig) Objects.requireNonNull(config, name);
  }

  /** The builder has no getters: a host never needs them. */
  Object field(String name) {
    try {
      Field field = GatewayBuilder.class.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
