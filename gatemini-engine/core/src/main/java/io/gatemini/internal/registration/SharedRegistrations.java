package io.gatemini.internal.registration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.state.RememberedState.SharedValue;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.RegistrationPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * The registrations of agents in all gateways with the same state store. Each asks its own policy
 * before it takes a backend up, and starts it itself; one that cannot be started is tried again.
 * The first who registers a name has it. Thread-safe.
 */
public final class SharedRegistrations implements SharedValue {
  private static final Logger LOG = System.getLogger(SharedRegistrations.class.getName());
  private static final String AREA = "registrations";
  private static final String KEY = "agents";
  private static final Duration AGAIN = Duration.ofMinutes(5);

  private final AgentRegistrations registrations;
  private final RememberedState state;

  /** The backends that this gateway runs, or is about to. */
  private final Map<String, JsonNode> running = new HashMap<>();

  /** The registrations that the other gateways have not seen. */
  private final Map<String, JsonNode> added = new HashMap<>();

  private final Set<String> removed = new HashSet<>();
  private Map<String, JsonNode> writingAdded = Map.of();
  private Set<String> writingRemoved = Set.of();
  private final Map<String, Failed> failed = new HashMap<>();

  private record Failed(JsonNode entry, boolean refused, long nanos) {}

  private volatile boolean shared;

  /**
   * Shares nothing yet.
   *
   * @param context runs the policy, which may look a host up
   * @param events hears of what was refused
   */
  public SharedRegistrations(
      Backends backends,
      RegistrationPolicy policy,
      Settings settings,
      PluginContext context,
      GatewayEvents events,
      RememberedState state) {
    this.registrations = new AgentRegistrations(backends, policy, settings, context, events);
    this.state = state;
  }

  /** From now on takes over registrations of other gateways, and shares its own. */
  public void share() {
    shared = true;
    state.share(AREA, KEY, this);
  }

  /** As {@link AgentRegistrations#register}. */
  public CompletableFuture<ManagedBackend> register(
      String name, BackendConfig config, Session session) {
    CompletableFuture<ManagedBackend> registered = registrations.register(name, config, session);
    if (!shared || !config.tools().isEmpty()) {
      return registered; // a method is of this process
    }
    return Relay.map(
        registered,
        backend -> {
          registered(name, config, session);
          return backend;
        });
  }

  /** As {@link AgentRegistrations#remove}. */
  public CompletableFuture<Void> remove(String name, Session session) {
    CompletableFuture<Void> stopped = registrations.remove(name, session);
    return shared ? stopped.thenRun(() -> removed(name)) : stopped;
  }

  private void registered(String name, BackendConfig config, Session session) {
    ObjectNode entry = config.toJson();
    entry.put("registered_by", session.id());
    session.principal().ifPresent(owner -> entry.put("owner", owner));
    synchronized (this) {
      running.put(name, entry);
      added.put(name, entry);
      removed.remove(name);
    }
    state.changed(AREA, KEY);
  }

  private void removed(String name) {
    synchronized (this) {
      running.remove(name);
      failed.remove(name);
      added.remove(name);
      removed.add(name);
    }
    state.changed(AREA, KEY);
  }

  @Override
  public synchronized UnaryOperator<JsonNode> change() {
    writingAdded = Map.copyOf(added);
    writingRemoved = Set.copyOf(removed);
    Map<String, JsonNode> more = writingAdded;
    Set<String> less = writingRemoved;
    return known -> {
      ObjectNode all = JsonNodeFactory.instance.objectNode();
      known.properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
      less.forEach(all::remove);
      more.forEach(all::putIfAbsent);
      return all;
    };
  }

  @Override
  public synchronized void written() {
    added.entrySet().removeAll(writingAdded.entrySet());
    removed.removeAll(writingRemoved);
  }

  @Override
  public synchronized void learned(JsonNode now) {
    for (String name : Set.copyOf(running.keySet())) {
      if (!now.has(name) && !added.containsKey(name)) {
        drop(name);
      }
    }
    for (Map.Entry<String, JsonNode> there : now.properties()) {
      JsonNode here = running.get(there.getKey());
      if (removed.contains(there.getKey()) || added.containsKey(there.getKey())) {
        continue; // what happened here is newer
      }
      if (!there.getValue().equals(here)) {
        CompletableFuture<Void> free =
            here == null ? CompletableFuture.completedFuture(null) : drop(there.getKey());
        takeUp(there.getKey(), there.getValue(), free);
      }
    }
  }

  private CompletableFuture<Void> drop(String name) {
    running.remove(name);
    LOG.log(Level.INFO, "backend {0} was deregistered in another gateway", shown(name));
    return registrations.drop(name);
  }

  private void takeUp(String name, JsonNode entry, CompletableFuture<Void> free) {
    Failed before = failed.get(name);
    if (before != null
        && before.entry.equals(entry)
        && (before.refused || System.nanoTime() - before.nanos < AGAIN.toNanos())) {
      return;
    }
    failed.remove(name);
    running.put(name, entry);
    var unused =
        free.thenCompose(nothing -> register(name, entry))
            .whenComplete(
                (backend, failure) -> {
                  if (failure != null) {
                    notTakenUp(name, entry, Failures.cause(failure));
                  }
                });
  }

  private CompletableFuture<ManagedBackend> register(String name, JsonNode entry) {
    try {
      BackendConfig config = BackendConfig.fromJson(entry);
      Session session = Session.of(entry.path("registered_by").asText("unknown"));
      JsonNode owner = entry.path("owner");
      return registrations.register(
          name, config, owner.isTextual() ? session.withPrincipal(owner.asText()) : session);
    } catch (ConfigException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized void notTakenUp(String name, JsonNode entry, Throwable failure) {
    if (!running.remove(name, entry)) {
      return; // it was let go of meanwhile
    }
    boolean refused = failure instanceof RegistrationException && failure.getCause() == null;
    failed.put(name, new Failed(entry, refused, System.nanoTime()));
    LOG.log(
        Level.WARNING,
        "backend {0}, which was registered in another gateway, is not there in this one: {1}",
        shown(name),
        Failures.sentence(failure));
  }

  private static String shown(String name) {
    return VisibleText.line(name, 80);
  }
}
