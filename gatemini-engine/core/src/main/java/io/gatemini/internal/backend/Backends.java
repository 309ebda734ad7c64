package io.gatemini.internal.backend;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.instance.DedicatedInstancesProvider;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.prerequisite.Prerequisites;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.internal.trust.SecretWatch;
import io.gatemini.internal.trust.StartSecrets;
import io.gatemini.internal.trust.Trust;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.ToolSet.NextSteps;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All backends of a gateway, by name. Names and namespaces are unique. Thread-safe. */
public final class Backends {
  /** The most that {@link #stopAll} takes, whatever the backends say. */
  public static final Duration LONGEST_STOP =
      BackendInstance.LONGEST_STOP.plus(Prerequisites.LONGEST_CLOSE);

  private static final int MAX_SHOWN_LENGTH = 80;

  /** An index that takes longer than that is not what somebody waits for first. */
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(2);

  private final Plugins plugins;
  private final BackendServices services;
  private final StartQueue starts;
  private final NextSteps words;
  private final RegistrationPolicy policy;
  private final StartSecrets secrets;
  private final Map<String, ManagedBackend> byName = new ConcurrentHashMap<>();

  private final ResourceCallers resourceCallers = new ResourceCallers();

  /** Removed, or about to be, and still running; they are known only here. */
  private final Set<ManagedBackend> leaving = ConcurrentHashMap.newKeySet();

  private boolean closed;

  /**
   * @param words the texts on next steps for agents
   * @param policy is asked for every connection of what agents register
   */
  public Backends(
      Plugins plugins, BackendServices services, RegistrationPolicy policy, NextSteps words) {
    this.words = words;
    this.policy = policy;
    this.secrets = new StartSecrets(plugins.secrets());
    this.plugins = plugins;
    this.services = services;
    this.starts =
        new StartQueue(
            services.health().maxConcurrentStarts(),
            (delay, work) -> Tasks.trySchedule(services.engine()::scheduler, delay, work));
  }

