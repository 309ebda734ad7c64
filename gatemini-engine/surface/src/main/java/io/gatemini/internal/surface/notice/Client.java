package io.gatemini.internal.surface.notice;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.internal.surface.notice.Notifications.Subscribable;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A client that listens: the resources it has subscribed to, and the level from which on it hears
 * the log. Thread-safe.
 */
final class Client implements Listening {
  /** More than there is to subscribe to for anybody who reads what it hears. */
  static final int MAX_SUBSCRIPTIONS = 1_000;

  private final Session session;
  private final NotificationQueue<SurfaceListener> queue;
  private final Subscribable resources;
  private final Topics topics;
  private final Consumer<Client> onClose;
  private final Runnable onLevel;
  private final LogLines lines;
  private final Set<String> subscriptions = new HashSet<>();
  private volatile boolean closed;
  private volatile LogLevel level = LogLevel.WARNING;
  private volatile boolean levelAsked;

  Client(
      Session session,
      SurfaceListener listener,
      Subscribable resources,
      Topics topics,
      DebounceTimer timer,
      Consumer<Client> onClose,
      Runnable onLevel) {
    this.session = session;
    this.queue = new NotificationQueue<>(timer, listener, listener::isReady);
    this.resources = resources;
    this.topics = topics;
    this.onClose = onClose;
    this.onLevel = onLevel;
    this.lines = new LogLines(timer, this);
  }

  /**
   * Brings it news, unless it has closed. Returns at once; its exceptions affect no other client.
   *
   * @param key what makes the news the same as others that still wait
   */
  void deliver(Object key, Consumer<SurfaceListener> news) {
    queue.put(key, news);
  }

  boolean hears(LogLevel said) {
    return !closed && said.compareTo(level) >= 0;
  }

  Session session() {
    return session;
  }

  /** Whether it is a client of this session, whatever it has said of itself since. */
  boolean isOf(Session other) {
    return session.id().equals(other.id());
  }

  LogLevel level() {
    return level;
  }

  LogLines lines() {
    return lines;
  }

  @Override
  public void subscribe(String uri) {
    String address = Address.normal(uri);
    if (!topics.isOwn(address)) {
      resources.check(session, uri);
      Topics.requireForeign(address);
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      if (subscriptions.size() >= MAX_SUBSCRIPTIONS && !subscriptions.contains(address)) {
        throw new InvalidArgumentsException(
            "this client has subscribed to "
                + MAX_SUBSCRIPTIONS
                + " resources, which is the limit; unsubscribe from one");
      }
      subscriptions.add(address);
      if (topics.subscribe(this, address, uri)) {
        resources.subscribe(session, uri);
      }
    }
  }

  @Override
  public void unsubscribe(String uri) {
    if (uri.length() > Address.MAX_LENGTH) {
      return;
    }
    String address = Address.normal(uri);
    synchronized (this) {
      if (subscriptions.remove(address)) {
        left(address);
      }
    }
  }

  private void left(String address) {
    if (topics.unsubscribe(this, address)) {
      resources.unsubscribe(address);
    }
  }

  @Override
  public void log(LogMessage message) {
    if (hears(message.level())) {
      lines.add(message);
    }
  }

  @Override
  public void logLevel(LogLevel level) {
    this.level = level;
    levelAsked = true;
    onLevel.run();
  }

  /** The level it has asked for; empty where it has not. */
  Optional<LogLevel> askedLevel() {
    return levelAsked ? Optional.of(level) : Optional.empty();
  }

  @Override
  public void close() {
    List<String> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(subscriptions);
      subscriptions.clear();
      left.forEach(this::left);
    }
    queue.close();
    onClose.accept(this);
  }
}
