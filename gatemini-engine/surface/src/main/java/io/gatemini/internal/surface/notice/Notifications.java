package io.gatemini.internal.surface.notice;

import static java.util.Comparator.naturalOrder;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayListener;
import io.gatemini.Session;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SourceListener;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings what happens in a gateway to the clients that listen, at bounded rates:
 *
 * <ul>
 *   <li><b>lists</b> of tools, resources and prompts: 300 ms after the first of a row of changes,
 *       at most once a second;
 *   <li><b>resources</b> that were subscribed to: the same times, each resource by itself;
 *   <li><b>log lines</b>: 20 at once and 5 a second for each client; then the number of those that
 *       were left out.
 * </ul>
 *
 * <p>The last change is always announced. Thread-safe; reports never wait for a listener, and
 * without listeners nothing is scheduled. Listeners are called on the executor of the gateway, each
 * by itself: one that takes its time delays no other, and hears once of what happened many times
 * meanwhile.
 */
public final class Notifications implements GatewayEvents, AutoCloseable {
  /** Why a backend stopped last, by its name. */
  private final Map<String, String> stopped = new ConcurrentHashMap<>();

  private final DebounceTimer timer;
  private final Topics topics;
  private final HostListeners hosts;
  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private final Debounced tools;
  private final Debounced resources;
  private final Debounced prompts;
  private volatile @Nullable Subscribable subscribable;
  private volatile Consumer<LogLevel> onLevel = level -> {};
  private volatile BiPredicate<String, Session> visible = (backend, session) -> true;
  private volatile boolean closed;

  /**
   * @param context lends executor and scheduler, which are not asked for before they are needed
   */
  public Notifications(PluginContext context) {
    this(context::executor, context::scheduler, System::nanoTime);
  }

  Notifications(
      Supplier<? extends Executor> executor,
      Supplier<? extends ScheduledExecutorService> scheduler,
      LongSupplier nanoTime) {
    this.timer = new DebounceTimer(executor, scheduler, nanoTime);
    this.topics = new Topics(timer);
    this.hosts = new HostListeners(timer);
    this.tools = list(SurfaceListener::toolsChanged);
    this.resources = list(SurfaceListener::resourcesChanged);
    this.prompts = list(SurfaceListener::promptsChanged);
  }

  private Debounced list(Consumer<SurfaceListener> news) {
    return Debounced.ofChanges(timer, () -> clients.forEach(client -> client.deliver(news, news)));
  }

  /** The resources that a client can subscribe to, but for four of the gateway. */
  public interface Subscribable {
    /** Throws {@link io.gatemini.UnknownResourceException} where nothing is under an address. */
    void check(Session session, String uri);

    /** The first client wants to hear of changes of a resource. */
    void subscribe(Session session, String uri);

    /** The last one has gone. */
    void unsubscribe(String uri);
  }

  /** Sets the resources to subscribe to; once, before the first client listens. */
  public void subscribeTo(Subscribable resources) {
    this.subscribable = resources;
  }

  /** Sets which backends the log of a session speaks of; once, before the first client listens. */
  public void showBackends(BiPredicate<String, Session> seen) {
    this.visible = seen;
  }

  /** Brings news to a client. */
  public Listening listen(Session session, SurfaceListener listener) {
    Client client =
        new Client(
            session,
            listener,
            Objects.requireNonNull(subscribable, "nothing can be subscribed to yet"),
            topics,
            timer,
            this::left,
            this::levelChanged);
    clients.add(client);
    if (closed) {
      client.close();
    }
    return client;
  }

  private void left(Client client) {
    clients.remove(client);
    client.askedLevel().ifPresent(level -> levelChanged());
  }

  private void levelChanged() {
    logLevel().ifPresent(level -> onLevel.accept(level));
  }

  @Override
  public Optional<LogLevel> logLevel() {
    return clients.stream().flatMap(client -> client.askedLevel().stream()).min(naturalOrder());
  }

  /** Hears the most talkative level that any client has asked for; must return at once. */
  public void onLogLevel(Consumer<LogLevel> listener) {
    onLevel = listener;
  }

