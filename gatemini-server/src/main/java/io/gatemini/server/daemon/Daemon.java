package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.text.Durations;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.server.admin.BackendFigures;
import io.gatemini.server.admin.Watched;
import io.gatemini.server.daemon.ClientGateways.ClientGateway;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.ipc.NamedVariables;
import io.gatemini.spi.PluginContext;
import io.gatemini.transport.daemon.SocketDoor;
import io.gatemini.transport.stdio.StreamChannel;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The server that all clients of a configuration share: owns the socket, greets clients, and ends
 * on request or after a period without clients. Thread-safe.
 *
 * <p>The socket comes first, so that the starter of the daemon does not wait for its backends.
 */
public final class Daemon implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Daemon.class.getName());

  /** A process that connects says at once what it wants. */
  private static final Duration GREETING_TIMEOUT = Duration.ofSeconds(5);

  /** For all messages of backends in flight, in all gateways. */
  private static final long MAX_IN_FLIGHT_BYTES = 64L * 1024 * 1024;

  /** A proxy answers the farewell at once, and what it has asked before is taken. */
  private static final Duration LEAVING_TIMEOUT = Duration.ofSeconds(1);

  private static final byte[] FAREWELL = Greeting.FAREWELL.getBytes(StandardCharsets.UTF_8);

  private final DaemonPlaces places;
  private final Path config;
  private final String version;
  private final Instant since = Instant.now();
  private final EngineContext context =
      new EngineContext(HostParts.none(Environment.system()), MAX_IN_FLIGHT_BYTES);
  private final ClientGateways gateways;
  private final Ownership ownership;
  private final SocketDoor door;
  private final Set<Connected> clients = ConcurrentHashMap.newKeySet();
  private final AtomicLong arrivals = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean socketGivenUp = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile GatewaySettings settings = GatewaySettings.defaults();
  private volatile Set<String> variables = Set.of();
  private volatile Optional<Reloads> reloads = Optional.empty();
  private volatile Commands commands =
      (gateway, session, arguments, input, out, err) -> {
        throw new GatewayException("the daemon is starting");
      };

  /** Why the client that came last was not served. */
  private volatile Optional<String> refused = Optional.empty();

  /** One client that is served. */
  private record Connected(
      DaemonClient client, Served served, ClientGateway at, Exposure exposure) {
    /** Lets it have the answers that are under way; its proxy keeps the rest for another daemon. */
    void dismiss() {
      var unused = served.channel.send(FAREWELL);
      if (!Futures.await(exposure.closed().toCompletableFuture(), LEAVING_TIMEOUT)) {
        exposure.close();
      }
    }
  }

  private Daemon(
      DaemonPlaces places,
      Path config,
      String version,
      Ownership ownership,
      Function<Map<String, String>, GatewayBuilder> configured)
      throws IOException {
    this.places = places;
    this.config = config;
    this.version = version;
    this.ownership = ownership;
    this.gateways =
        new ClientGateways(configured, new SharedBackends(context), context.scheduler());
    this.door = SocketDoor.open(places.socket(), this::arrived, this::owns);
  }

  /**
   * Takes the socket and begins to listen.
   *
   * @param config the file that {@code configured} reads
   * @param version the version of this program
   * @param configured reads the configuration as clients with these variables mean it
   * @throws Taken when another daemon is there
   * @throws IOException saying why there cannot be a daemon there
   */
  public static Daemon open(
      DaemonPlaces places,
      Path config,
      String version,
      Function<Map<String, String>, GatewayBuilder> configured)
      throws IOException {
    Ownership ownership = Ownership.take(places);
    try {
      Daemon daemon = new Daemon(places, config, version, ownership, configured);
      LOG.log(
          Level.INFO,
          "the daemon starts: process %s, version %s, installation %s, configuration %s, socket %s"
              .formatted(
                  ProcessHandle.current().pid(),
                  version,
                  InstalledServer.running().map(it -> it.jar().toString()).orElse("of classes"),
                  config,
                  places.socket()));
      return daemon;
    } catch (IOException | RuntimeException e) {
      ownership.close();
      throw e;
    }
  }

  /** Another daemon has the socket. */
  public static final class Taken extends IOException {
    private static final long serialVersionUID = 1;

    Taken(String reason) {
      super(reason);
    }
  }

  /** Ends where the socket is another daemon's, and leaves the place to it. */
  private boolean owns() {
    boolean owns = ownership.lasts();
    if (!owns) {
      endSoon();
    }
    return owns;
  }

  /**
   * Puts in force what the configuration says of the daemon itself, and begins to wait for the end.
   *
   * @throws GatewayException when the configuration is invalid
   */
  public void configure(GatewaySettings said) {
    settings = said;
    variables = named();
    left();
  }

  /**
   * The same, with a configuration that clients may ask to be read again.
   *
   * @throws GatewayException when the configuration is invalid
   */
  public void configure(GatewaySettings said, Reloads again) {
    reloads = Optional.of(again);
    configure(said);
  }

  private Set<String> named() {
    try {
      return NamedVariables.names(config);
    } catch (IOException e) {
      return variables;
    }
  }

  /** Takes commands, which this runs at the gateway of their client. */
  public void takeCommands(Commands run) {
    commands = run;
  }

  /** Waits until the daemon has ended. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  private void arrived(SocketChannel guest) {
    context.executor().execute(() -> greet(guest));
  }

  private void greet(SocketChannel guest) {
    try {
      var late =
          context
              .scheduler()
              .schedule(() -> close(guest), GREETING_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      DaemonClient client =
          DaemonClient.greeted(guest, version, reloads.flatMap(Reloads::waiting).isPresent());
      if (late.cancel(false)) {
        welcome(client);
      }
    } catch (IOException | RejectedExecutionException e) {
      LOG.log(Level.DEBUG, () -> "a connection failed: " + e.getMessage());
      close(guest);
    }
  }

  private static void close(SocketChannel guest) {
    try {
      guest.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "closing a connection: " + e.getMessage());
    }
  }

  private void welcome(DaemonClient client) throws IOException {
    switch (client.wants()) {
      case Greeting.CLIENT -> serve(client);
      case Greeting.STATUS -> client.answer(status(client.greeting().has("shown")));
      case Greeting.PINS -> client.answer(ChangedTools.of(gateways.all()));
      case Greeting.ACCEPT ->
          client.answer(
              ChangedTools.accept(gateways.all(), client.greeting().path("tool").asText()));
      case Greeting.RELOAD -> client.answer(reload(client.greeting()));
      case Greeting.COMMAND ->
          Tasks.ownThread("gatemini-command")
              .execute(() -> Guarded.run(LOG, "a command was not run", () -> run(client)));
      case Greeting.STOP, Greeting.HANDOVER -> {
        giveUpSocket();
        client.answer(JsonNodeFactory.instance.objectNode().put("ending", true));
        LOG.log(Level.INFO, "ends on request: {0}", client.wants());
        endSoon();
      }
      default ->
          client.answer(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("error", "\"" + client.wants() + "\" is not known to version " + version));
    }
  }

  /** Runs a command at the gateway of a client with these variables, which stays until its end. */
  private void run(DaemonClient client) {
    running.incrementAndGet();
    arrivals.incrementAndGet();
    try {
      answer(client);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "a command has left: " + e.getMessage());
    } finally {
      running.decrementAndGet();
      left();
      close(client.socket());
    }
  }

  private void answer(DaemonClient client) throws IOException {
    try {
      GatewayAncestry.admit(client.inside(), config);
      ClientGateway at = gateways.enter(client.variables());
      try {
        new CommandRun(client, at.gateway()).answer(commands);
      } finally {
        gateways.leave(at, settings.daemonIdleTimeout());
      }
    } catch (GatewayException e) {
      client.answer(JsonNodeFactory.instance.objectNode().put("error", e.getMessage()));
    }
  }

  private void serve(DaemonClient client) {
    arrivals.incrementAndGet();
    StreamChannel channel =
        StreamChannel.over(
            "gatemini-client-" + arrivals.get(),
            client.in(),
            client.out(),
            StreamChannel.DEFAULT_MAX_MESSAGE_BYTES,
            context.messageMemory());
    ClientGateway at;
    try {
      GatewayAncestry.admit(client.inside(), config);
      at = gateways.enter(client.variables());
      refused = Optional.empty();
    } catch (GatewayException e) {
      refuse(channel, String.valueOf(e.getMessage()));
      return;
    } catch (ServiceConfigurationError | LinkageError e) {
      refuse(channel, "a plug-in cannot be loaded (" + e + "); " + OperatorCommand.of("restart"));
      return;
    }
    Served served = new Served(client, channel);
    LOG.log(Level.INFO, "a client comes: " + served.who());
    Exposure exposure = at.gateway().expose(served);
    Connected connected = new Connected(client, served, at, exposure);
    clients.add(connected);
    exposure
        .closed()
        .whenComplete(
            (nothing, problem) -> {
              clients.remove(connected);
              LOG.log(Level.INFO, "a client leaves: " + served.who());
              gateways.leave(at, settings.daemonIdleTimeout());
              left();
            });
    if (ending.get()) {
      // Who ends may have looked before it was there.
      connected.dismiss();
    }
  }

  private void refuse(MessageChannel channel, String reason) {
    LOG.log(Level.WARNING, "a client cannot be served: {0}", reason);
    refused = Optional.of(reason);
    var unused = channel.open(new RefusedClient(channel, reason, this::refusedLeft));
  }

  /** Another process may serve what this one refused, as after a change of the plug-ins' jars. */
  private void refusedLeft() {
    if (clients.isEmpty() && gateways.all().isEmpty()) {
      LOG.log(Level.INFO, "ends, because it can serve no client");
      endSoon();
    } else {
      left();
    }
  }

  /** One connection as a transport of its gateway. */
  private final class Served implements Transport {
    private final DaemonClient client;
    private final MessageChannel channel;

    /** The name and version that the client gives itself; empty before its handshake. */
    private volatile String name = "";

    Served(DaemonClient client, MessageChannel channel) {
      this.client = client;
      this.channel = channel;
    }

    String who() {
      return (name.isEmpty() ? "" : name + ", ")
          + "process %s (version %s) in %s".formatted(client.pid(), client.version(), client.cwd());
    }

    private void connected(Session session) {
      name = (session.clientName().orElse("") + " " + session.clientVersion().orElse("")).strip();
      LOG.log(Level.INFO, "a client is connected: " + who());
    }

    @Override
    public String name() {
      return "daemon";
    }

    @Override
    public Exposure open(Surface surface, PluginContext lent) {
      return SurfaceServer.of(surface, lent.scheduler())
          .withDrainTimeout(drainTimeout())
          .onConnected(this::connected)
          .serve(channel);
    }
  }

  private Duration drainTimeout() {
    Duration configured = settings.daemonDrainTimeout();
    return configured.isZero() ? Duration.ofMillis(1) : configured;
  }

  /** Ends later, unless somebody comes. */
  private void left() {
    Duration idle = settings.daemonIdleTimeout();
    if (!clients.isEmpty() || idle.isZero() || ending.get()) {
      return;
    }
    long before = arrivals.get();
    try {
      context
          .scheduler()
          .schedule(
              () -> {
                if (arrivals.get() == before && clients.isEmpty() && running.get() == 0) {
                  LOG.log(
                      Level.INFO, "no client for " + Durations.text(idle) + "; the daemon ends");
                  endSoon();
                }
              },
              idle.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "it ends already");
    }
  }

  /** Reads the configuration again, after its file has changed. */
  public void reload(GatewaySettings said) {
    gateways.reload();
    settings = said;
    Set<String> before = variables;
    variables = named();
    if (!before.equals(variables)) {
      // Clients have not brought what the file names now; they do when they come back.
      dismissAll();
    }
  }

  private ObjectNode reload(JsonNode greeting) {
    return reloads
        .map(it -> it.answer(Optional.ofNullable(greeting.get("expect")).map(JsonNode::asText)))
        .orElseGet(
            () -> JsonNodeFactory.instance.objectNode().put("error", "the daemon is starting"));
  }

  /** The view for operators. */
  public Watched watched() {
    return new Watched(
        gateways::all,
        () -> OptionalInt.of(clients.size()),
        gateway ->
            present().stream()
                .filter(connected -> connected.at.gateway() == gateway)
                .map(connected -> connected.client.pid())
                .toList(),
        arrivals::get,
        since);
  }

  /** Its state, as {@code gatemini status} shows it. */
  ObjectNode status(boolean shown) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("pid", ProcessHandle.current().pid());
    json.put("socket", places.socket().toString());
    json.put("version", version);
    json.put("config", config.toString());
    json.put("since", since.toString());
    json.put("ending", ending.get());
    reloads.flatMap(Reloads::problem).ifPresent(reason -> json.put("invalid", reason));
    reloads
        .flatMap(shown ? Reloads::show : Reloads::waiting)
        .ifPresent(change -> change.write(json));
    refused.ifPresent(reason -> json.put("refused", reason));
    json.put("lists_tools", watched().listsTools());
    var list = json.putArray("clients");
    for (Connected connected : present()) {
      list.addObject()
          .put("pid", connected.client.pid())
          .put("name", connected.served.name)
          .put("cwd", connected.client.cwd())
          .put("version", connected.client.version())
          .put("since", connected.client.since().toString());
    }
    var backends = json.putArray("backends");
    BackendFigures.of(watched()).forEach(figures -> figures.write(backends.addObject()));
    return json;
  }

  /** The clients in the order of their arrival. */
  private List<Connected> present() {
    return clients.stream()
        .sorted(Comparator.comparing(connected -> connected.client.since()))
        .toList();
  }

  private void endSoon() {
    new Thread(this::close, "gatemini-daemon-end").start();
  }

  private void dismissAll() {
    together(
        "gatemini-daemon-dismiss",
        clients.stream()
            .map(it -> () -> Guarded.run(LOG, "a client was not dismissed", it::dismiss)));
  }

  /** Runs all at the same time, each in a thread of its own, and waits for their end. */
  static void together(String thread, Stream<Runnable> work) {
    CompletableFuture.allOf(
            work.map(each -> CompletableFuture.runAsync(each, Tasks.ownThread(thread)))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** Ends because the process is ended from outside, unless it ends already. */
  public void signalled() {
    if (!ending.get()) {
      LOG.log(Level.INFO, "ends on a signal (SIGTERM, SIGINT or SIGHUP)");
    }
    close();
  }

  /**
   * Ends: admits no more clients, which leaves the socket to another daemon; answers open requests
   * within the drain timeout; stops the backends. Returns when all of it is done.
   */
  @Override
  public void close() {
    if (ending.compareAndSet(false, true)) {
      Guarded.run(LOG, "the socket was not released", this::giveUpSocket);
      Guarded.run(LOG, "clients were not dismissed", this::dismissAll);
      Guarded.run(LOG, "gateways were not closed", gateways::close);
      context.close();
      LOG.log(Level.INFO, "the daemon has ended: process " + ProcessHandle.current().pid());
      ended.countDown();
    } else {
      try {
        ended.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Once: what is there afterwards may be another daemon's. */
  private void giveUpSocket() {
    if (socketGivenUp.compareAndSet(false, true)) {
      door.close();
      ownership.close();
    }
  }
}
