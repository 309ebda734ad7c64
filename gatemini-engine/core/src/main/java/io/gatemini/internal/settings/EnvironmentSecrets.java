package io.gatemini.internal.settings;

import io.gatemini.internal.process.Environment;
import io.gatemini.spi.SecretProvider;
import java.util.Optional;

/** Secrets that are variables of this process's environment: {@code secretref:env:API_TOKEN}. */
public final class EnvironmentSecrets implements SecretProvider {
  static final String NAME = "env";

  private final Environment environment;

  /** The variables of the process. */
  public EnvironmentSecrets() {
    this(Environment.system());
  }

  public EnvironmentSecrets(Environment environment) {
    this.environment = environment;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The variable; an empty one counts as none. */
  @Override
  public Optional<String> resolve(String reference) {
    return Optional.ofNullable(environment.get(reference)).filter(value -> !value.isEmpty());
  }
}