  private void changed(Debounced list) {
    if (!clients.isEmpty()) {
      list.changed();
    }
  }

  /** Whether there is a client that hears of changes. */
  public boolean hasListeners() {
    return !clients.isEmpty();
  }

  /** The gateway has published another snapshot of its tools; the host hears what differs. */
  public void published(CatalogSnapshot snapshot) {
    hosts.published(snapshot);
  }

  /** The gateway has published another snapshot of its tools. */
  public void catalogChanged() {
    topics.backendsChanged();
  }

  /** The tools of the surface have changed. */
  public void toolsChanged() {
    changed(tools);
  }

  private void offersChanged() {
    changed(resources);
    changed(prompts);
  }

  /** Takes the news of a source of resources or prompts. */
  public SourceListener source() {
    return new SourceListener() {
      @Override
      public void listChanged() {
        offersChanged();
      }

      @Override
      public void updated(String uri) {
        topics.updated(uri);
      }
    };
  }

  /** Adds a listener of the host, unless it is present. */
  public void add(GatewayListener listener) {
    hosts.add(listener);
  }

  /** Removes a listener of the host; returns whether it was present. */
  public boolean remove(GatewayListener listener) {
    return hosts.remove(listener);
  }

  @Override
  public void backendAdded(String backend) {
    hosts.deliver(listener -> listener.backendAdded(backend));
    backendsChanged();
  }

  @Override
  public void backendRemoved(String backend) {
    hosts.deliver(listener -> listener.backendRemoved(backend));
    backendsChanged();
  }

  private void backendsChanged() {
    changed(resources);
    topics.backendsChanged();
  }

  @Override
  public void backendChanged(BackendChange change) {
    if (change.from() != change.to()) {
      hosts.deliver(listener -> listener.backendChanged(change));
    }
    if ((change.from() == BackendState.HEALTHY) != (change.to() == BackendState.HEALTHY)) {
      // Its resources and prompts come and go with it, and its description may be another one.
      offersChanged();
    }
    topics.backendsChanged();
    LogLevel level = isRepeated(change) ? LogLevel.DEBUG : LogEntries.level(change);
    log(seers(change.backend()), level, () -> LogEntries.of(change));
  }

  /** A backend that stops for one reason again and again is news once. */
  private boolean isRepeated(BackendChange change) {
    if (change.to() == BackendState.HEALTHY) {
      stopped.remove(change.backend());
    }
    return change.to() == BackendState.STOPPED
        && change
            .reason()
            .filter(reason -> reason.equals(stopped.put(change.backend(), reason)))
            .isPresent();
  }

  @Override
  public void toolsReloaded(String backend, int tools) {
    topics.backendsChanged();
    log(seers(backend), LogLevel.INFO, () -> LogEntries.toolsReloaded(backend, tools));
  }

  private Predicate<Client> seers(String backend) {
    return client -> visible.test(backend, client.session());
  }

  @Override
  public void featuresChanged(String backend) {
    offersChanged();
  }

  @Override
  public void resourceUpdated(String backend, String uri) {
    topics.updated(uri);
    topics.updated(BackendAddress.of(backend, uri));
  }

  @Override
  public void callRefused(Session session, String tool, String reason) {
    log(
        client -> client.isOf(session),
        LogLevel.WARNING,
        () -> LogEntries.callRefused(tool, reason));
  }

  @Override
  public void registrationRefused(Session session, String backend, String reason) {
    log(
        client -> client.isOf(session),
        LogLevel.WARNING,
        () -> LogEntries.registrationRefused(backend, reason));
  }

  @Override
  public void called() {
    topics.called();
  }

  @Override
  public void answered() {
    topics.answered();
  }

  private void log(Predicate<Client> concerned, LogLevel level, Supplier<LogMessage> entry) {
    LogMessage message = null;
    for (Client client : clients) {
      if (client.hears(level) && concerned.test(client)) {
        message = message == null ? entry.get() : message;
        client.lines().add(message);
      }
    }
  }

  /** Delivers nothing from now on; a delivery in progress may end. Idempotent. */
  @Override
  public void close() {
    closed = true;
    timer.close();
    clients.forEach(Client::close);
    hosts.close();
  }
}