  /** Sees when a tool returns a secret of a backend's configuration. */
  public SecretWatch secretWatch() {
    return secrets.watch();
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
          added(backend);
        });
  }

  /**
   * Resolves the secrets of what was configured.
   *
   * @throws ConfigException naming each that cannot be had
   */
  public void requireSecrets() {
    Faults faults = new Faults();
    all().forEach(backend -> faults.in(backend.definition()::requireSecrets));
    faults.unlessFound(this);
  }

  /**
   * Starts what was configured: what has to be waited for in the background, a few at a time, Java
   * tools at once and on this thread. These arrive in one snapshot. A backend with remembered tools
   * starts when the index is ready, unless a call needs it before.
   *
   * @param indexed gives what completes when the tools that are there can be found
   */
  public void startAll(Supplier<CompletableFuture<Void>> indexed) {
    services.catalog().batch(() -> all().forEach(ManagedBackend::restore));
    if (all().stream().anyMatch(ManagedBackend::showsRemembered)) {
      starts.hold(services.deadlines().bounded(indexed.get(), LONGEST_HOLD));
    }
    services
        .catalog()
        .batch(
            () ->
                byName
                    .values()
                    .forEach(
                        backend -> {
                          if (backend.isInline()) {
                            start(backend);
                          }
                        }));
    byName
        .values()
        .forEach(
            backend -> {
              if (!backend.isInline()) {
                start(backend);
              }
            });
  }

  CompletableFuture<Void> start(ManagedBackend backend) {
    Executor executor = backend.isInline() ? Runnable::run : services.engine().executor();
    return backend.start(executor);
  }

  /**
   * Adds a backend at run time. Completes when it is healthy; when it cannot be started, or the
   * caller gives the future up before, nothing of it is kept.
   *
   * @param dynamic whether an agent asked for it, which counts towards the quota
   * @param owner the client that it belongs to; empty where it is everyone's
   */
  public CompletableFuture<ManagedBackend> register(
      String name, BackendConfig config, boolean dynamic, Optional<String> owner) {
    ManagedBackend backend;
    try {
      backend = create(name, config, dynamic, owner);
      admit(backend);
    } catch (ConfigException | RegistrationException e) {
      return CompletableFuture.failedFuture(
          new RegistrationException(String.valueOf(e.getMessage()), e));
    }
    CompletableFuture<Void> started = start(backend);
    backend.wanted();
    CompletableFuture<ManagedBackend> registered =
        started
            .handle(
                (nothing, failure) -> failure == null ? kept(backend) : dropped(backend, failure))
            .thenCompose(outcome -> outcome);
    // The caller owns that stage: completing it from outside gives the backend up.
    var unused =
        registered.whenComplete(
            (kept, failure) -> {
              if (failure != null) {
                drop(backend);
              }
            });
    return registered;
  }

  private static CompletableFuture<ManagedBackend> kept(ManagedBackend backend) {
    return CompletableFuture.completedFuture(backend);
  }

  /** Nothing is left of a backend when its caller hears that it could not be started. */
  private CompletableFuture<ManagedBackend> dropped(ManagedBackend backend, Throwable failure) {
    return drop(backend)
        .handle(
            (nothing, unclean) -> {
              throw new RegistrationException(
                  "backend \""
                      + backend.name()
                      + "\" could not be started: "
                      + reason(backend.name(), failure),
                  failure);
            });
  }

  /** Removes a backend; does nothing if it is gone. */
  public CompletableFuture<Void> drop(ManagedBackend backend) {
    if (byName.get(backend.name()) != backend) {
      return CompletableFuture.completedFuture(null);
    }
    // The name is free when its tools are gone: they would be taken from its next owner otherwise.
    // A backend that was still starting is removed by its starter, as soon as it is stopped.
    CompletableFuture<Void> stopped = stopped(backend);
    removed(backend);
    return stopped;
  }

  /** Begins to stop one that is removed next; {@link #stopAll} waits for it as well. */
  CompletableFuture<Void> stopped(ManagedBackend backend) {
    leaving.add(backend);
    CompletableFuture<Void> stopped = backend.stop();
    try {
      services.deadlines().within(backend.stopTimeout(), stopped, "it did not stop in time");
    } catch (RejectedExecutionException e) {
      stopped.completeExceptionally(e); // the gateway is closed, and has waited for all it could
    }
    return stopped.handle(
        (nothing, unclean) -> {
          leaving.remove(backend);
          return null;
        });
  }

  private synchronized void admit(ManagedBackend backend) {
    if (closed) {
      throw new RegistrationException("the gateway is closing and takes no more backends");
    }
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
    Optional<String> owner = backend.definition().owner();
    if (backend.definition().dynamic()
        && byName.values().stream()
                .map(ManagedBackend::definition)
                .filter(each -> each.dynamic() && each.owner().equals(owner))
                .count()
            >= services.settings().now().maxDynamicBackends()) {
      throw new RegistrationException(
          "the limit of "
              + services.settings().now().maxDynamicBackends()
              + " registered backends is reached; deregister one, or ask the operator to raise"
              + " registration.max_dynamic_backends");
    }
    byName.put(backend.name(), backend);
    added(backend);
  }

  private void added(ManagedBackend backend) {
    services.catalog().name(backend.name(), backend.namespace(), backend.definition().owner());
    services.events().backendAdded(backend.name());
  }

  /** Returns whether it was there. Announced before another backend can take the name. */
  synchronized boolean removed(ManagedBackend backend) {
    boolean removed = byName.remove(backend.name(), backend);
    if (removed) {
      services.catalog().unname(backend.name());
      services.events().backendRemoved(backend.name());
    }
    return removed;
  }

  /** Puts a backend in the place of the one of its name, which is returned if there is one. */
  synchronized @Nullable ManagedBackend replace(ManagedBackend backend) {
    ManagedBackend before = byName.put(backend.name(), backend);
    if (before == null) {
      added(backend);
    } else {
      services.catalog().name(backend.name(), backend.namespace(), backend.definition().owner());
    }
    return before;
  }

  /** Notes one that has no name any more and is still to be stopped. */
  void leaves(ManagedBackend backend) {
    leaving.add(backend);
  }

  /**
   * Prepares a change of the configured backends, see {@link BackendReload}.
   *
   * @throws ConfigException when something of it does not fit
   */
  public BackendReload reload(
      Set<String> removed, Map<String, BackendConfig> wanted, boolean strict) {
    return new BackendReload(this, services, removed, wanted, strict);
  }

  /**
   * Removes a backend and stops it. Completes when nothing of it is left, or when it has taken too
   * long.
   *
   * @throws RegistrationException when there is none of this name
   */
  public CompletableFuture<Void> remove(String name) {
    ManagedBackend backend = byName.get(name);
    if (backend == null) {
      throw new RegistrationException("there is no backend named \"" + name + "\"");
    }
    return drop(backend);
  }

  /**
   * Removes a backend that an agent registered, and no other.
   *
   * @param viewer for whom only what it sees exists
   * @throws RegistrationException when there is none of this name, or others brought it
   */
  public CompletableFuture<Void> removeDynamic(String name, Session viewer) {
    ManagedBackend backend = services.catalog().isVisible(name, viewer) ? byName.get(name) : null;
    if (backend != null && !backend.definition().dynamic()) {
      throw new RegistrationException(
          "backend \""
              + name
              + "\" was not added"
              + words.register().map(tool -> " by " + tool).orElse(" by an agent")
              + " and stays; only the operator can remove it,"
              + " from the configuration");
    }
    if (backend == null) {
      List<String> known =
          byName.values().stream()
              .filter(each -> each.definition().dynamic())
              .map(ManagedBackend::name)
              .filter(other -> services.catalog().isVisible(other, viewer))
              .toList();
      throw new RegistrationException(
          NearMatches.unknownBackend(known, name, 0) + "; " + words.list() + " lists all backends");
    }
    return drop(backend);
  }

  /**
   * Stops a backend and starts it again; its tools and its name stay. Completes when it is healthy.
   * Fails with a {@link RegistrationException} when there is none of this name.
   */
  public CompletableFuture<ManagedBackend> restart(String name) {
    return of(name, backend -> backend.startAnew().thenApply(nothing -> backend));
  }

  /** Begins to sign a person in; fails as {@link #restart} does. */
  public CompletableFuture<SignIn> signIn(String name) {
    return of(name, ManagedBackend::signIn);
  }

  /** Signs the person out; fails as {@link #restart} does. */
  public CompletableFuture<Boolean> signOut(String name) {
    return of(name, ManagedBackend::signOut);
  }

  private <T> CompletableFuture<T> of(
      String name, Function<ManagedBackend, CompletableFuture<T>> work) {
    ManagedBackend backend = byName.get(name);
    return backend == null
        ? CompletableFuture.failedFuture(
            new RegistrationException(
                NearMatches.unknownBackend(byName.keySet(), name, starting())))
        : work.apply(backend);
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

  /** The backend that programs write like this, whether or not it has tools. */
  public Optional<ManagedBackend> written(String identifier) {
    return byName.values().stream()
        .filter(backend -> identifiers(backend).contains(identifier))
        .findFirst();
  }

  /** The backend with a name, with a namespace, or written so in programs, in this order. */
  public Optional<ManagedBackend> named(String name) {
    return Optional.ofNullable(byName.get(name)).or(() -> under(name)).or(() -> written(name));
  }

  /** Every backend as it stands, by name. */
  public List<BackendStatus> status() {
    return all().stream()
        .map(ManagedBackend::status)
        .sorted(Comparator.comparing(BackendStatus::name))
        .toList();
  }

  /** Sets the level from which clients want log lines of running backends. */
  public void logLevel(LogLevel level) {
    all().forEach(backend -> backend.logLevel(level));
  }

  /** The features of running backends, by name. */
  public SortedMap<String, BackendFeatures> features() {
    SortedMap<String, BackendFeatures> features = new TreeMap<>();
    byName.forEach((name, backend) -> features.put(name, backend.features()));
    return features;
  }

  /**
   * The backends whose tools a snapshot does not have yet, in a line; empty where none is.
   *
   * @param asked the names of those that it is about
   */
  public String missing(CatalogSnapshot catalog, Predicate<String> asked) {
    return MissingBackends.line(all(), catalog, asked);
  }

  /** After how long without an answer a call should suspect its backend of hanging. */
  public Duration suspicionAfter() {
    return services.health().suspicionAfter();
  }

  /** How many are starting. */
  public int starting() {
    return (int) all().stream().filter(backend -> backend.state() == BackendState.STARTING).count();
  }

  Collection<ManagedBackend> all() {
    return byName.values();
  }

  /** Completes when every backend there is now has either started or failed. */
  public CompletableFuture<Void> settled() {
    return settled(backend -> true);
  }

  /** The same for the backends of whose tools nothing is known so far. */
  public CompletableFuture<Void> known() {
    return settled(backend -> !backend.isKnown());
  }

  /**
   * The same for the backends that a program names, which start before the others.
   *
   * @param patience after which it completes all the same
   * @return the names of those that have done neither
   */
  public CompletableFuture<List<String>> settledOf(String program, Duration patience) {
    List<ManagedBackend> named =
        all().stream()
            .filter(it -> !it.isSettled())
            .filter(it -> ScriptNames.mayName(program, it.name(), it.namespace()))
            .toList();
    named.forEach(ManagedBackend::wanted);
    return services
        .deadlines()
        .bounded(settled(named::contains), patience)
        .thenApply(
            nothing ->
                named.stream().filter(it -> !it.isSettled()).map(ManagedBackend::name).toList());
  }

  private CompletableFuture<Void> settled(Predicate<ManagedBackend> which) {
    return CompletableFuture.allOf(
        all().stream()
            .filter(backend -> !backend.isSettled())
            .filter(which)
            .map(ManagedBackend::settled)
            .toArray(CompletableFuture<?>[]::new));
  }

  /**
   * A backend has answered a call of a session, maybe with a link to one of its resources.
   *
   * @return the answer, with links that lead to this backend where another one has their addresses
   */
  public ToolResult answered(Session session, ManagedBackend backend, ToolResult result) {
    if (backend.features().resources().isEmpty()) {
      return result;
    }
    resourceCallers.answered(session, backend.name());
    return ResourceLinks.to(
        backend.name(),
        result,
        uri ->
            !resourceCallers.names(session, backend.name(), uri)
                || all().stream()
                    .filter(other -> other != backend)
                    .flatMap(other -> other.features().resources().stream())
                    .anyMatch(source -> ResourceLinks.mayBeOf(source, session, uri)));
  }

  /** The backend that named an address in an answer to a session. */
  public Optional<String> namer(Session session, String uri) {
    return resourceCallers.namer(session, uri);
  }

  /** The reason why a listed tool of a backend may not be called; empty where it may. */
  public Optional<String> quarantine(String backend, String key) {
    return services.admission().quarantine(backend, key);
  }

  /** The reason why a tool may not be used, by any of its names; empty where it may. */
  public Optional<String> quarantine(String name) {
    return services.admission().quarantine(name);
  }

  /** The backends that have resources and have answered a session. */
  public Set<String> answeredTo(Session session) {
    return resourceCallers.of(session);
  }

  /** Reports the end of a session to all backends. */
  public void sessionEnded(Session session) {
    resourceCallers.forget(session);
    all().forEach(backend -> backend.sessionEnded(session));
  }

  /**
   * Stops all at the same time, those that are removed just now among them, then what they needed,
   * and waits as long as the slowest may take; also where the thread is interrupted, for what is
   * left would outlive the gateway. None can be added from now on.
   */
  public void stopAll() {
    synchronized (this) {
      closed = true;
    }
    // In this order: what is removed meanwhile is among the leaving before it has no name.
    Set<ManagedBackend> left = new HashSet<>(all());
    left.addAll(leaving);
    long longest =
        left.stream().mapToLong(backend -> backend.stopTimeout().toMillis()).max().orElse(0);
    CompletableFuture<?>[] stops =
        left.stream().map(ManagedBackend::stop).toArray(CompletableFuture<?>[]::new);
    boolean interrupted = awaitAll(CompletableFuture.allOf(stops), longest);
    services.prerequisites().close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the thread was interrupted meanwhile. */
  private static boolean awaitAll(CompletableFuture<Void> stops, long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    while (true) {
      try {
        stops.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return interrupted;
      } catch (TimeoutException | ExecutionException e) {
        System.getLogger(Backends.class.getName())
            .log(System.Logger.Level.WARNING, "not every backend stopped cleanly", e);
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  ManagedBackend create(String name, BackendConfig config, boolean dynamic) {
    return create(name, config, dynamic, Optional.empty());
  }

  private ManagedBackend create(
      String name, BackendConfig config, boolean dynamic, Optional<String> owner) {
    if (!name.equals(BackendNames.COMPOSITE)) {
      BackendNames.check(name);
    }
    config
        .namespace()
        .filter(namespace -> !BackendNames.isNamespace(namespace))
        .ifPresent(
            namespace -> {
              throw new ConfigException(
                  "backends."
                      + BackendNames.key(name)
                      + ".namespace: "
                      + VisibleText.quoted(namespace, MAX_SHOWN_LENGTH)
                      + " is not a namespace; use 1 to 64 letters, digits, '-' and '_'");
            });
    BackendProvider provider =
        plugins.required(
            BackendProvider.class,
            config.transport(),
            "backends." + BackendNames.key(name) + ".transport");
    OptionTable options = provider.options();
    if (config.instanceMode() == InstanceMode.DEDICATED) {
      provider = new DedicatedInstancesProvider(provider, services::health);
    }
    if (!StartSecrets.areIn(config, options)) {
      options.readKnown(
          Options.of("backends." + BackendNames.key(name), config.options()), options.defaults());
      provider.validate(name, config);
    }
    Trust trust =
        dynamic
            ? Trust.ofAgent(policy, secrets, options, config)
            : Trust.ofOperator(secrets, options, config);
    return new ManagedBackend(
        new BackendDefinition(name, config, provider, dynamic, owner, trust), services, starts);
  }

  private Optional<String> clash(ManagedBackend backend) {
    return byName.values().stream()
        .map(other -> clash(other, backend))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Two namespaces must differ. The backend of an agent must also differ in how programs write it:
   * {@code my-files} comes before {@code my_files} and would get its calls.
   */
  static Optional<String> clash(ManagedBackend other, ManagedBackend added) {
    String both = "backends \"" + other.name() + "\" and \"" + added.name() + "\" would ";
    if (other.namespace().equals(added.namespace())) {
      return Optional.of(
          both
              + "share the namespace \""
              + added.namespace()
              + "\"; set \"namespace\" for one of them");
    }
    boolean alike = !Collections.disjoint(identifiers(other), identifiers(added));
    return alike && (added.definition().dynamic() || other.definition().dynamic())
        ? Optional.of(both + "be written alike in programs; choose another name")
        : Optional.empty();
  }

  private static Set<String> identifiers(ManagedBackend backend) {
    return new HashSet<>(
        List.of(
            JavaScriptNames.RULES.identifier(backend.name()),
            JavaScriptNames.RULES.identifier(backend.namespace())));
  }

  private static String reason(String name, Throwable failure) {
    Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
    String why = Failures.unnamed(name, String.valueOf(cause.getMessage()));
    String known = "it did not start: ";
    return why.startsWith(known) ? why.substring(known.length()) : why;
  }
}
