package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.internal.catalog.BackendNames;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.spi.RegistrationPolicy;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Backends that come and go by the wish of agents: the policy is asked, every outcome is told in
 * the audit log. Thread-safe.
 */
public final class AgentRegistrations {
  private final Backends backends;
  private final RegistrationPolicy policy;
  private final RegistrationAudit audit;
  private final Set<String> reserved;
  private final Supplier<Executor> executor;
  private final GatewayEvents events;

  /**
   * @param reserved names that the configuration refers to: calls would go to whoever has them
   * @param executor where the policy is asked, which may look a host up
   * @param allowedCommands commands that the audit log may tell in full
   * @param events hears of what was refused
   */
  public AgentRegistrations(
      Backends backends,
      RegistrationPolicy policy,
      Set<String> allowedCommands,
      Set<String> reserved,
      Supplier<Executor> executor,
      GatewayEvents events) {
    this.reserved = Set.copyOf(reserved);
    this.backends = backends;
    this.policy = policy;
    this.audit = new RegistrationAudit(allowedCommands);
    this.executor = executor;
    this.events = events;
  }

  /** Adds a backend. Completes when it is healthy; where it cannot be started nothing is kept. */
  public CompletableFuture<ManagedBackend> register(
      String name, BackendConfig config, Session session) {
    return CompletableFuture.supplyAsync(() -> refusal(name, config, session), executor.get())
        .thenCompose(
            refusal -> {
              if (refusal.isPresent()) {
                audit.refused(name, config, session, refusal.get());
                events.registrationRefused(session, name, refusal.get());
                throw new RegistrationException(refusal.get());
              }
              return start(name, config, session);
            });
  }

  private Optional<String> refusal(String name, BackendConfig config, Session session) {
    if (!BackendNames.isPlain(name)) {
      return Optional.of(
          "the name of a backend that an agent registers must be 1 to 64 letters, digits, '-' and"
              + " '_', beginning with a letter or digit: others could look like another backend's");
    }
    if (reserved.contains(name) || reserved.contains(BackendNames.namespace(name, config))) {
      return Optional.of(
          "the configuration refers to a backend \"" + name + "\"; choose another name");
    }
    return policy.refusal(name, config, session).or(() -> AgentTrust.refusal(policy, config));
  }

  private CompletableFuture<ManagedBackend> start(
      String name, BackendConfig config, Session session) {
    return backends
        .register(name, config, true)
        .whenComplete(
            (backend, failure) -> {
              if (failure == null) {
                audit.registered(name, config, session, backend.status().toolCount());
              } else {
                audit.failed(
                    name, config, session, String.valueOf(Failures.cause(failure).getMessage()));
              }
            });
  }

  /**
   * Removes a backend that an agent registered. Completes when it has stopped.
   *
   * @throws RegistrationException when the policy refuses, or there is none such
   */
  public CompletableFuture<Void> remove(String name, Session session) {
    try {
      policy
          .removalRefusal(name, session)
          .ifPresent(
              refusal -> {
                throw new RegistrationException(refusal);
              });
      CompletableFuture<Void> stopped = backends.removeDynamic(name);
      audit.removed(name, session);
      return stopped;
    } catch (RegistrationException e) {
      audit.removalRefused(name, session, String.valueOf(e.getMessage()));
      events.registrationRefused(session, name, String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
