package io.gatemini.internal.registration;

import io.gatemini.GatewayClosedException;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings.RegistrationVisible;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.trust.Trust;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.RegistrationPolicy;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Backends that agents register: the policy is asked, and every outcome is written to the audit
 * log. Thread-safe.
 */
final class AgentRegistrations {
  private static final String POLICY_FAILED = "the registration policy failed";
  private static final String GIVEN_UP = "its caller gave up";

  private final Backends backends;
  private final RegistrationPolicy policy;
  private final RegistrationAudit audit;
  private final Settings settings;
  private final PluginContext context;
  private final GatewayEvents events;

  /**
   * @param context runs the policy, which may look a host up
   * @param events hears of what was refused
   */
  AgentRegistrations(
      Backends backends,
      RegistrationPolicy policy,
      Settings settings,
      PluginContext context,
      GatewayEvents events) {
    this.settings = settings;
    this.backends = backends;
    this.policy = policy;
    this.audit = new RegistrationAudit(() -> settings.now().allowedCommands());
    this.context = context;
    this.events = events;
  }

  /**
   * Backends, and namespaces of tools, that the configuration names but does not start: calls would
   * go to whatever has such a name.
   */
  private Set<String> reserved() {
    Map<String, BackendConfig> backends = settings.now().allBackends();
    Set<String> names = new HashSet<>();
    backends.values().forEach(config -> names.addAll(config.fallbackChain()));
    for (String tool : settings.now().aliases().values()) {
      names.add(tool.substring(0, Math.max(0, tool.indexOf('.'))));
    }
    backends.forEach(
        (name, config) -> {
          if (config.disabled()) {
            names.add(name);
          } else {
            names.remove(name);
            names.remove(BackendNames.namespace(name, config));
          }
        });
    return names;
  }

  /**
   * Adds a backend. Completes when it is healthy; if it cannot be started, or its caller gives up,
   * nothing is kept.
   */
  public CompletableFuture<ManagedBackend> register(
      String name, BackendConfig config, Session session) {
    CompletableFuture<ManagedBackend> answer = new CompletableFuture<>();
    var unused =
        asked(() -> refusal(name, config, session))
            .whenComplete(
                (refusal, failure) -> {
                  if (failure != null) {
                    audit.failed(name, config, session, POLICY_FAILED);
                    answer.completeExceptionally(Failures.cause(failure));
                  } else if (refusal.isPresent()) {
                    audit.refused(name, config, session, refusal.get());
                    events.registrationRefused(session, name, refusal.get());
                    answer.completeExceptionally(new RegistrationException(refusal.get()));
                  } else if (answer.isDone()) {
                    audit.failed(name, config, session, GIVEN_UP);
                  } else {
                    start(name, config, session, answer);
                  }
                });
    return answer;
  }

  /** The policy may look a host up, or ask somebody. */
  private <T> CompletableFuture<T> asked(Supplier<T> policy) {
    try {
      return CompletableFuture.supplyAsync(policy, context.executor());
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(new GatewayClosedException("the gateway is closed"));
    }
  }

  private Optional<String> refusal(String name, BackendConfig config, Session session) {
    if (!BackendNames.isPlain(name)) {
      return Optional.of(
          "the name of a backend that an agent registers must be 1 to 64 letters, digits, '-' and"
              + " '_', beginning with a letter or digit: others could look like another backend's");
    }
    Set<String> taken = reserved();
    if (taken.contains(name) || taken.contains(BackendNames.namespace(name, config))) {
      return Optional.of(
          "the configuration refers to a backend \"" + name + "\"; choose another name");
    }
    return policy.refusal(name, config, session).or(() -> Trust.refusal(policy, config));
  }

  private void start(
      String name,
      BackendConfig config,
      Session session,
      CompletableFuture<ManagedBackend> answer) {
    CompletableFuture<ManagedBackend> started =
        backends.register(name, config, true, owner(session));
    var unused =
        started.whenComplete(
            (backend, failure) -> {
              if (failure != null) {
                Throwable cause = Failures.cause(failure);
                boolean givenUp = cause instanceof CancellationException;
                audit.failed(
                    name, config, session, givenUp ? GIVEN_UP : String.valueOf(cause.getMessage()));
                answer.completeExceptionally(cause);
                return;
              }
              audit.registered(name, config, session, backend.status().toolCount());
              if (!answer.complete(backend)) {
                audit.failed(name, config, session, GIVEN_UP);
                backends.drop(backend);
              }
            });
    var unusedToo = answer.whenComplete((backend, failure) -> started.cancel(true));
  }

  /** The client that a backend of an agent belongs to: one that was authenticated, or none. */
  private Optional<String> owner(Session session) {
    return settings.now().registrationVisible() == RegistrationVisible.ALL
        ? Optional.empty()
        : session.principal();
  }

  /** Removes a backend that an agent registered, because one did so elsewhere. */
  CompletableFuture<Void> drop(String name) {
    try {
      return backends.removeDynamic(name, Session.local());
    } catch (RegistrationException e) {
      return CompletableFuture.completedFuture(null); // it is gone, or never came up
    }
  }

  /**
   * Removes a backend that an agent registered. Completes when it has stopped; fails with a {@link
   * RegistrationException} when the policy refuses, or there is none such.
   */
  public CompletableFuture<Void> remove(String name, Session session) {
    return asked(() -> policy.removalRefusal(name, session))
        .whenComplete(
            (refusal, failure) -> {
              if (failure != null) {
                audit.removalRefused(name, session, POLICY_FAILED);
              }
            })
        .thenCompose(refusal -> removed(name, session, refusal));
  }

  private CompletableFuture<Void> removed(String name, Session session, Optional<String> refusal) {
    try {
      if (refusal.isPresent()) {
        throw new RegistrationException(refusal.get());
      }
      CompletableFuture<Void> stopped = backends.removeDynamic(name, session);
      audit.removed(name, session);
      return stopped;
    } catch (RegistrationException e) {
      audit.removalRefused(name, session, String.valueOf(e.getMessage()));
      events.registrationRefused(session, name, String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
