package io.gatemini.server.daemon;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.BackendProvider;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The gateways of a daemon: clients whose variables make the same settings of the configuration are
 * at one gateway, others at another. A gateway without clients is closed after an idle period.
 * Thread-safe.
 */
final class ClientGateways implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ClientGateways.class.getName());

  private final Function<Map<String, String>, GatewayBuilder> configured;
  private final SharedBackends backends;
  private final ScheduledExecutorService scheduler;

  /** By the variables that clients came with; several may lead to one. */
  private final Map<Map<String, String>, ClientGateway> gateways = new LinkedHashMap<>();

  private boolean closed;

  /**
   * @param configured reads the configuration as clients with these variables mean it
   */
  ClientGateways(
      Function<Map<String, String>, GatewayBuilder> configured,
      SharedBackends backends,
      ScheduledExecutorService scheduler) {
    this.configured = configured;
    this.backends = backends;
    this.scheduler = scheduler;
  }

  /** One gateway, and how many are at it. */
  static final class ClientGateway {
    private final Gateway gateway;
    private final Map<String, String> variables;
    private volatile GatewaySettings settings;
    private int clients;

    /** The number of the arrival that ends a wait for its end. */
    private long arrivals;

    private ClientGateway(
        Gateway gateway, Map<String, String> variables, GatewaySettings settings) {
      this.gateway = gateway;
      this.variables = variables;
      this.settings = settings;
    }

    Gateway gateway() {
      return gateway;
    }
  }

  /**
   * The gateway of a client, until it {@linkplain #leave leaves}; made where there is none.
   *
   * @throws GatewayException when the configuration is invalid, or the daemon ends
   */
  synchronized ClientGateway enter(Map<String, String> variables) {
    if (closed) {
      throw new GatewayException("the daemon ends");
    }
    ClientGateway found = gateways.get(variables);
    if (found == null) {
      found = equalOrNew(variables);
      gateways.put(Map.copyOf(variables), found);
    }
    found.clients++;
    found.arrivals++;
    return found;
  }

  private ClientGateway equalOrNew(Map<String, String> variables) {
    GatewayBuilder builder = configured.apply(variables);
    GatewaySettings settings = new ClientEnvironment(variables).in(builder.settings());
    for (ClientGateway known : gateways.values()) {
      if (known.settings.equals(settings)) {
        return known;
      }
    }
    builder.settings(settings);
    for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
      builder.plugin(backends.over(provider));
    }
    return new ClientGateway(builder.build(), Map.copyOf(variables), settings);
  }

  /** A client has left. */
  synchronized void leave(ClientGateway gateway, Duration idle) {
    gateway.clients--;
    if (gateway.clients == 0 && !closed && !idle.isZero()) {
      long arrivals = gateway.arrivals;
      scheduler.schedule(
          () -> Guarded.run(LOG, "a gateway was not closed", () -> closeIdle(gateway, arrivals)),
          idle.toMillis(),
          TimeUnit.MILLISECONDS);
    }
  }

  private void closeIdle(ClientGateway gateway, long arrivals) {
    synchronized (this) {
      if (closed || gateway.arrivals != arrivals) {
        return;
      }
      gateways.values().removeIf(gateway::equals);
    }
    gateway.gateway.close();
  }

  /** Those that are open, each once. */
  synchronized List<Gateway> all() {
    return gateways.values().stream().distinct().map(ClientGateway::gateway).toList();
  }

  /**
   * Reads the configuration again for each.
   *
   * @throws GatewayException where it is invalid for one of them, which stays as it is
   */
  void reload() {
    List<ClientGateway> present;
    synchronized (this) {
      present = gateways.values().stream().distinct().toList();
      // Variables that led to equal settings may not any more.
      gateways.entrySet().removeIf(entry -> !entry.getKey().equals(entry.getValue().variables));
    }
    for (ClientGateway each : present) {
      GatewaySettings next =
          new ClientEnvironment(each.variables).in(configured.apply(each.variables).settings());
      each.gateway.reload(next);
      each.settings = next;
    }
  }

  @Override
  public void close() {
    List<Gateway> ending;
    synchronized (this) {
      closed = true;
      ending = all();
      gateways.clear();
    }
    Daemon.together("gatemini-close", ending.stream().map(gateway -> gateway::close));
  }
}
