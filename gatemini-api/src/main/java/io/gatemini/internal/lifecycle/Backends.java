package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.ConfigException;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.internal.call.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.internal.inprocess.InProcessBackend.InProcessProvider;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.PluginContext;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All backends of a gateway, by name. Names and namespaces are unique. Thread-safe. */
public final class Backends {
  /** Longer than any backend's own grace period; what hangs beyond it is left behind. */
  private static final long STOP_SECONDS = 15;

  /** A dot ends a namespace, so that no two tools of different backends can share a key. */
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}");

  private final Plugins plugins;
  private final PluginContext engine;
  private final Catalog catalog;
  private final Deadlines deadlines;
  private final int maxDynamic;
  private final Map<String, ManagedBackend> byName = new ConcurrentHashMap<>();

  public Backends(
      Plugins plugins, PluginContext engine, Catalog catalog, Deadlines deadlines, int maxDynamic) {
    this.plugins = plugins;
    this.engine = engine;
    this.catalog = catalog;
    this.deadlines = deadlines;
    this.maxDynamic = maxDynamic;
  }

  /**
   * Adds the configured backends without starting them.
   *
   * @throws ConfigException when one does not fit
   */
  public void configure(Map<String, BackendConfig> configs) {
    configs.forEach(
        (name, config) -> {
          ManagedBackend backend = create(name, config, false);
          clash(backend)
              .ifPresent(
                  message -> {
                    throw new ConfigException(message);
                  });
          byName.put(name, backend);
        });
  }

  /**
   * Starts what was configured, all at once: what has to be waited for in the background, Java
   * tools on this thread. These arrive in one snapshot.
   */
  public void startAll() {
    catalog.batch(
        () ->
            byName
                .values()
                .forEach(
                    backend -> {
                      if (isInline(backend)) {
                        start(backend);
                      }
                    }));
    byName
        .values()
        .forEach(
            backend -> {
              if (!isInline(backend)) {
                start(backend);
              }
            });
  }

  private CompletableFuture<Void> start(ManagedBackend backend) {
    Executor executor = isInline(backend) ? Runnable::run : engine.executor();
    return backend.start(executor);
  }

  /** Java tools and programs are there at once: who has nothing else needs no awaitReady. */
  private static boolean isInline(ManagedBackend backend) {
    String transport = backend.config().transport();
    return transport.equals(InProcessProvider.TRANSPORT)
        || transport.equals(CompositeBackend.TRANSPORT);
  }

  /**
   * Adds a backend at run time. Completes when it is healthy; when it cannot be started nothing of
   * it is kept.
   *
   * @param dynamic whether an agent asked for it, which counts towards the quota
   */
  public CompletableFuture<ManagedBackend> register(
      String name, BackendConfig config, boolean dynamic) {
    ManagedBackend backend;
    try {
      backend = create(name, config, dynamic);
      admit(backend);
    } catch (ConfigException | RegistrationException e) {
      return CompletableFuture.failedFuture(
          new RegistrationException(String.valueOf(e.getMessage()), e));
    }
    return start(backend)
        .handle(
            (nothing, failure) -> {
              if (failure == null) {
                return backend;
              }
              byName.remove(name, backend);
              backend.stop();
              throw new RegistrationException(
                  "backend \"" + name + "\" could not be started: " + reason(failure), failure);
            });
  }

  private synchronized void admit(ManagedBackend backend) {
    if (byName.containsKey(backend.name())) {
      throw new RegistrationException(
          "there is a backend named \""
              + backend.name()
              + "\" already; choose another name, or deregister it first if it was registered at"
              + " run time");
    }
    clash(backend)
        .ifPresent(
            message -> {
              throw new RegistrationException(message);
            });
    if (backend.dynamic()
        && byName.values().stream().filter(ManagedBackend::dynamic).count() >= maxDynamic) {
      throw new RegistrationException(
          "the limit of "
              + maxDynamic
              + " registered backends is reached; deregister one, or ask the operator to raise"
              + " max_dynamic_backends");
    }
    byName.put(backend.name(), backend);
  }

  /**
   * Removes a backend and stops it.
   *
   * @throws RegistrationException when there is none of this name
   */
  public CompletableFuture<Void> remove(String name) {
    ManagedBackend backend = byName.remove(name);
    if (backend == null) {
      throw new RegistrationException("there is no backend named \"" + name + "\"");
    }
    return backend.stop();
  }

  /** The backend of a name. */
  public @Nullable ManagedBackend get(String name) {
    return byName.get(name);
  }

  /** The backend whose tools begin, or would begin, with this namespace. */
  public Optional<ManagedBackend> under(String namespace) {
    return byName.values().stream()
        .filter(backend -> backend.namespace().equals(namespace))
        .findFirst();
  }

  /** A backend that is starting and whose tools would begin with this namespace. */
  public Optional<ManagedBackend> startingUnder(String namespace) {
    return byName.values().stream()
        .filter(backend -> backend.namespace().equals(namespace))
        .filter(backend -> backend.status().state() == BackendState.STARTING)
        .findFirst();
  }

  /** Every backend as it stands, by name. */
  public List<BackendStatus> status() {
    return all().stream()
        .map(ManagedBackend::status)
        .sorted(Comparator.comparing(BackendStatus::name))
        .toList();
  }

  /** How many are starting. */
  public int starting() {
    return (int)
        all().stream().filter(backend -> backend.status().state() == BackendState.STARTING).count();
  }

  private Collection<ManagedBackend> all() {
    return byName.values();
  }

  /** Completes when every backend there is now has either started or failed. */
  public CompletableFuture<Void> settled() {
    return settled(backend -> true);
  }

  /** The same for the backends that a program names. */
  public CompletableFuture<Void> settledOf(String program) {
    return settled(
        backend ->
            program.contains(backend.namespace())
                || program.contains(backend.name())
                || program.contains(ScriptNames.identifier(backend.namespace())));
  }

  private CompletableFuture<Void> settled(Predicate<ManagedBackend> which) {
    return CompletableFuture.allOf(
        all().stream()
            .filter(backend -> !backend.isSettled())
            .filter(which)
            .map(ManagedBackend::settled)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Tells all that a session has ended. */
  public void sessionEnded(Session session) {
    all().forEach(backend -> backend.sessionEnded(session));
  }

  /** Stops all at the same time and waits, within a bound. */
  public void stopAll() {
    CompletableFuture<?>[] stops =
        byName.values().stream().map(ManagedBackend::stop).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(stops).get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      System.getLogger(Backends.class.getName())
          .log(System.Logger.Level.WARNING, "not every backend stopped cleanly", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ManagedBackend create(String name, BackendConfig config, boolean dynamic) {
    config
        .namespace()
        .filter(namespace -> !NAMESPACE.matcher(namespace).matches())
        .ifPresent(
            namespace -> {
              throw new ConfigException(
                  "backends."
                      + name
                      + ".namespace: \""
                      + namespace
                      + "\" is not a namespace; use 1 to 64 letters, digits, '-' and '_'");
            });
    BackendProvider provider =
        plugins.required(
            BackendProvider.class, config.transport(), "backends." + name + ".transport");
    provider.validate(name, config);
    return new ManagedBackend(name, config, provider, dynamic, engine, catalog, deadlines);
  }

  private Optional<String> clash(ManagedBackend backend) {
    return byName.values().stream()
        .filter(other -> other.namespace().equals(backend.namespace()))
        .findFirst()
        .map(
            other ->
                "backends \""
                    + other.name()
                    + "\" and \""
                    + backend.name()
                    + "\" would share the namespace \""
                    + backend.namespace()
                    + "\"; give one of them another namespace");
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
    return String.valueOf(cause.getMessage());
  }
}
