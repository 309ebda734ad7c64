package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import java.util.Optional;

/** Stands for the gateway's own policy, which needs what the builder allows; alone it refuses. */
enum GuardedPolicy implements RegistrationPolicy {
  INSTANCE;

  @Override
  public Optional<String> refusal(String name, BackendConfig config, Session session) {
    return RegistrationPolicy.off().refusal(name, config, session);
  }
}
