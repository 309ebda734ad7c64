package io.gatemini.internal.backend;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.option.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One change of the configured backends: made and checked first, then carried out as a whole. Other
 * backends are left alone. Used once, by one thread.
 */
public final class BackendReload {
  /** How often a backend that is to end is asked whether its last call has ended. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Backends backends;
  private final BackendServices services;
  private final Set<String> removed;
  private final Map<String, ManagedBackend> made = new LinkedHashMap<>();

  /**
   * Makes the backends that are new, and those that are configured in another way.
   *
   * @param removed names of those that are no longer there
   * @param wanted the new and the changed ones
   * @param strict whether a secret that is missing is an error
   * @throws ConfigException with all that does not fit; nothing has changed then
   */
  BackendReload(
      Backends backends,
      BackendServices services,
      Set<String> removed,
      Map<String, BackendConfig> wanted,
      boolean strict) {
    this.backends = backends;
    this.services = services;
    this.removed = removed;
    Faults faults = new Faults();
    wanted.forEach(
        (name, config) ->
            faults.in(
                () -> {
                  ManagedBackend backend = backends.create(name, config, false);
                  check(backend);
                  if (strict) {
                    backend.definition().requireSecrets();
                  }
                  made.put(name, backend);
                }));
    faults.unlessFound(this);
  }

  private void check(ManagedBackend added) {
    ManagedBackend known = backends.get(added.name());
    if (known != null && known.definition().dynamic()) {
      throw new ConfigException(
          "backend \"" + added.name() + "\" was registered at run time; deregister it first");
    }
    List<ManagedBackend> others = new ArrayList<>(made.values());
    for (ManagedBackend other : all()) {
      if (!removed.contains(other.name())
          && !made.containsKey(other.name())
          && !other.name().equals(added.name())) {
        others.add(other);
      }
    }
    others.stream()
        .flatMap(other -> Backends.clash(other, added).stream())
        .findFirst()
        .ifPresent(
            message -> {
              throw new ConfigException(message);
            });
  }

  private Collection<ManagedBackend> all() {
    return backends.all();
  }

  /**
   * Carries it out: one snapshot has all of it, where this runs in a batch of the catalog. Those
   * that go end once their calls under way have ended, or the drain timeout is over. The tools of a
   * changed backend stay until it says which it has now; new calls wait for it.
   */
  public void apply() {
    removed.forEach(
        name -> {
          ManagedBackend backend = backends.get(name);
          if (backend != null) {
            backend.retire(true);
            backends.removed(backend);
            leave(backend);
          }
        });
    made.forEach(
        (name, backend) -> {
          ManagedBackend before = backends.replace(backend);
          if (before != null) {
            before.retire(false);
            services.admission().forgetPins(name);
            leave(before);
          } else {
            backend.restore();
          }
          backends
              .start(backend)
              .whenComplete(
                  (nothing, failure) -> {
                    if (failure != null) {
                      backend.withoutTools();
                    }
                  });
        });
  }

  /** Ends one that gets no more calls. */
  private void leave(ManagedBackend backend) {
    backends.leaves(backend);
    long deadline = System.nanoTime() + services.health().drainTimeout().toNanos();
    endWhenIdle(backend, deadline);
  }

  private void endWhenIdle(ManagedBackend backend, long deadline) {
    boolean waits =
        !backend.limits().isIdle()
            && System.nanoTime() < deadline
            && Tasks.trySchedule(
                    services.engine()::scheduler, LOOK, () -> endWhenIdle(backend, deadline))
                != null;
    if (!waits) {
      var unused = backends.stopped(backend);
    }
  }
}
