package io.gatemini.internal.trust;

import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.RegistrationPolicy;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** A registration policy behind the wall: where it fails, nothing is let through. */
record GuardedRegistration(RegistrationPolicy policy) implements RegistrationPolicy {
  private static final Logger LOG = System.getLogger(GuardedRegistration.class.getName());
  private static final String FAILED = "the registration policy failed";

  @Override
  public Optional<String> refusal(String name, BackendConfig config, Session session) {
    return decided(() -> policy.refusal(name, config, session));
  }

  @Override
  public Optional<String> removalRefusal(String name, Session session) {
    return decided(() -> policy.removalRefusal(name, session));
  }

  /** One that fails decides when it is asked for a registration. */
  @Override
  public boolean allowsAny() {
    return Guarded.valueOr(
        policy::allowsAny,
        problem -> {
          Guarded.log(LOG, failed(), problem);
          return true;
        });
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return decided(() -> policy.mayConnectTo(host, address));
  }

  @Override
  public boolean mayUseSecret(String secret, BackendConfig config) {
    return decided(() -> policy.mayUseSecret(secret, config));
  }

  private String failed() {
    return FAILED + " (" + policy.getClass().getName() + ")";
  }

  private <T> T decided(Supplier<T> decision) {
    return Guarded.valueOr(
        () -> Objects.requireNonNull(decision.get(), "it decided nothing"),
        problem -> {
          Guarded.log(LOG, failed(), problem);
          throw new RegistrationException(FAILED + "; the gateway's log says why", problem);
        });
  }
}
