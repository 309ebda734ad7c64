package io.gatemini.internal.config;

import io.gatemini.spi.SecretProvider;
import java.util.Optional;

/** Secrets that are variables of this process's environment: {@code secretref:env:API_TOKEN}. */
public final class EnvironmentSecrets implements SecretProvider {
  static final String NAME = "env";

  @Override
  public String name() {
    return NAME;
  }

  /** The variable; an empty one counts as none. */
  @Override
  public Optional<String> resolve(String reference) {
    return Optional.ofNullable(System.getenv(reference)).filter(value -> !value.isEmpty());
  }
}
