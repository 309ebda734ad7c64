package io.gatemini.spi;

import java.util.Optional;

/** Resolves {@code secretref:<name>:<reference>} in configurations. Thread-safe. */
public interface SecretProvider extends Provider {
  /** The secret, or empty when there is none under this reference. */
  Optional<String> resolve(String reference);
}
