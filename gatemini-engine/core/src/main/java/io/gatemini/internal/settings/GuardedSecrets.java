package io.gatemini.internal.settings;

import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.SecretProvider;
import java.util.Objects;
import java.util.Optional;

/**
 * Wraps a provider of secrets: a failure is reported without its message, which may contain a
 * secret.
 */
record GuardedSecrets(SecretProvider provider) implements SecretProvider {
  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public Optional<String> resolve(String reference) {
    return Guarded.valueOr(
        () -> Objects.requireNonNull(provider.resolve(reference)),
        problem -> {
          throw new IllegalArgumentException(
              "the secret provider \""
                  + name()
                  + "\" failed ("
                  + problem.getClass().getSimpleName()
                  + "); check that its source exists");
        });
  }
}
